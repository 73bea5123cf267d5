#pragma once

#include "sum/kernel/terms.hpp"

/// The sum that certifies itself: every x is cut by a mask into h and x - h, both exact, and the two are added up
/// apart. If the machine's sticky inexact flag is still clear at the end, nothing was rounded.
/// docs/maths/sum.md#flags
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

constexpr std::uint64_t upper_half = ~std::uint64_t{0} << 27;

ISOBIT_INLINE f64 upper(f64 x) { return (f64)((u64)x & broadcast(upper_half)); }

/// Elements in a stream up to which the chains are not yet so full that they need cutting.
constexpr std::size_t short_stream = 128;

/// The sum of all lanes of some chains as two doubles: cut once more, since the chains are fuller than the elements.
template <std::size_t N>
ISOBIT_INLINE void reduce(f64 const (&chain)[N], std::size_t length, double* high, double* low) {
  if (length <= short_stream) {
    f64 sum = chain[0];
    for (std::size_t i = 1; i < N; ++i) sum += chain[i];
    *high = sum_lanes(sum);
    *low = 0;
    return;
  }
  f64 h = upper(chain[0]), l = chain[0] - h;
  for (std::size_t i = 1; i < N; ++i) {
    f64 const next = upper(chain[i]);
    h += next;
    l += chain[i] - next;
  }
  *high = sum_lanes(h);
  *low = sum_lanes(l);
}

/// Terms of 53 bits: split, four chains of two sums.
template <class Term> ISOBIT_INLINE block_sum split_sum(Term term, block const& b) {
  f64 const zero = {};
  f64 const negative_zero = -zero;
  f64 const minus_one = opaque(broadcast(-1.0));
  // -0 + x is x for every x, so the sum of nothing but -0 stays -0.
  f64 high0 = negative_zero, high1 = negative_zero, high2 = negative_zero, high3 = negative_zero;
  f64 low0 = zero, low1 = zero, low2 = zero, low3 = zero;

  auto const add = [&](f64 x, f64 & high, f64 & low) __attribute__((always_inline)) {
    f64 const h = upper(x);
    high += h;
    low += subtract_by_fma(x, h, minus_one);
  };
  for_each_vector<1>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
        add(term.at(i), high0, low0);
        add(term.at(i + stride), high1, low1);
        add(term.at(i + 2 * stride), high2, low2);
        add(term.at(i + 3 * stride), high3, low3);
      },
      [&](std::size_t i, std::size_t count)
          __attribute__((always_inline)) { add(keep_last(term.at(i), count, negative_zero), high0, low0); });

  block_sum result;
  reduce({high0, high1, high2, high3}, b.length, &result.part[0], &result.part[1]);
  reduce({low0, low1, low2, low3}, b.length, &result.part[2], &result.part[3]);
  return result;
}

/// Terms of 24 bits: a chain of doubles has room for 29 more. The additions go to the multiplication pipes, since
/// the conversions fill the others; that takes eight chains.
template <class Term> ISOBIT_INLINE block_sum whole_sum(Term term, block const& b) {
  f64 const negative_zero = -f64{};
  f64 const one = opaque(broadcast(1.0));
  f64 sums[8];
  for (f64& sum : sums) sum = negative_zero;
  auto const add = [&](f64 x, f64 & sum) __attribute__((always_inline)) { sum = add_by_fma(sum, x, one); };
  for_each_vector<2>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
#pragma GCC unroll 4
        for (std::size_t s = 0; s < 4; ++s) {
          add(term.at(i + s * stride), sums[2 * s]);
          add(term.at(i + s * stride + lanes), sums[2 * s + 1]);
        }
      },
      [&](std::size_t i, std::size_t count)
          __attribute__((always_inline)) { add(keep_last(term.at(i), count, negative_zero), sums[0]); });
  block_sum result = {};
  reduce(sums, b.length, &result.part[0], &result.part[1]);
  return result;
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
