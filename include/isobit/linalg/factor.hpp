#pragma once

#include <span>

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

/// How many columns are factored at a time; 0 lets the library choose. It does not show in the bits.
struct block_size {
  index value = 0;
};

namespace detail {
template <class T>
ISOBIT_API index lu(driver_ref const& on, matrix_view<T> a, std::span<index> pivots, block_size block);
template <class T> ISOBIT_API index cholesky(driver_ref const& on, triangle half, matrix_view<T> a, block_size block);
}  // namespace detail

/// Factors a = p * l * u in place, as LAPACK's getrf: u on and above the diagonal, l (ones on its diagonal) below;
/// row i was exchanged with row pivots[i] >= i. With r(i,j) the correctly rounded value of
/// a(i,j) - sum of l(i,k)*u(k,j) over k < min(i,j): u(i,j) = r(i,j) for i <= j, l(i,j) = r(i,j) / u(j,j) rounded. The
/// pivot of column j is the r(i,j), i >= j, of largest magnitude (complex: |re| + |im|, rounded), the first of several;
/// NaN counts as larger than infinity. A zero r(i,j) is +0.
/// Returns 0, or 1 + the first j with u(j,j) = 0: the column is then left undivided, and the factors are complete but
/// not fit for solving. Throws `error` for fewer pivots than min(rows, columns). docs/maths/factor.md
///
///     std::vector<std::ptrdiff_t> pivots(static_cast<std::size_t>(n));
///     auto zero_pivot = isobit::linalg::lu(isobit::row_major(a, n, n), pivots);
template <scalar T>
[[nodiscard]] index lu(matrix_view<T> a, std::span<index> pivots, block_size block = {}, driver_ref const& on = {}) {
  return detail::lu<T>(on, a, pivots, block);
}
template <scalar T> [[nodiscard]] index lu(matrix_view<T> a, std::span<index> pivots, driver_ref const& on) {
  return lu(a, pivots, {}, on);
}

/// Factors a Hermitian positive definite a = l * adjoint(l) in place, reading and writing one half only (upper:
/// adjoint(l) is written). With r as above: l(j,j) is the square root of r(j,j), rounded, l(i,j) = r(i,j) / l(j,j)
/// rounded (complex: both parts). The imaginary parts of the diagonal are not read and become 0. Returns 0, or 1 + the
/// first j with r(j,j) not greater than 0 (NaN is not); columns before j are then factored, those from j on as they
/// were.
///
///     auto failed = isobit::linalg::cholesky(isobit::linalg::triangle::lower, isobit::row_major(a, n, n));
template <scalar T>
[[nodiscard]] index cholesky(triangle half, matrix_view<T> a, block_size block = {}, driver_ref const& on = {}) {
  return detail::cholesky<T>(on, half, a, block);
}
template <scalar T> [[nodiscard]] index cholesky(triangle half, matrix_view<T> a, driver_ref const& on) {
  return cholesky(half, a, {}, on);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
