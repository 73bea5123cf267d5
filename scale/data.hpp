#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scale {

/// splitmix64 of an index: integers only, so the data are the same on every machine and for every number of ranks.
inline std::uint64_t scrambled(std::uint64_t index) noexcept {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Element `index` of the sequence that all ranks share: either sign, below 1, and smaller by a power of two of up to
/// 2^binades.
inline double value_at(std::uint64_t index, unsigned binades) noexcept {
  std::uint64_t const random = scrambled(index);
  double const magnitude = std::ldexp(static_cast<double>(random >> 11), -53);
  int const down = binades == 0 ? 0 : static_cast<int>(scrambled(~index) % (binades + 1));
  return std::ldexp((random & 1) != 0 ? -magnitude : magnitude, -down);
}

/// Elements [first, first + count).
inline std::vector<double> values_at(std::uint64_t first, std::size_t count, unsigned binades) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = value_at(first + i, binades);
  return values;
}

}  // namespace scale
