#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

/// Integers as little-endian bytes, whatever the machine.
ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Writes the value and returns where the next one goes.
template <class Integer> std::byte* put(std::byte* at, Integer value) noexcept {
  for (std::size_t i = 0; i < sizeof value; ++i)
    *at++ = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
  return at;
}

template <class Integer> Integer get(std::byte const* at) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) value |= std::to_integer<std::uint64_t>(at[i]) << (8 * i);
  return static_cast<Integer>(value);
}

}  // namespace detail
ISOBIT_NAMESPACE_END
