#pragma once

#include "sum/kernel/terms.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// The sum of the magnitudes in float arithmetic, twice as many at a time as doubles would be: a bound needs no more.
inline double rough_magnitudes(float const* x, std::size_t n) {
  using real = vectors<float>::real;
  using bits = vectors<float>::bits;
  constexpr std::size_t width = vectors<float>::lanes;
  bits const magnitude_bits = ~(bits)-real{};
  real sums[4] = {};
  auto const take = [&](float const* at, std::size_t chain) __attribute__((always_inline)) {
    sums[chain] += (real)(load<bits>(at) & magnitude_bits);
  };
  in_four_chains<width>(x, n, take);
  real const all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  f32 halves[2];
  __builtin_memcpy(halves, &all, sizeof all);
  return sum_lanes(widen(halves[0]) + widen(halves[1]));
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
