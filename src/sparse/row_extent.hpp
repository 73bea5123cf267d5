#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "sparse/contributions.hpp"

/// What is known of rows before their products are summed. docs/maths/sparse.md#combinations
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

using linalg::index;

/// Of some numbers: how large they are, and a power of two, 2^grid, that all are multiples of.
struct row_extent {
  double largest = 0;
  int grid = std::numeric_limits<int>::max();  ///< so, if all are zero
  bool ascending = true;                       ///< no column occurs twice

  [[nodiscard]] bool only_zeros() const noexcept { return grid == std::numeric_limits<int>::max(); }
};

/// In the standard environment.
template <class T> [[nodiscard]] row_extent extent_of(std::span<T const> values) noexcept {
  using format = format<real_of<T>>;
  extremes<T> sizes;
  typename format::bits_type all = 0;
  for (T const& x : values) {
    sizes.note(x);
    for (index part = 0; part < parts_of<T>; ++part) all |= bits_of(part_of(x, part));
  }
  row_extent extent;
  extent.largest = sizes.largest();
  if (sizes.only_zeros()) return extent;
  // All are multiples of the last place of the least, and the bits that none of them has may be left off.
  int const unused = std::countr_zero(all | typename format::bits_type{1} << format::stored_bits);
  extent.grid = static_cast<int>(bits_of(sizes.least()) >> 52) - 1023 - format::stored_bits + unused;
  return extent;
}
template <class T, class Index>
[[nodiscard]] row_extent extent_of(std::span<T const> values, std::span<Index const> indices) noexcept {
  row_extent extent = extent_of(values);
  for (std::size_t k = 1; k < indices.size(); ++k) extent.ascending &= indices[k - 1] < indices[k];
  return extent;
}

/// A row, each of whose entries is to be multiplied by a factor.
template <class T, class Index> struct scaled_row {
  T factor;
  std::span<Index const> indices;
  T const* values;
  row_extent extent;
};

/// Where the products of some rows are cut so that the upper parts add up without error, and what the sums of the lower
/// ones may be off by: nothing, if all products are multiples of a large enough number.
struct product_cut {
  double start = 3, radius = 0;
  bool usable = true;

  template <class T, class Index> explicit product_cut(std::span<scaled_row<T, Index> const> rows) {
    double size = 0, n = 0;
    int grid = std::numeric_limits<int>::max();
    for (auto const& row : rows) {
      if (row.indices.empty()) continue;
      auto const times = static_cast<double>(row.extent.ascending ? index{1} : std::ssize(row.indices));
      for (index part = 0; part < parts_of<T>; ++part)
        size += times * magnitude(part_of(row.factor, part)) * row.extent.largest;
      n += times * parts_of<T>;
      auto const factor = extent_of(std::span(&row.factor, 1));
      if (!factor.only_zeros() && !row.extent.only_zeros()) grid = std::min(grid, factor.grid + row.extent.grid);
    }
    bool const only_zeros = grid == std::numeric_limits<int>::max();
    usable = only_zeros ? size <= 0x1p990 : set_start(size, n);
    if (usable && !only_zeros) look_for_grid(grid);
  }
  /// All products are multiples of 2^grid: so are the sums of lower parts, which may have bits enough for it.
  void look_for_grid(int grid) noexcept {
    if (most_low_ <= std::ldexp(1.0, std::min(grid, 900) + 52)) radius = 0;
  }

private:
  /// Whether that is possible.
  bool set_start(double size, double n) noexcept {
    if (!(size <= 0x1p990 && size >= 0x1p-800)) return false;
    double const power = from_bits<double>(bits_of(4.5 * size) >> 52 << 52), last_place = power * 0x1p-52;
    start = 1.5 * power;
    radius = 0x1.01p-52 * last_place * (0.25 * n * (n + 1) + n);
    most_low_ = n * last_place;
    return true;
  }

  double most_low_ = 0;
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
