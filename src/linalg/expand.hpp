#pragma once

#include <algorithm>
#include <vector>

#include <isobit/linalg/structured.hpp>

#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The columns of row i that are not zero for want of being stored: from `first` to `end` - 1. Neither falls as i
/// rises.
struct columns_of_row {
  index first, end;

  template <class T> columns_of_row(structured_view<T> const& a, index i) noexcept {
    index const both = std::max(a.below, a.above);
    bool const one_half = a.rest == elsewhere::zero;
    first = std::clamp<index>(i - (one_half ? a.below : both), 0, a.columns);
    end = std::clamp<index>(i + (one_half ? a.above : both) + 1, first, a.columns);
  }
};

/// Whether some row or column has an entry that is zero for want of being stored.
template <class T> [[nodiscard]] bool has_gaps(structured_view<T> const& a) noexcept {
  if (a.rows == 0 || a.columns == 0) return false;
  return columns_of_row(a, a.rows - 1).first > 0 || columns_of_row(a, 0).end < a.columns;
}

/// Copies count > 0 elements, `stride` apart, conjugated or not.
template <class T> void copy_line(T const* from, index stride, index count, bool conjugate, T* to) noexcept {
  if (stride == 1 && !conjugate)
    std::copy_n(from, count, to);
  else if (!conjugate)
    for (index i = 0; i < count; ++i) to[i] = from[i * stride];
  else
    for (index i = 0; i < count; ++i) to[i] = conjugated(from[i * stride]);
}

/// Rows from `first` to `last` - 1 with all their columns that are not zero everywhere, as a matrix like any other.
template <class T> struct expanded_rows {
  index first_column;
  matrix_view<T const> matrix;

  expanded_rows(structured_view<T> const& a, index first, index last, std::vector<T>& memory)
      : first_column(columns_of_row(a, first).first) {
    index const end = columns_of_row(a, last - 1).end, height = last - first;
    memory.resize(static_cast<std::size_t>(height * (end - first_column)));
    for (index j = first_column; j < end; ++j) column(a, first, last, j, memory.data() + (j - first_column) * height);
    matrix.data = memory.data(), matrix.rows = height, matrix.columns = end - first_column;
    matrix.column_stride = height, matrix.conjugate = a.conjugate;
  }

private:
  static void column(structured_view<T> const& a, index first, index last, index j, T* to) {
    using order = typename structured_view<T>::order;
    auto const within = [&](index i) { return std::clamp(i, first, last); };
    index const begin = within(j - a.above), end = within(j + a.below + 1);
    std::fill_n(to, begin - first, T{});
    std::fill_n(to + (end - first), last - end, T{});
    if (a.stored == order::packed_rows)
      for (index i = begin; i < end; ++i) to[i - first] = a.data[a.place(i, j)];
    else if (begin < end)
      copy_line(a.data + a.place(begin, j), a.row_stride, end - begin, false, to + (begin - first));
    if (a.rest != elsewhere::zero) mirrored(a, first, last, j, to);
    if (j < first || j >= last) return;
    if (a.ones) to[j - first] = T(1);
    if constexpr (is_complex<T>)
      if (a.rest == elsewhere::conjugated) to[j - first] = to[j - first].real();
  }

  /// What of a column stands in row j of what is stored.
  static void mirrored(structured_view<T> const& a, index first, index last, index j, T* to) {
    using order = typename structured_view<T>::order;
    bool const conjugate = a.rest == elsewhere::conjugated;
    index const begin = std::clamp(a.above == 0 ? j - a.below : j + 1, first, last);
    index const end = std::clamp(a.above == 0 ? j : j + a.above + 1, first, last);
    if (begin >= end) return;
    if (a.stored == order::strided)
      copy_line(a.data + a.place(j, begin), a.column_stride, end - begin, conjugate, to + (begin - first));
    else if (a.stored == order::packed_rows)
      copy_line(a.data + a.place(j, begin), index{1}, end - begin, conjugate, to + (begin - first));
    else
      for (index i = begin; i < end; ++i) copy_line(a.data + a.place(j, i), index{1}, 1, conjugate, to + (i - first));
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
