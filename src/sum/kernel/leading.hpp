#pragma once

#include "arithmetic/error_free.hpp"
#include "sum/kernel/terms.hpp"

/// One extraction level with the rest kept: S + x is rounded to a multiple of ulp(S), what was lost goes to R. S is
/// exact as long as it stays in the binade of the extractor, which the XOR of every S with it shows; R is rounded,
/// with a bound that sum/leading.hpp knows. docs/maths/sum.md#leading
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// A term may have signs that its sums are to take at the end; these have none.
struct leading_unsigned {
  template <class V> ISOBIT_INLINE V with_signs(V sums) const { return sums; }
};

/// A double as it enters sums; for products see arithmetic/error_free.hpp.
struct number {
  f64 x;
  ISOBIT_INLINE f64 onto(f64 sum) const { return sum + x; }
  ISOBIT_INLINE f64 less(f64 q) const { return x - q; }
};

/// A term whose addends are doubles.
template <class Term> struct leading_numbers : leading_unsigned {
  Term values;
  ISOBIT_INLINE explicit leading_numbers(Term const& term) : values(term) {}
  ISOBIT_INLINE number at(std::size_t i) const { return {values.at(i)}; }
  ISOBIT_INLINE number at(std::size_t i, std::size_t count) const { return {keep_last(values.at(i), count, f64{})}; }
};
template <class Term> leading_numbers(Term) -> leading_numbers<Term>;

struct leading_products : leading_unsigned {
  double const* x;
  double const* y;
  ISOBIT_INLINE leading_products(double const* left, double const* right) : x(left), y(right) {}
  ISOBIT_INLINE product<f64> at(std::size_t i) const { return {opaque(load<f64>(x + i)), opaque(load<f64>(y + i))}; }
  ISOBIT_INLINE product<f64> at(std::size_t i, std::size_t count) const {
    return {keep_last(load<f64>(x + i), count, f64{}), keep_last(load<f64>(y + i), count, f64{})};
  }
};

/// Products of the parts of complex numbers, real and imaginary ones in turn: with the same part of the other number,
/// or crosswise. A vector has whole pairs, so that signs belong to lanes and can wait; a single lane takes its own.
template <bool Crossed> struct leading_pairs {
  double const* x;
  double const* y;
  pair_signs signs;

  ISOBIT_INLINE f64 other(std::size_t i) const {
#if ISOBIT_VECTOR_BYTES == 8
    f64 const v = load<f64>(y + (Crossed ? i ^ 1 : i));
    return (i % 2 == 0 ? signs.even_negative : signs.odd_negative) ? -v : v;
#else
    f64 const v = opaque(load<f64>(y + i));
    return Crossed ? across<1>(v) : v;
#endif
  }
  ISOBIT_INLINE product<f64> at(std::size_t i) const { return {opaque(load<f64>(x + i)), other(i)}; }
  ISOBIT_INLINE product<f64> at(std::size_t i, std::size_t count) const {
    return {keep_last(load<f64>(x + i), count, f64{}), keep_last(other(i), count, f64{})};
  }

  ISOBIT_INLINE u64 negative_lanes() const {
    u64 mask = {};
    if constexpr (lanes > 1)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        mask[lane] = (lane % 2 == 0 ? signs.even_negative : signs.odd_negative) ? ~std::uint64_t{0} : 0;
    return mask;
  }
  ISOBIT_INLINE u64 with_signs(u64 units) const { return (units ^ negative_lanes()) - negative_lanes(); }
  ISOBIT_INLINE f64 with_signs(f64 rest) const { return (f64)((u64)rest ^ (negative_lanes() << 63)); }
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
  return {static_cast<std::int64_t>(sum_lanes(term.with_signs(units))),
          sum_lanes(term.with_signs((rest0 + rest1) + (rest2 + rest3))), !has_any(left_binade, sign_and_exponent)};
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
