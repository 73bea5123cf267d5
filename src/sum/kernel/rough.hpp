#pragma once

#include "sum/kernel/sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// The sum of the magnitudes in float arithmetic, twice as many at a time as doubles would be: a bound needs no more.
inline double rough_magnitudes(float const* x, std::size_t n) {
  using real = vectors<float>::real;
  using bits = vectors<float>::bits;
  constexpr std::size_t width = vectors<float>::lanes;
  auto const magnitudes = [](float const* at) __attribute__((always_inline)) {
    return (real)(load<bits>(at) & ~(bits)-real{});
  };
  auto const half = [](f32 v) __attribute__((always_inline)) { return (f32)((u32)v & ~(u32)-f32{}); };
  // Two vectors at a time: four chains of single ones would wait for their additions.
  real sums[4] = {};
  std::size_t i = 0;
  for (; i + 8 * width <= n; i += 8 * width) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < 4; ++c)
      sums[c] += magnitudes(x + i + 2 * c * width) + magnitudes(x + i + (2 * c + 1) * width);
  }
  for (; i + width <= n; i += width) sums[0] += magnitudes(x + i);
  f32 last = {};
  if (i + lanes <= n) {
    last = half(load<f32>(x + i));
    i += lanes;
  }
  if (i < n) last += half(load_first(x + i, n - i, 0.0F));
  real const all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  f32 halves[2];
  __builtin_memcpy(halves, &all, sizeof all);
  return sum_lanes(widen(halves[0]) + widen(halves[1]) + widen(last));
}

template <std::size_t Distance = lanes / 2> ISOBIT_INLINE std::int32_t largest_of_lanes(whole_i32 v) {
  if constexpr (Distance == 0)
    return v[0] > v[1] ? v[0] : v[1];
  else
    return largest_of_lanes<Distance / 2>(maximum(v, (whole_i32)across<Distance>((i64)v)));
}

/// The sum of floats and a bound on that of their magnitudes, of at least eight vectors: the largest, times their
/// number. Vectors at the end are looked at twice, and added once.
template <class Term> ISOBIT_INLINE rough_sum sum_roughly(Term term, std::size_t n) {
  constexpr std::size_t step = 8 * lanes, width = vectors<float>::lanes;
  whole_chains chains;
  auto const add = [&](f64 x, std::size_t chain) __attribute__((always_inline)) { chains.add(x, chain); };
  whole_i32 largest[2] = {};
  auto const see = [&](float const* at) __attribute__((always_inline)) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < step / width; ++k)
      largest[k % 2] = maximum(largest[k % 2], load<whole_i32>(at + k * width) & ~(whole_i32)-whole_f32{});
  };
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < 8; ++k) add(term.at(i + k * lanes), k);
    see(term.x + i);
  }
  see(term.x + n - step);
  add_in_order<8>(term, n, add, i);
  // As bits, so that infinities and NaN are larger than all else.
  std::int32_t const most = largest_of_lanes(maximum(largest[0], largest[1]));
  float size;
  __builtin_memcpy(&size, &most, sizeof size);
  return {sum_lanes(added_up(chains.sum)), static_cast<double>(n) * static_cast<double>(size)};
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
