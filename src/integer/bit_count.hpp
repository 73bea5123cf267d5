#pragma once

#include <bit>
#include <cstdint>

#include <isobit/version.hpp>

#include "arithmetic/host_device.hpp"

/// The counts of <bit>. Those compile for a device too, as constexpr functions, but nvcc 13 gets them wrong there.
ISOBIT_NAMESPACE_BEGIN
namespace integer {

using uint128 = unsigned __int128;

ISOBIT_HOST_DEVICE constexpr int leading_zeros(std::uint64_t x) noexcept {
#ifdef __CUDA_ARCH__
  return __clzll(static_cast<long long>(x));
#else
  return std::countl_zero(x);
#endif
}
ISOBIT_HOST_DEVICE constexpr int leading_zeros(uint128 x) noexcept {
  auto const upper = static_cast<std::uint64_t>(x >> 64);
  return upper != 0 ? leading_zeros(upper) : 64 + leading_zeros(static_cast<std::uint64_t>(x));
}

/// As many as there are bits for zero.
ISOBIT_HOST_DEVICE constexpr int trailing_zeros(std::uint64_t x) noexcept {
#ifdef __CUDA_ARCH__
  return x == 0 ? 64 : __ffsll(static_cast<long long>(x)) - 1;
#else
  return std::countr_zero(x);
#endif
}
ISOBIT_HOST_DEVICE constexpr int trailing_zeros(uint128 x) noexcept {
  auto const lower = static_cast<std::uint64_t>(x);
  return lower != 0 ? trailing_zeros(lower) : 64 + trailing_zeros(static_cast<std::uint64_t>(x >> 64));
}

/// The bits up to the first one that is set; 0 for zero.
ISOBIT_HOST_DEVICE constexpr int bit_length(std::uint64_t x) noexcept { return 64 - leading_zeros(x); }

}  // namespace integer
ISOBIT_NAMESPACE_END
