#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/random.hpp"

namespace scale {

/// Element `index` of the sequence that all ranks share: either sign, below 1, and smaller by a power of two of up to
/// 2^binades.
inline double value_at(std::uint64_t index, unsigned binades) noexcept {
  std::uint64_t const random = common::splitmix64::at(index);
  double const magnitude = std::ldexp(static_cast<double>(random >> 11), -53);
  int const down = binades == 0 ? 0 : static_cast<int>(common::splitmix64::at(~index) % (binades + 1));
  return std::ldexp((random & 1) != 0 ? -magnitude : magnitude, -down);
}

/// Elements [first, first + count).
inline std::vector<double> values_at(std::uint64_t first, std::size_t count, unsigned binades) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = value_at(first + i, binades);
  return values;
}

}  // namespace scale
