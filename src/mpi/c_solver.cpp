#include <isobit/mpi.h>

#include <isobit/mpi/solver.hpp>

#include "c/solver_arguments.hpp"
#include "mpi/c_sparse_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

namespace isobit::c_interface {
namespace {

/// A system whose rows are spread over ranks, and how to solve it.
template <class T> class distributed_problem {
public:
  distributed_problem(isobit_mpi_matrix const* a, isobit_solver_options const* how, driver_ref const& driver)
      : how_(how == nullptr ? isobit_solver_defaults() : *how), method_(method_of<T>(how_.method)), a_(matrix_of<T>(a)),
        driver_(driver), where_(a_, kept_driver::borrowed(driver)),
        preconditioner_(preconditioner_of<T>(how_, where_, a_.local())), options_(options_of(how_)) {}

  void solve(std::span<T const> b, std::span<T> x, isobit_solver_report& report) {
    call_after_each(how_, options_);
    hand_out(correct(b, x), how_, report);
  }
  void refine(std::span<T const> b, std::span<T> x, int most_steps, isobit_refinement& refinement) {
    auto const result = mpi::solver::refine<T>(
        a_, b, x, [this](std::span<T const> r, std::span<T> d) { correct(r, d); }, most_steps, driver_);
    refinement = {result.converged ? 1 : 0, result.steps};
  }

private:
  solver::report correct(std::span<T const> b, std::span<T> x) const {
    return mpi::solver::detail::solve<T>(method_, a_, b, x, preconditioner_.get(), options_, driver_);
  }

  isobit_solver_options how_;
  solver::detail::method<T>* method_;
  mpi::sparse::distributed_matrix<T> const& a_;
  driver_ref driver_;
  mpi::solver::rank_space<T> where_;
  solver::preconditioner<T> preconditioner_;
  solver::options options_;
};

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                 \
  isobit_status isobit_mpi_##letter##solve(isobit_mpi_matrix const* a, size_t count, element const* b, element* x,    \
                                           isobit_solver_options const* how, isobit_solver_report* report,            \
                                           size_t threads) {                                                          \
    return on_rank(threads, [&](driver_ref const& driver) {                                                           \
      require_pointers(report);                                                                                       \
      distributed_problem<scalar_of<element, real>>(a, how, driver)                                                   \
          .solve(std::span(elements<real>(b), count), std::span(elements<real>(x), count), *report);                  \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_mpi_##letter##refine(isobit_mpi_matrix const* a, size_t count, element const* b, element* x,   \
                                            isobit_solver_options const* how, int most_steps,                         \
                                            isobit_refinement* refinement, size_t threads) {                          \
    return on_rank(threads, [&](driver_ref const& driver) {                                                           \
      require_pointers(refinement);                                                                                   \
      distributed_problem<scalar_of<element, real>>(a, how, driver)                                                   \
          .refine(std::span(elements<real>(b), count), std::span(elements<real>(x), count), most_steps, *refinement); \
    });                                                                                                               \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)

}  // extern "C"
