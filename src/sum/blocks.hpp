#pragma once

#include <algorithm>
#include <cstddef>

#include "sum/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Elements that a kernel takes at a time, where it ends in a bound that grows with them.
inline constexpr std::size_t block_size = 8192;
/// Those that the flags certify. More, and their exponents spread too far; fewer, and reading the flags costs.
inline constexpr std::size_t flags_block_size = 2 * block_size;

/// The most whole vectors in a quarter of n elements, as elements. Lanes are a power of two, which takes no division.
inline std::size_t quarter_of(std::size_t n, std::size_t lanes) noexcept { return (n & -(4 * lanes)) / 4; }

/// n contiguous elements as four streams and a tail. Precondition: n >= lanes.
inline block contiguous(std::size_t n, std::size_t lanes) noexcept {
  std::size_t const quarter = quarter_of(n, lanes);
  return {quarter, quarter, 4 * quarter, n - 4 * quarter};
}

/// The n elements cut into blocks of `size_of_block`: calls body(offset, block) until it returns false. From `far`
/// elements on, two blocks or more, the four streams of a block lie a quarter of the array apart, which memory likes.
/// Precondition: n >= lanes.
template <class Body>
bool for_each_block(std::size_t n, std::size_t lanes, Body body, std::size_t size_of_block = block_size,
                    std::size_t far = 2 * block_size) {
  std::size_t first = 0;
  if (n >= std::max(far, 2 * size_of_block)) {
    std::size_t const quarter = quarter_of(n, lanes);
    for (std::size_t i = 0; i < quarter; i += size_of_block / 4)
      if (!body(i, block{quarter, std::min(size_of_block / 4, quarter - i), 0, 0})) return false;
    first = 4 * quarter;
    if (first < n) {
      // The tail alone may be shorter than a vector: its block starts early and reads old elements it does not use.
      std::size_t const start = n - std::max(n - first, lanes);
      if (!body(start, block{0, 0, first - start, n - first})) return false;
    }
    return true;
  }
  while (first < n) {
    // The last two blocks share what is left, so that none is shorter than a vector. The second starts where a cache
    // line does, if the first did.
    constexpr std::size_t line = 16;
    std::size_t const left = n - first, half = (left / 2 + line - 1) / line * line;
    std::size_t const size = left <= size_of_block ? left : left < 2 * size_of_block ? half : size_of_block;
    if (!body(first, contiguous(size, lanes))) return false;
    first += size;
  }
  return true;
}

inline std::size_t elements(block const& b) noexcept { return 4 * b.length + b.tail_count; }

/// The contiguous pieces of a block: calls body(offset, count).
template <class Body> void for_each_piece(block const& b, Body body) {
  if (b.stride == b.length && (b.tail_first == 4 * b.length || b.tail_count == 0)) return body(0, elements(b));
  for (std::size_t s = 0; s < 4; ++s)
    if (b.length != 0) body(s * b.stride, b.length);
  if (b.tail_count != 0) body(b.tail_first, b.tail_count);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
