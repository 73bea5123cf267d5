// Solvers for C: what C++ gives, and what is refused.
#include <isobit/solver.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/exact_solution.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

template <class T, class Index> struct solver_functions;
#define ISOBIT_SOLVER_FUNCTIONS(letter, suffix, T, Index)              \
  template <> struct solver_functions<T, Index> {                      \
    static constexpr auto solve = isobit_##letter##csrsolve##suffix;   \
    static constexpr auto refine = isobit_##letter##csrrefine##suffix; \
  };
ISOBIT_SOLVER_FUNCTIONS(s, , float, std::int32_t)
ISOBIT_SOLVER_FUNCTIONS(s, _64, float, std::int64_t)
ISOBIT_SOLVER_FUNCTIONS(d, , double, std::int32_t)
ISOBIT_SOLVER_FUNCTIONS(d, _64, double, std::int64_t)
ISOBIT_SOLVER_FUNCTIONS(c, , std::complex<float>, std::int32_t)
ISOBIT_SOLVER_FUNCTIONS(c, _64, std::complex<float>, std::int64_t)
ISOBIT_SOLVER_FUNCTIONS(z, , std::complex<double>, std::int32_t)
ISOBIT_SOLVER_FUNCTIONS(z, _64, std::complex<double>, std::int64_t)

/// Those of every_method(), in its order.
constexpr isobit_method c_methods[] = {ISOBIT_CG, ISOBIT_PIPELINED_CG, ISOBIT_MINRES, ISOBIT_BICGSTAB, ISOBIT_GMRES};

/// The parameters of every_preconditioner().
isobit_solver_options options_with(isobit_method method, int preconditioner) {
  auto how = isobit_solver_defaults();
  how.method = method;
  how.preconditioner = static_cast<isobit_preconditioner>(preconditioner);
  how.ssor_omega = 1.25, how.chebyshev_degree = 3;
  how.tolerance = 1e-5, how.most_iterations = 30, how.restart = 7;
  return how;
}

/// Five points, with indices as a C function takes them, and as C++ has them in `narrow`.
template <class T, class Index> struct c_matrix {
  sparse::csr_matrix<T> narrow = system_of<T>(five_points<linalg::real_of<T>>(6, 1.5));
  std::vector<Index> offsets{narrow.offsets.begin(), narrow.offsets.end()};
  std::vector<Index> indices{narrow.indices.begin(), narrow.indices.end()};
};

template <class T, class Index> void check_solvers() {
  c_matrix<T, Index> const a;
  random_source random(1);
  auto const b = random_vector<T>(random, 36);
  auto const methods = every_method<T>();
  auto const preconditioners = every_preconditioner<T>();
  ASSERT_EQ(methods.size(), std::size(c_methods));
  ASSERT_EQ(preconditioners.size(), 7U);
  solver::local_space<T> const here(36);
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (std::size_t p = 0; p < preconditioners.size(); ++p) {
      SCOPED_TRACE(methods[m].name + " with " + preconditioners[p].name);
      auto how = options_with(c_methods[m], static_cast<int>(p));
      std::vector<double> history(40, -1);
      how.history = history.data(), how.history_capacity = history.size();
      std::vector<T> expected(36), x(36);
      auto const preconditioner = preconditioners[p].make(here, a.narrow.view());
      auto const report = solver::detail::solve_here<T>(
          methods[m].solve, a.narrow.view(), b, expected, preconditioner.get(),
          {.tolerance = how.tolerance, .most_iterations = how.most_iterations, .restart = how.restart}, serial());
      isobit_solver_report actual = {};
      ASSERT_EQ((solver_functions<T, Index>::solve(36, a.offsets.data(), a.indices.data(), a.narrow.values.data(),
                                                   b.data(), x.data(), &how, &actual, 2)),
                ISOBIT_OK)
          << isobit_last_error();
      EXPECT_STREQ(isobit_outcome_string(actual.outcome), name_of(report.how));
      EXPECT_EQ(actual.iterations, report.iterations);
      EXPECT_TRUE(same_bits(report.residual, actual.residual));
      ASSERT_EQ(actual.history_count, report.history.size());
      history.resize(actual.history_count);
      EXPECT_TRUE(same_bits(report.history, history));
      EXPECT_TRUE(same_bits(parts_of(expected), parts_of(x)));
    }
}

