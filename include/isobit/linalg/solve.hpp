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
template <scalar T>
ISOBIT_API void lu_solve(driver_ref const& driver, matrix_view<T const> factors, std::span<index const> pivots,
                         matrix_view<T> b);
template <scalar T>
ISOBIT_API void solve(driver_ref const& driver, matrix_view<T const> a, matrix_view<T> b, refinement steps);
template <scalar T> ISOBIT_API void inverse(driver_ref const& driver, matrix_view<T> a, refinement steps);
template <scalar T> ISOBIT_API T determinant(driver_ref const& driver, matrix_view<T const> a);
}  // namespace detail

/// b = inverse(a)*b from the factors that `lu` returned 0 for: rows exchanged, then `trsm` with l and with u.
template <driver Driver, scalar T>
void lu_solve(Driver const& driver, input_matrix<T> factors, std::span<index const> pivots, matrix_view<T> b) {
  detail::lu_solve<T>(driver_ref(driver), factors, pivots, b);
}
template <scalar T> void lu_solve(input_matrix<T> factors, std::span<index const> pivots, matrix_view<T> b) {
  lu_solve(automatic(), factors, pivots, b);
}

/// b = inverse(a)*b by `lu` and `lu_solve`; a is not changed, unless it is b. With refinement and a matrix that is not
/// ill-conditioned, the error of every entry is near half a unit in the last place. Throws `error` with
/// status::singular, b untouched, where `lu` finds a zero pivot.
template <driver Driver, scalar T>
void solve(Driver const& driver, input_matrix<T> a, matrix_view<T> b, refinement steps = {}) {
  detail::solve<T>(driver_ref(driver), a, b, steps);
}
template <scalar T> void solve(input_matrix<T> a, matrix_view<T> b, refinement steps = {}) {
  solve(automatic(), a, b, steps);
}

/// a = inverse(a): the solution for the columns of the unit matrix.
template <driver Driver, scalar T> void inverse(Driver const& driver, matrix_view<T> a, refinement steps = {}) {
  detail::inverse<T>(driver_ref(driver), a, steps);
}
template <scalar T> void inverse(matrix_view<T> a, refinement steps = {}) { inverse(automatic(), a, steps); }

/// The product of the diagonal of u that `lu` finds, with the sign of its permutation: computed exactly, rounded once.
/// A zero among them: +0. Infinities and NaN: as in a product, so NaN for an infinity and a zero; NaN in both parts
/// where a complex pivot is not finite.
template <driver Driver, class Matrix> [[nodiscard]] auto determinant(Driver const& driver, Matrix a) {
  using T = std::remove_const_t<std::remove_pointer_t<decltype(a.data)>>;
  return detail::determinant<T>(driver_ref(driver), a);
}
template <class Matrix> [[nodiscard]] auto determinant(Matrix a) { return determinant(automatic(), a); }

}  // namespace linalg

ISOBIT_NAMESPACE_END
