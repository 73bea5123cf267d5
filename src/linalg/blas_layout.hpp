#pragma once

#include <utility>

#include <isobit/linalg/structured.hpp>
#include <isobit/linalg/updates.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

// What BLAS stores in part, by columns or, as CBLAS has it too, by rows: then it is the transposed matrix by columns.

[[nodiscard]] constexpr triangle other(triangle half) noexcept {
  return half == triangle::lower ? triangle::upper : triangle::lower;
}

template <class T>
[[nodiscard]] structured_view<T> packed_as(bool by_rows, triangle half, T const* data, index n, diagonal kind) {
  return by_rows ? transposed(packed(other(half), data, n, kind)) : packed(half, data, n, kind);
}

template <class T>
[[nodiscard]] structured_view<T> banded_as(bool by_rows, T const* data, index rows, index columns, index below,
                                           index above, index leading, diagonal kind) {
  return by_rows ? transposed(banded(data, columns, rows, above, below, leading, kind))
                 : banded(data, rows, columns, below, above, leading, kind);
}

/// How many diagonals lie below and above the main one, where one half of a matrix has so many.
struct diagonals_beside {
  index below, above;
  constexpr diagonals_beside(triangle half, index width) noexcept
      : below(half == triangle::lower ? width : 0), above(half == triangle::lower ? 0 : width) {}
};

/// A packed half that is written.
template <class T>
[[nodiscard]] packed_view<T> packed_result_as(bool by_rows, triangle half, T* data, index n) noexcept {
  return {data, n, by_rows ? other(half) : half};
}

/// What x and y of a Hermitian update of a packed half become by rows, where the matrix is the conjugate.
template <class T> void turn_for_rows(vector_view<T const>& x, vector_view<T const>& y) noexcept {
  std::swap(x, y);
  x.conjugate = !x.conjugate, y.conjugate = !y.conjugate;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
