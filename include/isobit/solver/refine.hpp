#pragma once

#include <functional>

#include <isobit/driver/threads.hpp>
#include <isobit/solver/report.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

/// Solves a*d = r, as well as it can.
template <class T> using correction = std::function<void(std::span<T const> r, std::span<T> d)>;

struct refinement {
  bool converged = false;
  int steps = 0;
};

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API refinement refine(driver_ref const& on, sparse::csr_view<T, Index, Offset> const& a, std::span<T const> b,
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
  return detail::refine<T, Index, Offset>(on, a, b, x, solve, most_steps);
}

}  // namespace solver

ISOBIT_NAMESPACE_END
