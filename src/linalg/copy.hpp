#pragma once

#include <vector>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The elements, column by column, conjugated if the view says so.
template <class T> [[nodiscard]] std::vector<T> copy_of(matrix_view<T const> a) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(a.rows) * static_cast<std::size_t>(a.columns));
  for (index j = 0; j < a.columns; ++j)
    for (index i = 0; i < a.rows; ++i) {
      if constexpr (is_complex<T>)
        values.push_back(a.conjugate ? std::conj(a.at(i, j)) : a.at(i, j));
      else
        values.push_back(a.at(i, j));
    }
  return values;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
