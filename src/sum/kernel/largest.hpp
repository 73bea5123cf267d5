#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// The largest magnitude as bits. Magnitudes compare as signed integers do, which every instruction set can.
template <class T> inline typename format<T>::bits_type largest_bits(T const* x, std::size_t n) {
  using real = typename vectors<T>::real;
  using integers = typename vectors<T>::integers;
  constexpr std::size_t width = vectors<T>::lanes, chains = 4;
  integers const magnitude_bits = ~(integers)-real{};
  integers largest[chains] = {};
  auto const take = [&](T const* at, std::size_t chain) __attribute__((always_inline)) {
    largest[chain] = maximum(load<integers>(at) & magnitude_bits, largest[chain]);
  };
  std::size_t i = 0;
  for (; i + chains * width <= n; i += chains * width) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < chains; ++c) take(x + i + c * width, c);
  }
  for (; i + width <= n; i += width) take(x + i, 0);
  if (i < n) {
    T last[width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(T));
    take(last, 0);
  }
  integers const all = maximum(maximum(largest[0], largest[1]), maximum(largest[2], largest[3]));
  auto result = all[0];
  for (std::size_t lane = 1; lane < width; ++lane) result = all[lane] > result ? all[lane] : result;
  return static_cast<typename format<T>::bits_type>(result);
}

/// The smallest magnitude but zero as bits; of nothing but zeros, those of a NaN.
inline std::uint64_t smallest_bits(double const* x, std::size_t n) {
  constexpr std::int64_t all = ~std::uint64_t{0} >> 1;
  // Less by one, zero becomes the largest; and the smallest is the largest of the negatives.
  i64 largest[2] = {i64{} - all, i64{} - all};
  auto const take = [&](i64 bits, std::size_t chain) __attribute__((always_inline)) {
    largest[chain] = maximum(-(((bits & all) - 1) & all), largest[chain]);
  };
  std::size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    take(load<i64>(x + i), 0);
    take(load<i64>(x + i + lanes), 1);
  }
  if (i + lanes <= n) {
    take(load<i64>(x + i), 0);
    i += lanes;
  }
  if (i < n) take((i64)load_first(x + i, n - i, 0.0), 1);
  return static_cast<std::uint64_t>(-largest_lane(maximum(largest[0], largest[1]))) + 1;
}

/// The biased exponent of the largest magnitude. The upper halves of doubles tell, and 32-bit integers every
/// instruction set compares in less time than 64-bit ones.
inline int largest_exponent(double const* x, std::size_t n) {
  constexpr std::size_t width = lanes, chains = 4;
  whole_i32 largest[chains] = {};
  auto const take = [&](double const* at, std::size_t chain) __attribute__((always_inline)) {
    largest[chain] = maximum(load<whole_i32>(at) & 0x7fffffff, largest[chain]);
  };
  std::size_t i = 0;
  for (; i + chains * width <= n; i += chains * width) {
#pragma GCC unroll 4
    for (std::size_t c = 0; c < chains; ++c) take(x + i + c * width, c);
  }
  for (; i + width <= n; i += width) take(x + i, 0);
  if (i < n) {
    double last[width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(double));
    take(last, 0);
  }
  u64 const halves = (u64)maximum(maximum(largest[0], largest[1]), maximum(largest[2], largest[3]));
  std::uint64_t result = 0;
  for (std::size_t lane = 0; lane < width; ++lane) result = halves[lane] > result ? halves[lane] : result;
  return static_cast<int>(result >> 52);
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
