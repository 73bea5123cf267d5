#pragma once

#include <vector>

#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Precondition: the shapes are equal; the views are disjoint or the same.
template <class T>
void copy_to(matrix_view<T> const& to, std::type_identity_t<matrix_view<T const>> const& from) noexcept {
  for (index j = 0; j < to.columns; ++j)
    for (index i = 0; i < to.rows; ++i) to.at(i, j) = element(from, i, j);
}

/// The elements, column by column, conjugated if the view says so.
template <class T> [[nodiscard]] std::vector<T> copy_of(matrix_view<T const> a) {
  std::vector<T> values(static_cast<std::size_t>(a.rows) * static_cast<std::size_t>(a.columns));
  copy_to(column_major(values.data(), a.rows, a.columns), a);
  return values;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
