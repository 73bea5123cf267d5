#pragma once

#include "linalg/check.hpp"
#include "linalg/stored_range.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

/// Where a matrix lies: all that is between the first and the last element that is stored, or, where that says no more,
/// the rows and columns it is part of.
template <class T> footprint extent_of(structured_view<T> const& a) {
  if (a.rows == 0 || a.columns == 0) return footprint_of(vector_view<T const>());
  stored_range const stored(a);
  auto const is_within = [&](index i, index j) {
    return stored.lowest <= a.place(i, j) && a.place(i, j) <= stored.highest;
  };
  index const i = a.rows - 1, j = a.columns - 1;
  if (a.stored == structured_view<T>::order::strided && is_within(i, 0) && is_within(0, j) && is_within(i, j)) {
    matrix_view<T const> whole;
    whole.data = a.data, whole.rows = a.rows, whole.columns = a.columns;
    whole.row_stride = a.row_stride, whole.column_stride = a.column_stride;
    return footprint_of(whole);
  }
  vector_view<T const> line;
  line.data = a.data + stored.lowest, line.size = stored.size();
  return footprint_of(line);
}

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
