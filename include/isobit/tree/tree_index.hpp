#pragma once

#include <bit>
#include <cstddef>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The indices of the binary tree over N elements: the node (x, y) covers the elements from x to min(x + 2^y, N) - 1,
/// and the highest node of every x is a right child. docs/maths/tree.md#definition
namespace tree {

/// The highest level of a node at x: its trailing zeros. 64 for 0, which holds the root of every tree.
[[nodiscard]] constexpr unsigned max_y(std::size_t x) noexcept { return static_cast<unsigned>(std::countr_zero(x)); }

/// Where the highest node at x > 0 is added to: the x of its left sibling, which is also their parent's.
[[nodiscard]] constexpr std::size_t parent(std::size_t x) noexcept { return x & (x - 1); }

/// The last index under the highest node at x, if there are so many elements.
[[nodiscard]] constexpr std::size_t largest_subtree_child(std::size_t x) noexcept { return x | (x - 1); }

/// The level of the root over `total` elements: ceil(log2(total)).
[[nodiscard]] constexpr unsigned root_level(std::size_t total) noexcept {
  return total == 0 ? 0 : static_cast<unsigned>(std::bit_width(total - 1));
}

/// How many elements the node (x, level) covers.
[[nodiscard]] constexpr std::size_t node_size(std::size_t x, unsigned level, std::size_t total) noexcept {
  std::size_t const rest = total - x;
  return level < 64 && (std::size_t{1} << level) < rest ? std::size_t{1} << level : rest;
}

/// The highest node at x whose elements all lie before `end` (x < end <= total). One that has nothing to its right
/// rises until it is a right child itself, for it passes through unchanged.
[[nodiscard]] constexpr unsigned highest_level(std::size_t x, std::size_t end, std::size_t total) noexcept {
  unsigned const top = x == 0 ? root_level(total) : max_y(x);
  if (end == total && node_size(x, top, total) == total - x) return top;
  unsigned const fits = static_cast<unsigned>(std::bit_width(end - x)) - 1;
  return fits < top ? fits : top;
}

}  // namespace tree

ISOBIT_NAMESPACE_END
