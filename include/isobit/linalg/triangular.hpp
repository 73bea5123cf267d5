#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

namespace detail {
template <class T>
ISOBIT_API void trsm(driver_ref const& on, triangle half, diagonal kind, T alpha, matrix_view<T const> a,
                     matrix_view<T> b);
}  // namespace detail

/// b = inverse(a) * alpha*b for a triangular a, in place, by substitution: with r the correctly rounded value of
/// alpha*b(i,j) - sum of a(i,k)*x(k,j) over the k solved before, x(i,j) is r / a(i,i) rounded. The other half of a is
/// not read; with alpha = 0 nothing is, and b becomes +0. A zero on the diagonal gives infinities and NaN, as a
/// division by zero does. Throws `error` for shapes that do not fit and where b shares memory with a. For a solution
/// from the right, x*a = b, transpose both: trsm(half of transposed(a), ..., transposed(a), transposed(b)).
///
///     using namespace isobit::linalg;
///     trsm(triangle::lower, diagonal::stored, 1.0, column_major(a, n, n), column_major(b, n, k));
template <scalar T>
void trsm(triangle half, diagonal kind, std::type_identity_t<T> alpha, input_matrix<T> a, matrix_view<T> b,
          driver_ref const& on = {}) {
  detail::trsm<T>(on, half, kind, alpha, a, b);
}

/// The same for one right-hand side.
template <scalar T>
void trsv(triangle half, diagonal kind, input_matrix<T> a, vector_view<T> x, driver_ref const& on = {}) {
  trsm(half, kind, T(1), a, as_column(x), on);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
