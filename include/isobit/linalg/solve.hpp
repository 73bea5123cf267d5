#pragma once

#include <span>

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

/// How often a solution may be refined: x += solve(b - a*x), the residual and then the sum rounded once, until x no
/// longer changes. 0: not at all.
struct refinement {
  index steps = 0;
};

namespace detail {
template <class T>
ISOBIT_API void lu_solve(driver_ref const& on, matrix_view<T const> factors, std::span<index const> pivots,
                         matrix_view<T> b);
template <class T>
ISOBIT_API void solve(driver_ref const& on, matrix_view<T const> a, matrix_view<T> b, refinement steps);
/// The same for callers that no exception may reach: returns 0, or 1 + the zero pivot of a, with b untouched.
template <class T>
ISOBIT_API index solve_unless_singular(driver_ref const& on, matrix_view<T const> a, matrix_view<T> b,
                                       refinement steps);
template <class T> ISOBIT_API void inverse(driver_ref const& on, matrix_view<T> a, refinement steps);
template <class T> ISOBIT_API T determinant(driver_ref const& on, matrix_view<T const> a);
}  // namespace detail

/// b = inverse(a)*b from the factors that `lu` returned 0 for: rows exchanged, then `trsm` with l and with u.
template <scalar T>
void lu_solve(input_matrix<T> factors, std::span<index const> pivots, matrix_view<T> b, driver_ref const& on = {}) {
  detail::lu_solve<T>(on, factors, pivots, b);
}

/// b = inverse(a)*b by `lu` and `lu_solve`; a is not changed, unless it is b. With refinement and a matrix that is not
/// ill-conditioned, the error of every entry is near half a unit in the last place. Throws `error` with
/// status::singular, b untouched, where `lu` finds a zero pivot.
///
///     using namespace isobit::linalg;
///     solve(row_major(a, n, n), column_major(b, n, 1), refinement{10});
template <scalar T> void solve(input_matrix<T> a, matrix_view<T> b, refinement steps = {}, driver_ref const& on = {}) {
  detail::solve<T>(on, a, b, steps);
}
template <scalar T> void solve(input_matrix<T> a, matrix_view<T> b, driver_ref const& on) { solve(a, b, {}, on); }

/// a = inverse(a): the solution for the columns of the unit matrix.
template <scalar T> void inverse(matrix_view<T> a, refinement steps = {}, driver_ref const& on = {}) {
  detail::inverse<T>(on, a, steps);
}
template <scalar T> void inverse(matrix_view<T> a, driver_ref const& on) { inverse(a, {}, on); }

/// The product of the diagonal of u that `lu` finds, with the sign of its permutation: computed exactly, rounded once.
/// A zero among them: +0. Infinities and NaN: as in a product, so NaN for an infinity and a zero; NaN in both parts
/// where a complex pivot is not finite.
template <class Matrix> [[nodiscard]] auto determinant(Matrix a, driver_ref const& on = {}) {
  using T = std::remove_const_t<std::remove_pointer_t<decltype(a.data)>>;
  return detail::determinant<T>(on, a);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
