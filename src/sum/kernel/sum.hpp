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
constexpr std::size_t short_stream = 128, short_stream_f32 = most_in_one / 4;

template <std::size_t First = 0, std::size_t N, std::size_t Count = N>
ISOBIT_INLINE f64 added_up(f64 const (&chain)[N]) {
  if constexpr (Count == 1)
    return chain[First];
  else
    return added_up<First, N, Count / 2>(chain) + added_up<First + Count / 2, N, Count / 2>(chain);
}

/// The sum of all lanes of some chains as two doubles: cut once more, since the chains are fuller than the elements.
template <std::size_t N> ISOBIT_INLINE void reduce(f64 const (&chain)[N], bool is_short, double* high, double* low) {
  if (is_short) {
    *high = sum_lanes(added_up(chain));
    *low = 0;
    return;
  }
  f64 h[N], l[N];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    h[i] = upper(chain[i]);
    l[i] = chain[i] - h[i];
  }
  *high = sum_lanes(added_up(h));
  *low = sum_lanes(added_up(l));
}

/// Calls add(vector, chain) for all vectors of n addends in order, which go to the chains in turn, and fills up the
/// last one with -0.
template <std::size_t Chains, class Term, class Add>
ISOBIT_INLINE void add_in_order(Term term, std::size_t n, Add add, std::size_t first = 0) {
  std::size_t i = first;
  auto const take = [&](std::size_t count, std::size_t chain) __attribute__((always_inline)) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < count; ++k) add(term.at(i + k * lanes), (chain + k) % Chains);
    i += count * lanes;
  };
  while (i + Chains * lanes <= n) take(Chains, 0);
  if (i + 4 * lanes <= n) take(4, 0);
  if (i + 2 * lanes <= n) take(2, 4);
  if (i + lanes <= n) take(1, 6);
  if (i < n) add(keep_last(term.at(n - lanes), n - i, -f64{}), 7 % Chains);
}

/// The same for a block: of every stream four vectors at a time, since lines that lie side by side come sooner, and a
/// contiguous block in order.
template <std::size_t Chains, class Term, class Add>
ISOBIT_INLINE void add_in_chains(Term term, block const& b, Add add) {
  if (b.stride == b.length && b.tail_first == 4 * b.length)
    return add_in_order<Chains>(term, 4 * b.length + b.tail_count, add);
  for_each_vector<4>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
#pragma GCC unroll 16
        for (std::size_t k = 0; k < 16; ++k) add(term.at(i + k / 4 * stride + k % 4 * lanes), k % Chains);
      },
      [&](std::size_t i, std::size_t count)
          __attribute__((always_inline)) { add(keep_last(term.at(i), count, -f64{}), 0); });
}

/// Terms of 53 bits: split, chains of two sums. Two of the three additions go to the multiplication pipes, since
/// the mask takes one of the others.
template <class Term> ISOBIT_INLINE block_sum split_sum(Term term, block const& b) {
  f64 const one = opaque(broadcast(1.0));
  constexpr std::size_t chains = lanes == 8 ? 8 : 4;  // as many as there are registers for: shorter ones fail less
  f64 high[chains], low[chains] = {};
#pragma GCC unroll 8
  for (f64& sum : high) sum = -f64{};  // -0 + x is x for every x, so the sum of nothing but -0 stays -0
  add_in_chains<chains>(
      term, b, [&](f64 x, std::size_t chain) __attribute__((always_inline)) {
        f64 const h = upper(x);
        high[chain] = add_by_fma(high[chain], h, one);
        low[chain] = add_by_fma(low[chain], x - h, one);
      });
  block_sum result;
  reduce(high, b.length <= short_stream, &result.part[0], &result.part[1]);
  reduce(low, b.length <= short_stream, &result.part[2], &result.part[3]);
  return result;
}

/// Terms of 24 bits: a chain of doubles has room for 29 more. The additions go to the multiplication pipes, since
/// the conversions fill the others; that takes eight chains.
struct whole_chains {
  f64 one = opaque(broadcast(1.0));
  f64 sum[8] = {-f64{}, -f64{}, -f64{}, -f64{}, -f64{}, -f64{}, -f64{}, -f64{}};
  ISOBIT_INLINE void add(f64 x, std::size_t chain) { sum[chain] = add_by_fma(sum[chain], x, one); }
};
template <class Term> ISOBIT_INLINE block_sum whole_sum(Term term, block const& b) {
  whole_chains chains;
  add_in_chains<8>(
      term, b, [&](f64 x, std::size_t chain) __attribute__((always_inline)) { chains.add(x, chain); });
  block_sum result = {};
  reduce(chains.sum, b.length <= short_stream_f32, &result.part[0], &result.part[1]);
  return result;
}
/// So few of them that their chains need no cutting, in order.
template <class Term> ISOBIT_INLINE double sum_in_one(Term term, std::size_t n) {
  whole_chains chains;
  add_in_order<8>(
      term, n, [&](f64 x, std::size_t chain) __attribute__((always_inline)) { chains.add(x, chain); });
  return sum_lanes(added_up(chains.sum));
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
