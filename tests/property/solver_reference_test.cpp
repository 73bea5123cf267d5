// Every number of every iteration is the one that BITS.md#solvers says: histories and solutions against slow twins.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/multigrid_twin.hpp"
#include "support/solver_twins.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

template <class T> using twin_method = twins::answer(twins::problem<T> const&);

template <class T>
void check(solver::detail::method<T>* method, twin_method<T>* twin, sparse::csr_matrix<T> const& a,
           solver::preconditioner<T> const& m, twins::map<T> const& m_twin, std::size_t steps) {
  random_source random(first_seed());
  auto const n = static_cast<std::size_t>(a.rows);
  auto const b = random_vector<T>(random, n);
  auto x = random_vector<T>(random, n), expected = x;
  solver::local_space<T> const here(a.rows);
  solver::csr_map const map(here, a.view());
  auto const report =
      method({here, map, b, x, m.get()}, {.tolerance = 0, .most_iterations = static_cast<solver::index>(steps)});
  twins::table<T> const whole(a);
  auto const answer = twin({[&](std::vector<T> const& v) { return whole.times(v); }, m_twin, b, expected, steps});
  EXPECT_EQ(report.how, solver::outcome::exhausted);
  EXPECT_TRUE(same_bits(answer.history, report.history));
  EXPECT_TRUE(same_bits(expected, x));
}

template <class T> std::vector<T> unchanged(std::vector<T> const& r) { return r; }

template <class T> void check_methods() {
  auto const a = five_points<T>(6, 0.7), wind = five_points<T>(6, 0.7, 0.3),
             indefinite = five_points<T>(6, 0.7, 0, 1.1);
  solver::local_space<T> const here(a.rows);
  std::vector<T> diagonal(static_cast<std::size_t>(a.rows), T(2 + 2 * 0.7));
  twins::map<T> const over_diagonal = [&](std::vector<T> r) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = r[i] / diagonal[i];
    return r;
  };
  twins::map<T> const none = unchanged<T>;
  check<T>(solver::detail::cg<T>, twins::cg<T>, a, nullptr, none, 9);
  check<T>(solver::detail::cg<T>, twins::cg<T>, a, solver::jacobi(here, a.view()), over_diagonal, 9);
  check<T>(solver::detail::pipelined_cg<T>, twins::pipelined_cg<T>, a, solver::jacobi(here, a.view()), over_diagonal,
           9);
  check<T>(solver::detail::bicgstab<T>, twins::bicgstab<T>, wind, solver::jacobi(here, wind.view()), over_diagonal, 6);
  check<T>(solver::detail::minres<T>, twins::minres<T>, indefinite, nullptr, none, 8);
  check<T>(solver::detail::minres<T>, twins::minres<T>, indefinite, solver::jacobi(here, a.view()), over_diagonal, 8);
  check<T>(solver::detail::gmres<T>, twins::gmres<T>, wind, solver::jacobi(here, wind.view()), over_diagonal, 6);
}
TEST(solver_reference, methods_double) { check_methods<double>(); }
TEST(solver_reference, methods_float) { check_methods<float>(); }

template <class T> void check_preconditioners() {
  random_source random(first_seed());
  for (auto const& a : {five_points<T>(5, 0.7), random_definite<T>(random, 30, 6)}) {
    solver::local_space<T> const here(a.rows);
    twins::table<T> const whole(a);
    auto const cg = solver::detail::cg<T>;
    check<T>(cg, twins::cg<T>, a, solver::ssor(here, a.view(), T(1.3)), twins::ssor<T>(whole, T(1.3)), 4);
    check<T>(cg, twins::cg<T>, a, solver::ic0(here, a.view()), twins::ic0<T>(whole), 4);
    check<T>(cg, twins::cg<T>, a, solver::ilu0(here, a.view()), twins::ilu0<T>(whole), 4);
    check<T>(cg, twins::cg<T>, a, solver::chebyshev(here, a.view(), 4), twins::chebyshev<T>(whole, 4), 4);
    check<T>(cg, twins::cg<T>, a, solver::multigrid(here, a.view()), twins::multigrid<T>(whole, {}), 2);
    solver::multigrid_options const other{.strength = 0.3, .smoothing_steps = 2, .cycles = 1};
    check<T>(cg, twins::cg<T>, a, solver::multigrid(here, a.view(), other), twins::multigrid<T>(whole, other), 2);
  }
  auto const wind = five_points<T>(5, 0.7, 0.3);
  solver::local_space<T> const here(wind.rows);
  check<T>(solver::detail::bicgstab<T>, twins::bicgstab<T>, wind, solver::ilu0(here, wind.view()),
           twins::ilu0<T>(twins::table<T>(wind)), 3);
}
template <class T> void check_bounds() {
  random_source random(first_seed());
  for (auto const& a : {five_points<T>(5, 0.7), five_points<T>(1), random_definite<T>(random, 30, 6)}) {
    solver::local_space<T> const here(a.rows);
    for (int const steps : {1, 2, 7, 40}) {
      auto const expected = twins::lanczos_bounds<T>(twins::table<T>(a), steps);
      auto const actual = solver::lanczos_bounds(here, a.view(), steps);
      EXPECT_TRUE(same_bits(expected.lower, actual.lower)) << steps << " steps";
      EXPECT_TRUE(same_bits(expected.upper, actual.upper)) << steps << " steps";
    }
  }
}
TEST(solver_reference, bounds_double) { check_bounds<double>(); }
TEST(solver_reference, bounds_float) { check_bounds<float>(); }

TEST(solver_reference, preconditioners_double) { check_preconditioners<double>(); }
TEST(solver_reference, preconditioners_float) { check_preconditioners<float>(); }

}  // namespace
}  // namespace isobit::test
