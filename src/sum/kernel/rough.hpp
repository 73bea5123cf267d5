#pragma once

#include "arithmetic/lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// The sum of the magnitudes in float arithmetic, twice as many at a time as doubles would be: a bound needs no more.
inline double rough_magnitudes(float const* x, std::size_t n) {
  using real = vectors<float>::real;
  using bits = vectors<float>::bits;
  constexpr std::size_t width = vectors<float>::lanes, chains = 4;
  bits const magnitude_bits = ~(bits)-real{};
  real sums[chains] = {};
  auto const take = [&](float const* at, std::size_t chain) __attribute__((always_inline)) {
    sums[chain] += (real)(load<bits>(at) & magnitude_bits);
  };
  std::size_t i = 0;
  for (; i + chains * width <= n; i += chains * width) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < chains; ++c) take(x + i + c * width, c);
  }
  for (; i + width <= n; i += width) take(x + i, 0);
  if (i < n) {
    float last[width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(float));
    take(last, 0);
  }
  real const all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  f32 halves[2];
  __builtin_memcpy(halves, &all, sizeof all);
  return sum_lanes(widen(halves[0]) + widen(halves[1]));
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
