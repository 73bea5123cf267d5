#pragma once

#include "arithmetic/error_free.hpp"
#include "sum/kernel/terms.hpp"

/// One extraction level with the rest kept: S + x is rounded to a multiple of ulp(S), what was lost goes to R. S is
/// exact as long as it stays in the binade of the extractor, which the XOR of every S with it shows; R is rounded,
/// with a bound that sum/leading.hpp knows. docs/maths/sum.md#leading
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// A double as it enters sums; for products see arithmetic/error_free.hpp.
struct number {
  f64 x;
  ISOBIT_INLINE f64 onto(f64 sum) const { return sum + x; }
  ISOBIT_INLINE f64 less(f64 q) const { return x - q; }
};

/// A term whose addends are doubles.
template <class Term> struct leading_numbers {
  Term values;
  ISOBIT_INLINE number at(std::size_t i) const { return {values.at(i)}; }
  ISOBIT_INLINE number at(std::size_t i, std::size_t count) const { return {keep_last(values.at(i), count, f64{})}; }
};
template <class Term> leading_numbers(Term) -> leading_numbers<Term>;

struct leading_products {
  double const* x;
  double const* y;
  ISOBIT_INLINE product<f64> at(std::size_t i) const { return {opaque(load<f64>(x + i)), opaque(load<f64>(y + i))}; }
  ISOBIT_INLINE product<f64> at(std::size_t i, std::size_t count) const {
    return {keep_last(load<f64>(x + i), count, f64{}), keep_last(load<f64>(y + i), count, f64{})};
  }
};

template <class Term> ISOBIT_INLINE leading_sum leading(Term term, block const& b, double extractor) {
  f64 const start = broadcast(extractor);
  f64 sum0 = start, sum1 = start, sum2 = start, sum3 = start;
  f64 rest0 = {}, rest1 = {}, rest2 = {}, rest3 = {};
  u64 left_binade = {};

  auto const add = [&](auto addend, f64& sum, f64& rest) __attribute__((always_inline)) {
    f64 const next = addend.onto(sum);
    rest += addend.less(next - sum);
    left_binade |= (u64)next ^ (u64)start;
    sum = next;
  };
  for_each_vector<1>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
        add(term.at(i), sum0, rest0);
        add(term.at(i + stride), sum1, rest1);
        add(term.at(i + 2 * stride), sum2, rest2);
        add(term.at(i + 3 * stride), sum3, rest3);
      },
      [&](std::size_t i, std::size_t count) __attribute__((always_inline)) { add(term.at(i, count), sum0, rest0); });

  // In one binade the bits of doubles are their multiples of ulp, up to a constant.
  u64 const units = ((u64)sum0 + (u64)sum1) + ((u64)sum2 + (u64)sum3) - 4 * (u64)start;
  constexpr std::uint64_t sign_and_exponent = ~std::uint64_t{0} << 52;
  return {static_cast<std::int64_t>(sum_lanes(units)), sum_lanes((rest0 + rest1) + (rest2 + rest3)),
          !has_any(left_binade, sign_and_exponent)};
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
