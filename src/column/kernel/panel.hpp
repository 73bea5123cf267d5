#pragma once

#include "arithmetic/vectors.hpp"
#include "column/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns::ISOBIT_TARGET {

using namespace arithmetic;

/// Up to `panel_columns` columns of T, at least as many as a vector has lanes. `Sum` is what a vector of them adds up
/// in: these stay in the nearest cache while rows pass by, eight side by side.
template <class T, class Sum> struct panel {
  static constexpr int together = 8;

  block_rows const& in;
  std::size_t const vectors;
  Sum sums[panel_columns / lanes];

  ISOBIT_INLINE explicit panel(block_rows const& rows) : in(rows), vectors((rows.count + lanes - 1) / lanes) {}

  /// Where a vector of columns begins; the last one ends with the columns.
  ISOBIT_INLINE std::size_t column_of(std::size_t v) const { return v + 1 < vectors ? v * lanes : in.count - lanes; }
  ISOBIT_INLINE std::byte const* address_of(int row, std::size_t column) const {
    return in.first + (std::size_t)row * in.stride + column * sizeof(T);
  }
  ISOBIT_INLINE f64 at(int row, std::size_t column) const {
    if constexpr (sizeof(T) == 4)
      return widen(load<f32>(address_of(row, column)));
    else
      return load<f64>(address_of(row, column));
  }
  /// All rows, and between_rows(n) where n are there, a multiple of eight, and more follow.
  template <class Between> ISOBIT_INLINE void add_all(Between between_rows) {
    int row = 0;
    for (; row + together < in.ranks; between_rows(row += together)) add_rows<true>(row, together);
    if (row + together == in.ranks)
      add_rows<false>(row, together);
    else
      add_rows<false>(row, in.ranks - row);
  }

private:
  template <bool MoreFollow> ISOBIT_INLINE void add_rows(int first, int rows) {
    for (std::size_t v = 0; v < vectors; ++v) {
      std::size_t const column = column_of(v);
      Sum sum = sums[v];
#pragma GCC unroll 8
      for (int row = first; row < first + rows; ++row) {
        // Into the second cache, which can wait for more of memory than the first.
        if constexpr (MoreFollow) __builtin_prefetch(address_of(row + together, column), 0, 2);
        sum.add(at(row, column));
      }
      sums[v] = sum;
    }
  }
};

/// Sets the bits of the lanes that are not certain.
template <class Mask> ISOBIT_INLINE void mark_open(std::uint64_t* open, std::size_t column, Mask certain) {
  for (std::size_t k = 0; k < lanes; ++k)
    open[(column + k) / 64] |= std::uint64_t{certain[k] == 0} << (column + k) % 64;
}

}  // namespace columns::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
