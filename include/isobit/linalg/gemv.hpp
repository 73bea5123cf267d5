#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

namespace detail {
template <class T>
ISOBIT_API void gemv(driver_ref const& on, T alpha, matrix_view<T const> a, vector_view<T const> x, T beta,
                     vector_view<T> y);
template <class T>
ISOBIT_API void ger(driver_ref const& on, T alpha, vector_view<T const> x, vector_view<T const> y, matrix_view<T> a);
}  // namespace detail

/// y = alpha*a*x + beta*y: every entry is that sum, computed exactly and rounded once. With beta = 0 y is not read;
/// with alpha = 0 neither a nor x is. Throws `error` for shapes that do not fit and where y shares memory with a or x.
///
///     using namespace isobit::linalg;
///     gemv(1.0, transposed(column_major(a, m, n)), x, 0.0, vector_view<double>(y));
template <scalar T>
void gemv(std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x, std::type_identity_t<T> beta,
          vector_view<T> y, driver_ref const& on = {}) {
  detail::gemv<T>(on, alpha, a, x, beta, y);
}

/// a = alpha * x * transposed(y) + a, every entry rounded once. For BLAS's gerc pass conjugated(y).
template <scalar T>
void ger(std::type_identity_t<T> alpha, input_vector<T> x, input_vector<T> y, matrix_view<T> a,
         driver_ref const& on = {}) {
  detail::ger<T>(on, alpha, x, y, a);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
