#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/layouts.hpp>
#include <isobit/sparse/operand.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {

template <class T, class Index, class Offset>
csc_view<T, Index, Offset> layout_of(csc_view<T, Index, Offset> const& a) noexcept {
  return a;
}
template <class T, class Index> bsr_view<T, Index> layout_of(bsr_view<T, Index> const& a) noexcept { return a; }
template <class T, class Index> ell_view<T, Index> layout_of(ell_view<T, Index> const& a) noexcept { return a; }
template <class T, class Index> sell_view<T, Index> layout_of(sell_view<T, Index> const& a) noexcept { return a; }
template <class T, class Index, class Offset>
csc_view<T, Index, Offset> layout_of(csc_matrix<T, Index, Offset> const& a) noexcept {
  return a.view();
}
template <class T, class Index> bsr_view<T, Index> layout_of(bsr_matrix<T, Index> const& a) noexcept {
  return a.view();
}
template <class T, class Index> ell_view<T, Index> layout_of(ell_matrix<T, Index> const& a) noexcept {
  return a.view();
}
template <class T, class Index> sell_view<T, Index> layout_of(sell_matrix<T, Index> const& a) noexcept {
  return a.view();
}

template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> to_csr(csc_view<T, Index, Offset> const& a);
template <class T, class Index> ISOBIT_API csr_matrix<T, Index> to_csr(bsr_view<T, Index> const& a);
template <class T, class Index> ISOBIT_API csr_matrix<T, Index> to_csr(ell_view<T, Index> const& a);
template <class T, class Index> ISOBIT_API csr_matrix<T, Index> to_csr(sell_view<T, Index> const& a);

template <class T, class Index, class Offset>
ISOBIT_API csc_matrix<T, Index, Offset> to_csc(csr_view<T, Index, Offset> const& a);
template <class T, class Index, class Offset>
ISOBIT_API bsr_matrix<T, Index> to_bsr(csr_view<T, Index, Offset> const& a, index block_rows, index block_columns);
template <class T, class Index, class Offset>
ISOBIT_API ell_matrix<T, Index> to_ell(csr_view<T, Index, Offset> const& a);
template <class T, class Index, class Offset>
ISOBIT_API sell_matrix<T, Index> to_sell(csr_view<T, Index, Offset> const& a, index chunk, index sigma);

template <class T, class Index, class Offset>
ISOBIT_API void multiply(driver_ref const& on, T alpha, csc_view<T, Index, Offset> const& a, matrix_view<T const> x,
                         T beta, matrix_view<T> y);
template <class T, class Index>
ISOBIT_API void multiply(driver_ref const& on, T alpha, bsr_view<T, Index> const& a, matrix_view<T const> x, T beta,
                         matrix_view<T> y);
template <class T, class Index>
ISOBIT_API void multiply(driver_ref const& on, T alpha, ell_view<T, Index> const& a, matrix_view<T const> x, T beta,
                         matrix_view<T> y);
template <class T, class Index>
ISOBIT_API void multiply(driver_ref const& on, T alpha, sell_view<T, Index> const& a, matrix_view<T const> x, T beta,
                         matrix_view<T> y);

template <class A>
using element_of_layout =
    std::remove_const_t<std::remove_pointer_t<decltype(layout_of(std::declval<A const&>()).values)>>;

}  // namespace detail

/// A view or a matrix in one of the layouts beside CSR.
template <class A>
concept layout_operand = requires(A const& a) {
  detail::layout_of(a);
};

/// The same entries by rows: from CSC columns ascend, from the others they have the order that they have there.
///
///     auto rows_again = isobit::sparse::to_csr(isobit::sparse::to_csc(a));
template <layout_operand A> [[nodiscard]] auto to_csr(A const& a) { return detail::to_csr(detail::layout_of(a)); }

/// The same entries by columns, rows ascending.
template <csr_operand A> [[nodiscard]] auto to_csc(A const& a) { return detail::to_csc(detail::operand_of(a)); }

/// In blocks, whose columns ascend. Zeros fill them up, and are entries then. Where an entry occurs several times, so
/// does its block. Throws `error` for blocks without rows or columns, and for more blocks than indices can count.
template <csr_operand A> [[nodiscard]] auto to_bsr(A const& a, index block_rows, index block_columns) {
  return detail::to_bsr(detail::operand_of(a), block_rows, block_columns);
}

/// In rows that all are as long as the longest.
template <csr_operand A> [[nodiscard]] auto to_ell(A const& a) { return detail::to_ell(detail::operand_of(a)); }

/// In chunks of so many rows, which are sorted by length, the longest first, among every `sigma` that follow each
/// other.
template <csr_operand A> [[nodiscard]] auto to_sell(A const& a, index chunk, index sigma = 1) {
  return detail::to_sell(detail::operand_of(a), chunk, sigma);
}

/// y = alpha*a*x + beta*y with the bits that `to_csr(a)` gives. Rows are gathered into strips by rows on the way; a
/// matrix by columns is made one by rows first. Throws `error` as for a matrix by rows.
///
///     isobit::sparse::multiply(1.0, isobit::sparse::to_ell(a), x, 0.0, y, isobit::threads());
template <layout_operand A>
void multiply(std::type_identity_t<detail::element_of_layout<A>> alpha, A const& a,
              linalg::input_vector<detail::element_of_layout<A>> x,
              std::type_identity_t<detail::element_of_layout<A>> beta,
              std::type_identity_t<vector_view<detail::element_of_layout<A>>> y, driver_ref const& on = {}) {
  detail::multiply(on, alpha, detail::layout_of(a), as_column(x), beta, as_column(y));
}
template <layout_operand A>
void multiply(std::type_identity_t<detail::element_of_layout<A>> alpha, A const& a,
              linalg::input_matrix<detail::element_of_layout<A>> x,
              std::type_identity_t<detail::element_of_layout<A>> beta,
              std::type_identity_t<matrix_view<detail::element_of_layout<A>>> y, driver_ref const& on = {}) {
  detail::multiply(on, alpha, detail::layout_of(a), x, beta, y);
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
