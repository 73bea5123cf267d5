#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "c/guard.hpp"

namespace isobit::c_interface {

/// A value of the caller's tree, which no one but his operation looks into.
struct opaque_value {
  std::vector<std::byte> bytes;
  [[nodiscard]] std::vector<std::byte> const& serialise() const { return bytes; }
  static opaque_value deserialise(std::span<std::byte const> from) { return {{from.begin(), from.end()}}; }
};

/// The caller's operation on values of so many bytes.
struct opaque_tree {
  std::size_t size;
  void (*operation)(void*, void const*, void const*, void*);
  void* context;

  void require_operation() const { require(operation != nullptr, "a null pointer for the operation"); }

  /// Where the values lie.
  [[nodiscard]] std::vector<std::byte const*> places(void const* values, std::size_t count) const {
    std::vector<std::byte const*> result(count);
    for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<std::byte const*>(values) + i * size;
    return result;
  }
  [[nodiscard]] opaque_value value_at(std::byte const* place) const { return {{place, place + size}}; }
  [[nodiscard]] opaque_value combined(opaque_value const& left, opaque_value const& right) const {
    require_operation();
    opaque_value both{std::vector<std::byte>(size)};
    operation(context, left.bytes.data(), right.bytes.data(), both.bytes.data());
    return both;
  }
};

}  // namespace isobit::c_interface
