#include <isobit/solver.h>

#include <complex>
#include <cstdint>

#include "c/driver.hpp"
#include "c/solver_arguments.hpp"
#include "c/sparse_arguments.hpp"

namespace isobit::c_interface {
namespace {

using solver::index;

/// A system, and how to solve it: what both functions make of their arguments.
template <class T, class Index> class problem {
public:
  problem(index rows, Index const* offsets, Index const* indices, T const* values, T const* b, T* x,
          isobit_solver_options const* how, driver_ref const& driver)
      : how_(how == nullptr ? isobit_solver_defaults() : *how), method_(method_of<T>(how_.method)),
        a_(csr(rows, rows, offsets, indices, values)), b_(array(b, static_cast<std::size_t>(rows))),
        x_(array(x, static_cast<std::size_t>(rows))), here_(rows, kept_driver::borrowed(driver)), map_(here_, a_),
        preconditioner_(preconditioner_of<T>(how_, here_, a_)), options_(options_of(how_)) {}

  void solve(isobit_solver_report& report) {
    array(how_.history, how_.history == nullptr ? 0 : how_.history_capacity);
    call_after_each(how_, options_);
    hand_out(correct(b_, x_), how_, report);
  }

  void refine(int most_steps, isobit_refinement& refinement) {
    auto const result = solver::refine<T>(
        here_, a_, b_, x_, [this](std::span<T const> r, std::span<T> d) { correct(r, d); }, most_steps);
    refinement = {result.converged ? 1 : 0, result.steps};
  }

private:
  solver::report correct(std::span<T const> b, std::span<T> x) const {
    return method_({here_, map_, b, x, preconditioner_.get()}, options_);
  }

  isobit_solver_options how_;
  solver::detail::method<T>* method_;
  sparse::csr_view<T, Index> a_;
  std::span<T const> b_;
  std::span<T> x_;
  solver::local_space<T> here_;
  solver::csr_map<T, Index, Index> map_;
  solver::preconditioner<T> preconditioner_;
  solver::options options_;
};

/// A system whose numbers C passes by pointers to elements, which are void for complex numbers.
template <class T, class Index, class Element>
problem<T, Index> problem_of(std::ptrdiff_t rows, Index const* offsets, Index const* indices, Element const* values,
                             Element const* b, Element* x, isobit_solver_options const* how, driver_ref const& driver) {
  return {rows, offsets, indices, static_cast<T const*>(values), static_cast<T const*>(b), static_cast<T*>(x),
          how,  driver};
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

char const* isobit_outcome_string(isobit_outcome outcome) {
  return outcome >= ISOBIT_CONVERGED && outcome <= ISOBIT_STOPPED
             ? solver::name_of(static_cast<solver::outcome>(outcome))
             : "unknown";
}

isobit_solver_options isobit_solver_defaults(void) {
  solver::options const options;
  solver::multigrid_options const multigrid;
  isobit_solver_options result = {};
  result.tolerance = options.tolerance;
  result.most_iterations = options.most_iterations;
  result.restart = options.restart;
  result.ssor_omega = 1;
  result.chebyshev_degree = 4;
  result.multigrid_strength = multigrid.strength;
  result.multigrid_smoothing_steps = multigrid.smoothing_steps;
  result.multigrid_cycles = multigrid.cycles;
  result.multigrid_most_levels = multigrid.most_levels;
  return result;
}

#define ISOBIT_DEFINE(letter, suffix, T, Element, Index)                                                            \
  isobit_status isobit_##letter##csrsolve##suffix(                                                                  \
      std::ptrdiff_t rows, Index const* offsets, Index const* indices, Element const* values, Element const* b,     \
      Element* x, isobit_solver_options const* how, isobit_solver_report* report, std::size_t threads) {            \
    return run(threads, [&](auto const& driver) {                                                                   \
      require_pointers(report);                                                                                     \
      problem_of<T>(rows, offsets, indices, values, b, x, how, driver).solve(*report);                              \
    });                                                                                                             \
  }                                                                                                                 \
  isobit_status isobit_##letter##csrrefine##suffix(std::ptrdiff_t rows, Index const* offsets, Index const* indices, \
                                                   Element const* values, Element const* b, Element* x,             \
                                                   isobit_solver_options const* how, int most_steps,                \
                                                   isobit_refinement* refinement, std::size_t threads) {            \
    return run(threads, [&](auto const& driver) {                                                                   \
      require_pointers(refinement);                                                                                 \
      problem_of<T>(rows, offsets, indices, values, b, x, how, driver).refine(most_steps, *refinement);             \
    });                                                                                                             \
  }
ISOBIT_DEFINE(s, , float, float, std::int32_t)
ISOBIT_DEFINE(s, _64, float, float, std::int64_t)
ISOBIT_DEFINE(d, , double, double, std::int32_t)
ISOBIT_DEFINE(d, _64, double, double, std::int64_t)
ISOBIT_DEFINE(c, , std::complex<float>, void, std::int32_t)
ISOBIT_DEFINE(c, _64, std::complex<float>, void, std::int64_t)
ISOBIT_DEFINE(z, , std::complex<double>, void, std::int32_t)
ISOBIT_DEFINE(z, _64, std::complex<double>, void, std::int64_t)

}  // extern "C"
