#pragma once

#include <functional>

#include <isobit/solver/local_space.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

/// Solves a*d = r, as well as it can, from d = 0. Over ranks a call of all of them, each with its own rows.
template <class T> using correction = std::function<void(std::span<T const> r, std::span<T> d)>;

struct refinement {
  bool converged = false;
  int steps = 0;
};

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API refinement refine(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a, std::span<T const> b,
                             std::span<T> x, correction<T> const& solve, int most_steps);
}  // namespace detail

/// Improves a solution x of a*x = b until it no longer changes: what is left, b - a*(x + low), is computed exactly and
/// rounded once, `solve` finds a correction for it, and x + low, two numbers for each, take it in. For systems that are
/// not too ill-conditioned x comes out with an error of hardly more than half of its last place. Throws `error` for
/// sizes that do not fit.
///
///     auto solve = [&](std::span<double const> r, std::span<double> d) { isobit::solver::cg(a.view(), r, d); };
///     auto report = isobit::solver::refine<double>(a.view(), b, x, solve);
template <class T, class Index, class Offset>
refinement refine(sparse::csr_view<T, Index, Offset> const& a, std::span<std::type_identity_t<T> const> b,
                  std::span<std::type_identity_t<T>> x, correction<std::type_identity_t<T>> const& solve,
                  int most_steps = 20, driver_ref const& on = {}) {
  return detail::refine<T, Index, Offset>(local_space<T>(a.rows, kept_driver::borrowed(on)), a, b, x, solve,
                                          most_steps);
}
/// The same for the rows that a space owns, with places for columns as csr_map has them: the same bits on any number of
/// ranks. Throws `error`, on every rank, where something does not fit on one.
///
///     isobit::solver::local_space<double> here(a.rows);
///     auto solve = [&](std::span<double const> r, std::span<double> d) { isobit::solver::cg(a.view(), r, d); };
///     auto report = isobit::solver::refine<double>(here, a.view(), b, x, solve);
template <class T, class Index, class Offset>
refinement refine(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a,
                  std::span<std::type_identity_t<T> const> b, std::span<std::type_identity_t<T>> x,
                  correction<std::type_identity_t<T>> const& solve, int most_steps = 20) {
  return detail::refine<T, Index, Offset>(where, a, b, x, solve, most_steps);
}

}  // namespace solver

ISOBIT_NAMESPACE_END
