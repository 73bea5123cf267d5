#include <string>
#include <string_view>

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <isobit/error.hpp>
#include <isobit/solver.hpp>

#include "call.hpp"
#include "parts.hpp"
#include "sparse_view.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;
namespace solver = isobit::solver;

template <class T> solver::detail::method<T>* method_named(std::string_view name) {
  if (name == "cg") return solver::detail::cg<T>;
  if (name == "pipelined_cg") return solver::detail::pipelined_cg<T>;
  if (name == "bicgstab") return solver::detail::bicgstab<T>;
  if (name == "gmres") return solver::detail::gmres<T>;
  if (name == "minres") return solver::detail::minres<T>;
  throw nb::value_error("isobit: no such method");
}

/// What a preconditioner is called, and its numbers in the order in which Python lists them.
struct wanted_preconditioner {
  std::string_view name;
  std::vector<double> numbers;
};

template <class T, class Index>
solver::preconditioner<T> preconditioner_of(wanted_preconditioner const& wanted, solver::space<T> const& here,
                                            isobit::sparse::csr_view<T, Index> const& a) {
  std::string_view const name = wanted.name;
  auto const& numbers = wanted.numbers;
  auto const whole = [&](std::size_t i) { return static_cast<int>(numbers.at(i)); };
  if (name == "none") return nullptr;
  if (name == "jacobi") return solver::jacobi(here, a);
  if (name == "ssor") return solver::ssor(here, a, static_cast<isobit::linalg::real_of<T>>(numbers.at(0)));
  if (name == "ic0") return solver::ic0(here, a);
  if (name == "ilu0") return solver::ilu0(here, a);
  if (name == "chebyshev") return solver::chebyshev(here, a, whole(0), {numbers.at(1), numbers.at(2)});
  if (name == "multigrid")
    return solver::multigrid(here, a, {numbers.at(0), whole(1), whole(2), static_cast<solver::index>(numbers.at(3))});
  throw nb::value_error("isobit: no such preconditioner");
}

/// Solves a x = b from the x that it finds; (outcome, iterations, residual, history).
nb::tuple solve(std::string_view method, nb::tuple const& a, nb::handle b, nb::handle x,
                std::string_view preconditioner, std::vector<double> numbers, double tolerance,
                std::ptrdiff_t most_iterations, std::ptrdiff_t restart, nb::object after_each, char letter,
                std::size_t threads) {
  sparse_argument const matrix(a);
  buffer const right(b), solution(x, true);
  auto const on = driver_of(threads);
  solver::options how{tolerance, most_iterations, restart};
  if (!after_each.is_none())
    how.after_each = [&after_each](solver::progress const& now) {
      nb::gil_scoped_acquire const lock;
      return nb::cast<bool>(after_each(now.iteration, now.residual));
    };
  auto const report = with_sparse_types(
      letter, matrix.wide(), [&]<class T, class Index>(std::type_identity<T>, std::type_identity<Index>) {
        nb::gil_scoped_release const released;
        auto const view = matrix.view<T, Index>();
        solver::local_space<T> const here(view.rows, on);
        auto const m = preconditioner_of<T, Index>({preconditioner, numbers}, here, view);
        return solver::detail::solve_here<T>(method_named<T>(method), view, right.all<T const>(), solution.all<T>(),
                                             m.get(), how, on.ref());
      });
  return nb::make_tuple(solver::name_of(report.how), report.iterations, report.residual, report.history);
}

}  // namespace

void add_solvers(nb::module_& module) {
  module.def("sparse_solve", solve, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg());
}

}  // namespace isobit_python
