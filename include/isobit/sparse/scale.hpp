#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/operand.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> scaled(driver_ref const& on, vector_view<T const> rows,
                                               csr_view<T, Index, Offset> const& a, vector_view<T const> columns);
template <class T, class Index, class Offset> ISOBIT_API std::vector<T> diagonal(csr_view<T, Index, Offset> const& a);
}  // namespace detail

/// The matrix of all rows[i]*a(i, j)*columns[j], each stored entry such a product, computed exactly and rounded once;
/// an exact zero is +0. Those of complex numbers take several times as long. Throws `error` for sizes that do not fit.
///
///     auto balanced = isobit::sparse::scaled(y, a, x);
template <csr_operand A>
[[nodiscard]] matrix_of<A> scaled(linalg::input_vector<element_of<A>> rows, A const& a,
                                  linalg::input_vector<element_of<A>> columns, driver_ref const& on = {}) {
  return detail::scaled(on, rows, detail::operand_of(a), columns);
}

/// The diagonal: where a place is stored several times the sum, rounded once; +0 where nothing is stored.
///
///     std::vector<double> pivots = isobit::sparse::diagonal(a);
template <csr_operand A> [[nodiscard]] std::vector<element_of<A>> diagonal(A const& a) {
  return detail::diagonal(detail::operand_of(a));
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
