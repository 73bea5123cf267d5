#pragma once

#include <memory>

#include <isobit/solver/local_space.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

/// What an iteration multiplies the residual by: an approximation of the inverse. One thread at a time may apply it.
template <class T> using preconditioner = std::unique_ptr<linear_map<T>>;

/// Between which numbers all eigenvalues of inverse(D)*A are taken to lie, D the diagonal; zeros: found by Gershgorin's
/// circles, the lower one a thirtieth of the upper one.
struct eigenvalue_bounds {
  double lower = 0, upper = 0;
};

struct multigrid_options {
  /// A row is grouped with those of its neighbours whose |a_ij| is at least this times sqrt(|a_ii*a_jj|).
  double strength = 0.08;
  /// Smoothing steps before and after the correction by the coarser level.
  int smoothing_steps = 1;
  /// How often each of the first six levels asks the coarser one: 1 is a V-cycle, 2 a W-cycle.
  int cycles = 2;
  index most_levels = 30;
};

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API preconditioner<T> jacobi(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a);
template <class T, class Index, class Offset>
ISOBIT_API preconditioner<T> ssor(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                  linalg::real_of<T> omega);
template <class T, class Index, class Offset>
ISOBIT_API preconditioner<T> ic0(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a);
template <class T, class Index, class Offset>
ISOBIT_API preconditioner<T> ilu0(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a);
template <class T, class Index, class Offset>
ISOBIT_API preconditioner<T> chebyshev(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a, int degree,
                                       eigenvalue_bounds bounds);
template <class T, class Index, class Offset>
ISOBIT_API eigenvalue_bounds lanczos_bounds(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                            int steps);
template <class T, class Index, class Offset>
ISOBIT_API preconditioner<T> multigrid(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                       multigrid_options const& how);
}  // namespace detail

// Each takes the rows that a space owns, with places for columns as csr_map has them, and keeps the space, but copies
// what it needs of the matrix. Elimination goes by the number of the row in the whole system, whoever owns it, so the
// bits are the same on any number of ranks. All throw `error`, on every rank alike, for entries that are not finite and
// for diagonals that are missing or zero.

/// z = r / diagonal.
///
///     isobit::solver::local_space<double> here(a.rows);
///     auto m = isobit::solver::jacobi(here, a.view());
///     auto report = isobit::solver::cg(a.view(), b, x, m.get());
template <class T, class Index, class Offset>
[[nodiscard]] preconditioner<T> jacobi(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  return detail::jacobi<T, Index, Offset>(where, a);
}

/// A sweep of successive over-relaxation forwards, then one backwards. omega is between 0 and 2.
template <class T, class Index, class Offset>
[[nodiscard]] preconditioner<T> ssor(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                     linalg::real_of<T> omega = 1) {
  return detail::ssor<T, Index, Offset>(where, a, omega);
}

/// Cholesky's factors where the lower half of the matrix has entries, and nowhere else. The pattern is symmetric.
/// Throws `error` for a pivot that is not positive.
template <class T, class Index, class Offset>
[[nodiscard]] preconditioner<T> ic0(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  return detail::ic0<T, Index, Offset>(where, a);
}

/// The factors L and U where the matrix has entries, and nowhere else. Over ranks the pattern is symmetric. Throws
/// `error` for a pivot that is zero.
template <class T, class Index, class Offset>
[[nodiscard]] preconditioner<T> ilu0(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) {
  return detail::ilu0<T, Index, Offset>(where, a);
}

/// The polynomial of inverse(D)*A that is smallest between the bounds, in `degree` steps, of which all but the first
/// take a product with the matrix. No reductions.
template <class T, class Index, class Offset>
[[nodiscard]] preconditioner<T> chebyshev(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                          int degree = 4, eigenvalue_bounds bounds = {}) {
  return detail::chebyshev<T, Index, Offset>(where, a, degree, bounds);
}

/// Bounds for `chebyshev` that are closer than its own where a symmetric positive definite matrix is well-conditioned:
/// the upper one is by Gershgorin's circles, too, the lower one the smallest eigenvalue that so many steps of Lanczos's
/// iteration find, but at least a thirtieth and at most half of the upper one. Two reductions a step. Throws `error`,
/// on every rank alike, for a matrix that is seen not to be positive definite.
///
///     isobit::solver::local_space<double> here(a.rows);
///     auto m = isobit::solver::chebyshev(here, a.view(), 4, isobit::solver::lanczos_bounds(here, a.view()));
template <class T, class Index, class Offset>
[[nodiscard]] eigenvalue_bounds lanczos_bounds(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                               int steps = 10) {
  return detail::lanczos_bounds<T, Index, Offset>(where, a, steps);
}

/// Multigrid by aggregation, for symmetric positive definite matrices: groups of rows become the rows of a coarser
/// matrix, whose entries are exact sums, rounded once. The pattern is symmetric.
template <class T, class Index, class Offset>
[[nodiscard]] preconditioner<T> multigrid(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                                          multigrid_options const& how = {}) {
  return detail::multigrid<T, Index, Offset>(where, a, how);
}

}  // namespace solver

ISOBIT_NAMESPACE_END
