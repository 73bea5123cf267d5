#pragma once

#include <algorithm>

#include <isobit/linalg/structured.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// How many rows have entries; those of a band that ends before them have none.
template <class T> index rows_with_entries(structured_view<T> const& a) noexcept {
  return a.columns == 0 ? 0 : std::min(a.rows, a.columns + a.below);
}

/// The places of the first and the last element that is stored. Precondition: the matrix is not empty.
struct stored_range {
  index lowest = 0, highest = 0;  // where (0, 0) is, which every matrix stores

  template <class T> explicit stored_range(structured_view<T> const& a) noexcept {
    index const last_row = rows_with_entries(a) - 1;
    auto const take_row = [&](index i) {
      index const first = std::max<index>(i - a.below, 0), last = std::min(i + a.above, a.columns - 1);
      for (index const place : {a.place(i, first), a.place(i, last)})
        lowest = std::min(lowest, place), highest = std::max(highest, place);
    };
    // With strides both ends of a row move evenly from row to row, but where the band meets a side of the matrix.
    if (a.stored == structured_view<T>::order::strided)
      for (index const i : {index{0}, a.below, a.columns - 1 - a.above, last_row})
        take_row(std::clamp<index>(i, 0, last_row));
    else
      for (index i = 0; i <= last_row; ++i) take_row(i);
  }
  [[nodiscard]] index size() const noexcept { return highest - lowest + 1; }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