template <class T, class Index> void check_refinement() {
  c_matrix<T, Index> const a;
  random_source random(2);
  auto const b = random_vector<T>(random, 36);
  auto how = isobit_solver_defaults();
  how.tolerance = 1e-3;
  std::vector<T> expected(36), x(36);
  auto const report = solver::refine<T>(a.narrow.view(), b, expected, [&](std::span<T const> r, std::span<T> d) {
    solver::cg(a.narrow.view(), r, d, nullptr, {.tolerance = how.tolerance});
  });
  isobit_refinement actual = {};
  ASSERT_EQ((solver_functions<T, Index>::refine(36, a.offsets.data(), a.indices.data(), a.narrow.values.data(),
                                                b.data(), x.data(), &how, 20, &actual, 2)),
            ISOBIT_OK)
      << isobit_last_error();
  EXPECT_EQ(actual.converged != 0, report.converged);
  EXPECT_EQ(actual.steps, report.steps);
  EXPECT_TRUE(same_bits(parts_of(expected), parts_of(x)));
}

TEST(c_solver, gives_what_cpp_gives) {
  check_solvers<float, std::int32_t>(), check_solvers<float, std::int64_t>();
  check_solvers<double, std::int32_t>(), check_solvers<double, std::int64_t>();
  check_solvers<std::complex<float>, std::int32_t>(), check_solvers<std::complex<float>, std::int64_t>();
  check_solvers<std::complex<double>, std::int32_t>(), check_solvers<std::complex<double>, std::int64_t>();
}

TEST(c_solver, refines_as_cpp_does) {
  check_refinement<float, std::int32_t>(), check_refinement<float, std::int64_t>();
  check_refinement<double, std::int32_t>(), check_refinement<double, std::int64_t>();
  check_refinement<std::complex<float>, std::int32_t>(), check_refinement<std::complex<float>, std::int64_t>();
  check_refinement<std::complex<double>, std::int32_t>(), check_refinement<std::complex<double>, std::int64_t>();
}

class c_solver_system : public testing::Test {
protected:
  sparse::csr_matrix<double> a = five_points<double>(3);
  std::vector<double> b{1, 2, 3, 5, 7, 11, 13, 17, 19};
  std::vector<double> x = std::vector<double>(9);
  isobit_solver_options how = isobit_solver_defaults();
  isobit_solver_report report = {ISOBIT_STOPPED, -7, -7, 7};

  isobit_status solve(isobit_solver_options const* with) {
    return isobit_dcsrsolve(9, a.offsets.data(), a.indices.data(), a.values.data(), b.data(), x.data(), with, &report,
                            1);
  }
};

TEST_F(c_solver_system, has_defaults) {
  std::vector<double> expected(9);
  auto const cpp = solver::cg(a.view(), b, expected);
  ASSERT_EQ(solve(nullptr), ISOBIT_OK);
  EXPECT_EQ(report.outcome, ISOBIT_CONVERGED);
  EXPECT_EQ(report.history_count, cpp.history.size());
  EXPECT_TRUE(same_bits(expected, x));
  // Those of preconditioners are C++'s too: the tests of all of them set some.
  solver::local_space<double> const here(9);
  int kind = ISOBIT_JACOBI;
  for (auto const& m :
       {solver::jacobi(here, a.view()), solver::ssor(here, a.view()), solver::ic0(here, a.view()),
        solver::ilu0(here, a.view()), solver::chebyshev(here, a.view()), solver::multigrid(here, a.view())}) {
    how.preconditioner = static_cast<isobit_preconditioner>(kind++);
    std::fill(x.begin(), x.end(), 0), std::fill(expected.begin(), expected.end(), 0);
    solver::cg(a.view(), b, expected, m.get());
    ASSERT_EQ(solve(&how), ISOBIT_OK);
    EXPECT_TRUE(same_bits(expected, x)) << kind - 1;
  }
}

TEST_F(c_solver_system, tells_and_listens) {
  std::vector<double> heard, some(2, -1);
  how.context = &heard;
  how.after_each = [](void* context, std::ptrdiff_t iteration, double residual) {
    auto& all = *static_cast<std::vector<double>*>(context);
    EXPECT_EQ(iteration, static_cast<std::ptrdiff_t>(all.size()));
    all.push_back(residual);
    return iteration < 2 ? 1 : 0;
  };
  how.history = some.data(), how.history_capacity = 1;
  ASSERT_EQ(solve(&how), ISOBIT_OK);
  EXPECT_EQ(report.outcome, ISOBIT_STOPPED);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_EQ(report.history_count, 3U);
  ASSERT_EQ(heard.size(), 3U);
  EXPECT_EQ(report.residual, heard.back());
  EXPECT_EQ(some, (std::vector<double>{heard.front(), -1})) << "no more than there is room for";
}

