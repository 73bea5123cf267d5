#pragma once

#include "arithmetic/lanes.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// These bits of `float_doubt` say that something is in doubt.
constexpr std::uint64_t float_doubts = std::uint64_t{0x780} << 52;

/// Zero there if a double rounds to the same float as every number within `Margin` units of its last place, and that is
/// cheap to see: a magnitude from 2^-63 to 2^65, further from a midpoint. docs/maths/vector_operations.md#float
template <std::uint64_t Margin> ISOBIT_INLINE u64 float_doubt(f64 value) {
  constexpr std::uint64_t half = std::uint64_t{1} << 28, window = 2 * Margin;
  static_assert((window & (window - 1)) == 0);
  // The window around the midpoint becomes zeros, and so do the upper bits of exponents in range.
  u64 const moved = (u64)value + broadcast(half + Margin - (std::uint64_t{960} << 52));
  return moved | ((moved & broadcast(2 * half - window)) - broadcast(std::uint64_t{1}));
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
