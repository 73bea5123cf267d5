#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "sum/kernel/terms.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// The largest magnitude as bits. Magnitudes compare as signed integers do, which every instruction set can.
template <class T> inline typename format<T>::bits_type largest_bits(T const* x, std::size_t n) {
  using real = typename vectors<T>::real;
  using integers = typename vectors<T>::integers;
  constexpr std::size_t width = vectors<T>::lanes;
  integers const magnitude_bits = ~(integers)-real{};
  integers largest[4] = {};
  auto const take = [&](T const* at, std::size_t chain) __attribute__((always_inline)) {
    largest[chain] = maximum(load<integers>(at) & magnitude_bits, largest[chain]);
  };
  in_four_chains<width>(x, n, take);
  integers const all = maximum(maximum(largest[0], largest[1]), maximum(largest[2], largest[3]));
  auto result = all[0];
  for (std::size_t lane = 1; lane < width; ++lane) result = all[lane] > result ? all[lane] : result;
  return static_cast<typename format<T>::bits_type>(result);
}

/// The smallest magnitude but zero as bits; of nothing but zeros, those of a NaN.
inline std::uint64_t smallest_bits(double const* x, std::size_t n) {
  constexpr std::int64_t all = ~std::uint64_t{0} >> 1;
  // Less by one, zero becomes the largest; and the smallest is the largest of the negatives.
  i64 const none = i64{} - all;
  i64 largest[4] = {none, none, none, none};
  in_four_chains<lanes>(
      x, n, [&](double const* at, std::size_t chain) __attribute__((always_inline)) {
        largest[chain] = maximum(-(((load<i64>(at) & all) - 1) & all), largest[chain]);
      });
  i64 const both = maximum(maximum(largest[0], largest[1]), maximum(largest[2], largest[3]));
  return static_cast<std::uint64_t>(-largest_lane(both)) + 1;
}

inline magnitude_range range_of_floats(float const* x, std::size_t n) {
  constexpr std::uint32_t sign = 1u << 31;
  // The smallest has the largest difference to 2^31, which is negative for zeros alone.
  using bits = vectors<float>::bits;
  auto const none = (whole_i32)(sign - bits{});
  whole_i32 largest[4] = {}, reach[4] = {none, none, none, none};
  auto const take = [&](float const* at, std::size_t chain) __attribute__((always_inline)) {
    whole_i32 const magnitude = load<whole_i32>(at) & 0x7fffffff;
    largest[chain] = maximum(magnitude, largest[chain]);
    reach[chain] = maximum((whole_i32)(sign - (bits)magnitude), reach[chain]);
  };
  in_four_chains<vectors<float>::lanes>(x, n, take);
  whole_i32 const high = maximum(maximum(largest[0], largest[1]), maximum(largest[2], largest[3]));
  whole_i32 const low = maximum(maximum(reach[0], reach[1]), maximum(reach[2], reach[3]));
  auto most = high[0], farthest = low[0];
  for (std::size_t lane = 1; lane < vectors<float>::lanes; ++lane) {
    most = high[lane] > most ? high[lane] : most;
    farthest = low[lane] > farthest ? low[lane] : farthest;
  }
  return {static_cast<std::uint32_t>(most), sign - static_cast<std::uint32_t>(farthest)};
}

/// The biased exponent of the largest magnitude. The upper halves of doubles tell, and 32-bit integers every
/// instruction set compares in less time than 64-bit ones.
inline int largest_exponent(double const* x, std::size_t n) {
  constexpr std::size_t width = lanes;
  whole_i32 largest[4] = {};
  auto const take = [&](double const* at, std::size_t chain) __attribute__((always_inline)) {
    largest[chain] = maximum(load<whole_i32>(at) & 0x7fffffff, largest[chain]);
  };
  in_four_chains<width>(x, n, take);
  u64 const halves = (u64)maximum(maximum(largest[0], largest[1]), maximum(largest[2], largest[3]));
  std::uint64_t result = 0;
  for (std::size_t lane = 0; lane < width; ++lane) result = halves[lane] > result ? halves[lane] : result;
  return static_cast<int>(result >> 52);
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
