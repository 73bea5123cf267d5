#pragma once

#include <isobit/solver.h>

#include <algorithm>

#include <isobit/solver.hpp>

#include "c/guard.hpp"

/// From C's options to a method and its preconditioner, and back to its report.
namespace isobit::c_interface {

static_assert(ISOBIT_STOPPED == static_cast<int>(solver::outcome::stopped), "the last, and so all before it");

template <class T> solver::detail::method<T>* method_of(isobit_method method) {
  switch (method) {
  case ISOBIT_CG:
    return solver::detail::cg<T>;
  case ISOBIT_PIPELINED_CG:
    return solver::detail::pipelined_cg<T>;
  case ISOBIT_BICGSTAB:
    return solver::detail::bicgstab<T>;
  case ISOBIT_GMRES:
    return solver::detail::gmres<T>;
  case ISOBIT_MINRES:
    return solver::detail::minres<T>;
  }
  refuse_enumerator();
}

template <class T, class View>
solver::preconditioner<T> preconditioner_of(isobit_solver_options const& how, solver::space<T> const& where,
                                            View const& a) {
  switch (how.preconditioner) {
  case ISOBIT_NO_PRECONDITIONER:
    return nullptr;
  case ISOBIT_JACOBI:
    return solver::jacobi(where, a);
  case ISOBIT_SSOR:
    return solver::ssor(where, a, static_cast<linalg::real_of<T>>(how.ssor_omega));
  case ISOBIT_IC0:
    return solver::ic0(where, a);
  case ISOBIT_ILU0:
    return solver::ilu0(where, a);
  case ISOBIT_CHEBYSHEV:
    return solver::chebyshev(where, a, how.chebyshev_degree, {how.chebyshev_lower, how.chebyshev_upper});
  case ISOBIT_MULTIGRID:
    return solver::multigrid(where, a,
                             {.strength = how.multigrid_strength,
                              .smoothing_steps = how.multigrid_smoothing_steps,
                              .cycles = how.multigrid_cycles,
                              .most_levels = how.multigrid_most_levels});
  }
  refuse_enumerator();
}

inline solver::options options_of(isobit_solver_options const& how) {
  solver::options result;
  result.tolerance = how.tolerance;
  result.most_iterations = how.most_iterations;
  result.restart = how.restart;
  return result;
}

/// The caller's function, where he has one.
inline void call_after_each(isobit_solver_options const& how, solver::options& options) {
  if (how.after_each == nullptr) return;
  options.after_each = [&how](solver::progress const& now) {
    return how.after_each(how.context, now.iteration, now.residual) != 0;
  };
}

inline void hand_out(solver::report const& result, isobit_solver_options const& how, isobit_solver_report& report) {
  if (how.history != nullptr)
    std::copy_n(result.history.begin(), std::min(result.history.size(), how.history_capacity), how.history);
  report = {static_cast<isobit_outcome>(result.how), result.iterations, result.residual, result.history.size()};
}

}  // namespace isobit::c_interface
