// Every number of every iteration is the one that BITS.md#solvers says: histories and solutions against slow twins.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/multigrid_twin.hpp"
#include "support/preconditioner_twins.hpp"
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
  EXPECT_TRUE(same_bits(parts_of(expected), parts_of(x)));
}

template <class T> std::vector<T> unchanged(std::vector<T> const& r) { return r; }

template <class T> void check_methods() {
  using real = linalg::real_of<T>;
  T more{};
  if constexpr (linalg::is_complex<T>) more = {0, real(0.6)};
  auto const a = system_of<T>(five_points<real>(6, 0.7)), wind = system_of<T>(five_points<real>(6, 0.7, 0.3), more),
             indefinite = system_of<T>(five_points<real>(6, 0.7, 0, 1.1));
  solver::local_space<T> const here(a.rows);
  auto const over = [](T diagonal) -> twins::map<T> {
    return [=](std::vector<T> r) {
      for (T& one : r) one = twins::quotient(one, diagonal);
      return r;
    };
  };
  auto const over_diagonal = over(T(real(2 + 2 * 0.7))), over_wind = over(T(real(2 + 2 * 0.7)) + more);
  twins::map<T> const none = unchanged<T>;
  check<T>(solver::detail::cg<T>, twins::cg<T>, a, nullptr, none, 9);
  check<T>(solver::detail::cg<T>, twins::cg<T>, a, solver::jacobi(here, a.view()), over_diagonal, 9);
  check<T>(solver::detail::pipelined_cg<T>, twins::pipelined_cg<T>, a, solver::jacobi(here, a.view()), over_diagonal,
           9);
  check<T>(solver::detail::bicgstab<T>, twins::bicgstab<T>, wind, solver::jacobi(here, wind.view()), over_wind, 6);
  check<T>(solver::detail::minres<T>, twins::minres<T>, indefinite, nullptr, none, 8);
  check<T>(solver::detail::minres<T>, twins::minres<T>, indefinite, solver::jacobi(here, a.view()), over_diagonal, 8);
  check<T>(solver::detail::gmres<T>, twins::gmres<T>, wind, solver::jacobi(here, wind.view()), over_wind, 6);
}
TEST(solver_reference, methods_double) { check_methods<double>(); }
TEST(solver_reference, methods_float) { check_methods<float>(); }
TEST(solver_reference, methods_complex_double) { check_methods<std::complex<double>>(); }
TEST(solver_reference, methods_complex_float) { check_methods<std::complex<float>>(); }

template <class T> void check_preconditioners() {
  using real = linalg::real_of<T>;
  random_source random(first_seed());
  for (auto const& a : {system_of<T>(five_points<real>(5, 0.7)), system_of<T>(random_definite<real>(random, 30, 6))}) {
    solver::local_space<T> const here(a.rows);
    twins::table<T> const whole(a);
    auto const cg = solver::detail::cg<T>;
    check<T>(cg, twins::cg<T>, a, solver::ssor(here, a.view(), real(1.3)), twins::ssor<T>(whole, real(1.3)), 4);
    check<T>(cg, twins::cg<T>, a, solver::ic0(here, a.view()), twins::ic0<T>(whole), 4);
    check<T>(cg, twins::cg<T>, a, solver::ilu0(here, a.view()), twins::ilu0<T>(whole), 4);
    check<T>(cg, twins::cg<T>, a, solver::chebyshev(here, a.view(), 4), twins::chebyshev<T>(whole, 4), 4);
    check<T>(cg, twins::cg<T>, a, solver::multigrid(here, a.view()), twins::multigrid<T>(whole, {}), 2);
    solver::multigrid_options const other{.strength = 0.3, .smoothing_steps = 2, .cycles = 1};
    check<T>(cg, twins::cg<T>, a, solver::multigrid(here, a.view(), other), twins::multigrid<T>(whole, other), 2);
  }
  auto const wind = system_of<T>(five_points<real>(5, 0.7, 0.3), T(real(0.25)));
  solver::local_space<T> const here(wind.rows);
  check<T>(solver::detail::bicgstab<T>, twins::bicgstab<T>, wind, solver::ilu0(here, wind.view()),
           twins::ilu0<T>(twins::table<T>(wind)), 3);
}
template <class T> void check_bounds() {
  random_source random(first_seed());
  using real = linalg::real_of<T>;
  for (auto const& a : {system_of<T>(five_points<real>(5, 0.7)), system_of<T>(five_points<real>(1)),
                        system_of<T>(random_definite<real>(random, 30, 6))}) {
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
TEST(solver_reference, bounds_complex) { check_bounds<std::complex<double>>(); }

TEST(solver_reference, preconditioners_double) { check_preconditioners<double>(); }
TEST(solver_reference, preconditioners_float) { check_preconditioners<float>(); }
TEST(solver_reference, preconditioners_complex_double) { check_preconditioners<std::complex<double>>(); }
TEST(solver_reference, preconditioners_complex_float) { check_preconditioners<std::complex<float>>(); }

}  // namespace
}  // namespace isobit::test
