#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "c/guard.hpp"

namespace isobit::c_interface {

/// Where serialised states go: with a capacity of 0 nobody wants more than their size.
inline void hand_out(char const* function, std::span<std::byte const> state, void* bytes, std::size_t capacity,
                     std::size_t& size) {
  require(bytes != nullptr || capacity == 0, "a null pointer for the bytes");
  size = state.size();
  if (capacity == 0) return;
  if (capacity < state.size())
    throw error(status::out_of_range, std::string(function) + ": room for " + std::to_string(capacity) +
                                          " bytes, and the state has " + std::to_string(state.size()));
  std::ranges::copy(state, static_cast<std::byte*>(bytes));
}

/// Bytes that a caller passes.
inline std::span<std::byte const> handed_in(void const* bytes, std::size_t size) {
  auto const* const first = static_cast<std::byte const*>(bytes);
  require_array(first, size);
  return {first, size};
}

}  // namespace isobit::c_interface
