#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/operand.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API void multiply(driver_ref const& on, T alpha, csr_view<T, Index, Offset> const& a, vector_view<T const> x,
                         T beta, vector_view<T> y);
template <class T, class Index, class Offset>
ISOBIT_API void multiply(driver_ref const& on, T alpha, csr_view<T, Index, Offset> const& a, matrix_view<T const> x,
                         T beta, matrix_view<T> y);
}  // namespace detail

/// y = alpha*a*x + beta*y ("SpMV"): every entry is that sum, computed exactly and rounded once; an exact zero is +0.
/// What is not stored adds nothing, whatever x has there. With beta = 0 y is not read; with alpha = 0 neither a nor x
/// is. Throws `error` for sizes that do not fit and where y shares memory with a or x.
///
///     isobit::sparse::multiply(1.0, a, x, 0.0, isobit::vector_view<double>(y), isobit::threads());
template <scalar T, index_type Index, index_type Offset>
void multiply(std::type_identity_t<T> alpha, csr_view<T, Index, Offset> const& a, linalg::input_vector<T> x,
              std::type_identity_t<T> beta, std::type_identity_t<vector_view<T>> y, driver_ref const& on = {}) {
  detail::multiply<T, Index, Offset>(on, alpha, a, x, beta, y);
}
template <scalar T, index_type Index, index_type Offset>
void multiply(std::type_identity_t<T> alpha, csr_matrix<T, Index, Offset> const& a, linalg::input_vector<T> x,
              std::type_identity_t<T> beta, std::type_identity_t<vector_view<T>> y, driver_ref const& on = {}) {
  multiply(alpha, a.view(), x, beta, y, on);
}

/// y = a*x.
///
///     isobit::sparse::multiply(a, x, isobit::vector_view<double>(y));
template <scalar T, index_type Index, index_type Offset>
void multiply(csr_view<T, Index, Offset> const& a, linalg::input_vector<T> x, std::type_identity_t<vector_view<T>> y,
              driver_ref const& on = {}) {
  detail::multiply<T, Index, Offset>(on, T{1}, a, x, T{}, y);
}
template <scalar T, index_type Index, index_type Offset>
void multiply(csr_matrix<T, Index, Offset> const& a, linalg::input_vector<T> x, std::type_identity_t<vector_view<T>> y,
              driver_ref const& on = {}) {
  multiply(a.view(), x, y, on);
}

/// y = alpha*a*x + beta*y for several columns at a time ("SpMM"), each with the bits that it has alone.
///
///     isobit::sparse::multiply(1.0, a, column_major(x.data(), columns, 3), 0.0, column_major(y.data(), rows, 3));
template <csr_operand A>
void multiply(std::type_identity_t<element_of<A>> alpha, A const& a, linalg::input_matrix<element_of<A>> x,
              std::type_identity_t<element_of<A>> beta, matrix_view<element_of<A>> y, driver_ref const& on = {}) {
  detail::multiply(on, alpha, detail::operand_of(a), x, beta, y);
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