TEST_F(c_solver_system, refines) {
  how.tolerance = 1e-6, how.preconditioner = ISOBIT_JACOBI;
  isobit_refinement refined = {7, 7};
  auto const refine = [&](int most_steps) {
    return isobit_dcsrrefine(9, a.offsets.data(), a.indices.data(), a.values.data(), b.data(), x.data(), &how,
                             most_steps, &refined, 2);
  };
  ASSERT_EQ(refine(1), ISOBIT_OK);
  EXPECT_EQ(refined.converged, 0);
  EXPECT_EQ(refined.steps, 1);
  ASSERT_EQ(refine(20), ISOBIT_OK);
  EXPECT_EQ(refined.converged, 1);
  EXPECT_TRUE(same_bits(exact_solution(a, b), x));
}

TEST_F(c_solver_system, ends_with_an_outcome) {
  EXPECT_STREQ(isobit_outcome_string(static_cast<isobit_outcome>(-1)), "unknown");
  EXPECT_STREQ(isobit_outcome_string(static_cast<isobit_outcome>(6)), "unknown");
  b[0] = std::numeric_limits<double>::infinity();
  ASSERT_EQ(solve(&how), ISOBIT_OK);
  EXPECT_EQ(report.outcome, ISOBIT_NOT_FINITE);
  EXPECT_TRUE(std::isnan(report.residual));
  b[0] = 1, a.values[0] = -4;
  ASSERT_EQ(solve(&how), ISOBIT_OK);
  EXPECT_EQ(report.outcome, ISOBIT_INDEFINITE);
  EXPECT_EQ(isobit_dcsrsolve(0, a.offsets.data(), nullptr, nullptr, nullptr, nullptr, nullptr, &report, 0), ISOBIT_OK);
  EXPECT_EQ(report.outcome, ISOBIT_CONVERGED);
  EXPECT_EQ(report.history_count, 0U);
}

TEST_F(c_solver_system, refuses_what_cannot_be) {
  x.assign(9, 7);
  auto const refused = [&](auto change) {
    auto with = isobit_solver_defaults();
    change(with);
    return solve(&with) == ISOBIT_INVALID_ARGUMENT;
  };
  using options = isobit_solver_options;
  EXPECT_TRUE(refused([](options& o) { o.method = static_cast<isobit_method>(5); }));
  EXPECT_STREQ(isobit_last_error(), "isobit: invalid argument: a value that its enumeration does not have");
  EXPECT_TRUE(refused([](options& o) { o.preconditioner = static_cast<isobit_preconditioner>(-1); }));
  EXPECT_TRUE(refused([](options& o) { o.tolerance = std::nan(""); }));
  EXPECT_TRUE(refused([](options& o) { o.most_iterations = -1; }));
  EXPECT_TRUE(refused([](options& o) { o.restart = 0; }));
  EXPECT_TRUE(refused([](options& o) { o.preconditioner = ISOBIT_SSOR, o.ssor_omega = 2; }));
  EXPECT_TRUE(refused([](options& o) { o.preconditioner = ISOBIT_CHEBYSHEV, o.chebyshev_degree = 0; }));
  EXPECT_TRUE(refused([](options& o) { o.preconditioner = ISOBIT_MULTIGRID, o.multigrid_cycles = 0; }));
  auto const call = [&](std::ptrdiff_t rows, double const* from, double* to, isobit_solver_report* into) {
    return isobit_dcsrsolve(rows, a.offsets.data(), a.indices.data(), a.values.data(), from, to, nullptr, into, 0);
  };
  EXPECT_EQ(call(-1, b.data(), x.data(), &report), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(call(9, nullptr, x.data(), &report), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(call(9, b.data(), nullptr, &report), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(call(9, x.data(), x.data(), &report), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(call(9, b.data(), x.data(), nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dcsrrefine(9, a.offsets.data(), a.indices.data(), a.values.data(), b.data(), x.data(), nullptr, 20,
                              nullptr, 0),
            ISOBIT_INVALID_ARGUMENT);
  a.values[0] = 0;
  how.preconditioner = ISOBIT_JACOBI;
  EXPECT_EQ(solve(&how), ISOBIT_SINGULAR);
  EXPECT_NE(std::string(isobit_last_error()).find("row 0"), std::string::npos) << isobit_last_error();
  a.indices[0] = 9;
  EXPECT_EQ(solve(&how), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(x, std::vector<double>(9, 7)) << "nothing is written";
  EXPECT_EQ(report.iterations, -7);
}

}  // namespace
}  // namespace isobit::test
