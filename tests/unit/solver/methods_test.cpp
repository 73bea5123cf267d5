// How iterations end: where they converge, and what becomes of systems that have no business with them.
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/message.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

using solver::outcome;

template <class T>
solver::report solve(named_method<T> const& method, sparse::csr_matrix<T> const& a, std::vector<T> const& b,
                     std::vector<T>& x, solver::options const& how = {}, solver::linear_map<T> const* m = nullptr) {
  solver::local_space<T> const here(a.rows);
  solver::csr_map const map(here, a.view());
  return method.solve({here, map, b, x, m}, how);
}

/// The largest of |b - a*x|, over the largest of |b|.
template <class T> double error_of(sparse::csr_matrix<T> const& a, std::vector<T> const& b, std::vector<T> const& x) {
  auto left = b;
  sparse::multiply(T{-1}, a, x, T{1}, vector_view<T>(left));
  double most = 0, size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    most = std::max(most, static_cast<double>(std::abs(left[i])));
    size = std::max(size, static_cast<double>(std::abs(b[i])));
  }
  return most / size;
}

TEST(solver_methods, converge) {
  random_source random(first_seed());
  auto const wind = five_points<double>(12, 1, 0.6);
  std::vector<sparse::csr_matrix<double>> const symmetric = {five_points<double>(12), five_points<double>(12, 0.01),
                                                             random_definite<double>(random, 150, 8)};
  for (auto const& a : symmetric) {
    auto const b = random_vector<double>(random, static_cast<std::size_t>(a.rows));
    solver::local_space<double> const here(a.rows);
    for (auto const& method : every_method<double>())
      for (auto const& [name, make] : every_preconditioner<double>()) {
        SCOPED_TRACE(method.name + " with " + name);
        std::vector<double> x(b.size());
        auto const m = make(here, a.view());
        auto const report = solve(method, a, b, x, {.tolerance = 1e-9, .most_iterations = 600}, m.get());
        EXPECT_EQ(report.how, outcome::converged) << solver::name_of(report.how);
        EXPECT_LT(error_of(a, b, x), 1e-6);
        EXPECT_EQ(report.history.size(), static_cast<std::size_t>(report.iterations) + 1);
        EXPECT_EQ(report.history.back(), report.residual);
      }
  }
  auto const b = random_vector<double>(random, 144);
  solver::local_space<double> const here(144);
  for (auto const& method : every_method<double>())
    if (!method.needs_symmetry) {
      std::vector<double> x(b.size());
      auto const m = solver::ilu0(here, wind.view());
      EXPECT_TRUE(solve(method, wind, b, x, {}, m.get()).converged()) << method.name;
      EXPECT_LT(error_of(wind, b, x), 1e-8);
    }
}

TEST(solver_methods, converge_complex) {
  using complex = std::complex<double>;
  random_source random(first_seed());
  auto const a = turned(five_points<double>(12, 0.5));
  auto const wind = turned(five_points<double>(12, 1, 0.6), {0.2, 0.7});
  auto const b = random_vector<complex>(random, 144);
  solver::local_space<complex> const here(144);
  for (auto const& method : every_method<complex>()) {
    for (auto const& [name, make] : every_preconditioner<complex>()) {
      SCOPED_TRACE(method.name + " with " + name);
      std::vector<complex> x(144);
      auto const m = make(here, a.view());
      auto const report = solve(method, a, b, x, {.tolerance = 1e-9, .most_iterations = 600}, m.get());
      EXPECT_EQ(report.how, outcome::converged) << solver::name_of(report.how);
      EXPECT_LT(error_of(a, b, x), 1e-6);
    }
    if (method.needs_symmetry) continue;
    std::vector<complex> x(144);
    auto const m = solver::ilu0(here, wind.view());
    EXPECT_TRUE(solve(method, wind, b, x, {}, m.get()).converged()) << method.name;
    EXPECT_LT(error_of(wind, b, x), 1e-8);
  }
}

TEST(solver_methods, end_for_complex_systems_as_for_real_ones) {
  using complex = std::complex<double>;
  random_source random(first_seed());
  auto const a = turned(five_points<double>(6)), negative = turned(five_points<double>(6, 1, 0, 9));
  auto b = random_vector<complex>(random, 36);
  std::vector<complex> x(36, complex(1, 1));
  EXPECT_EQ(solver::cg(negative.view(), b, x).how, outcome::indefinite);
  b[7] = {0, std::numeric_limits<double>::quiet_NaN()};
  auto const before = x;
  for (auto const& method : every_method<complex>()) {
    EXPECT_EQ(solve(method, a, b, x).how, outcome::not_finite) << method.name;
    EXPECT_EQ(x, before);
  }
  std::fill(b.begin(), b.end(), complex());
  for (auto const& method : every_method<complex>()) {
    x = before;
    EXPECT_TRUE(solve(method, a, b, x).converged()) << method.name;
    EXPECT_EQ(x, b);
  }
}

TEST(solver_methods, preconditioners_are_worth_it) {
  auto const a = five_points<double>(40);
  random_source random(first_seed());
  auto const b = random_vector<double>(random, 1600);
  solver::local_space<double> const here(1600);
  std::vector<double> x(1600);
  auto const plain = solver::cg(a.view(), b, x).iterations;
  for (auto const& [name, make] : every_preconditioner<double>()) {
    if (name == "none" || name == "jacobi") continue;
    std::fill(x.begin(), x.end(), 0);
    auto const m = make(here, a.view());
    EXPECT_LT(2 * solver::cg(a.view(), b, x, m.get()).iterations, plain) << name;
  }
}

TEST(solver_methods, minres_takes_indefinite_matrices_and_cg_says_so) {
  auto const a = five_points<double>(9, 0.8, 0, 1.5);
  random_source random(first_seed());
  auto const b = random_vector<double>(random, 81);
  std::vector<double> x(81), y(81, 0.5);
  EXPECT_TRUE(solver::minres(a.view(), b, x).converged());
  EXPECT_LT(error_of(a, b, x), 1e-8);
  auto const report = solver::cg(a.view(), b, y);
  EXPECT_EQ(report.how, outcome::indefinite);
  EXPECT_EQ(report.history.size(), static_cast<std::size_t>(report.iterations) + 1);
  EXPECT_TRUE(std::isfinite(error_of(a, b, y)));
  auto negative = a;
  for (double& one : negative.values) one = -one;
  std::vector<double> z(81, 0.5);
  EXPECT_EQ(solver::cg(negative.view(), b, z).how, outcome::indefinite);
}

TEST(solver_methods, need_no_iteration_where_there_is_nothing_to_do) {
  auto const a = five_points<double>(5);
  auto const empty = sparse::from_triplets<double, std::int32_t>(0, 0, {}, {}, {});
  std::vector<double> exact(25, 2), b(25), nothing;
  sparse::multiply(a, exact, vector_view<double>(b));
  for (auto const& method : every_method<double>()) {
    SCOPED_TRACE(method.name);
    auto x = exact;
    auto report = solve(method, a, b, x, {.tolerance = 0});
    EXPECT_EQ(report.how, outcome::converged);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(x, exact);
    report = solve(method, a, std::vector<double>(25), x);
    EXPECT_EQ(report.how, outcome::converged);
    EXPECT_EQ(x, std::vector<double>(25));
    EXPECT_EQ(report.history, std::vector<double>{0});
    report = solve(method, empty, nothing, nothing);
    EXPECT_EQ(report.how, outcome::converged);
    EXPECT_EQ(report.iterations, 0);
  }
}

TEST(solver_methods, solve_one_equation) {
  auto const a = sparse::from_triplets<double, std::int32_t>(1, 1, std::vector{0}, std::vector{0}, std::vector{3.0});
  for (auto const& method : every_method<double>()) {
    std::vector<double> x(1);
    auto const report = solve(method, a, {6.0}, x);
    EXPECT_EQ(report.how, outcome::converged) << method.name;
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(x[0], 2);
  }
}

// The residual of an infinite x is zero where the matrix is subnormal enough.
TEST(solver_methods, take_no_infinity_for_a_solution) {
  auto const a =
      sparse::from_triplets<double, std::int32_t>(1, 1, std::vector{0}, std::vector{0}, std::vector{0x1p-1023});
  for (auto const& method : every_method<double>()) {
    std::vector<double> x(1);
    EXPECT_EQ(solve(method, a, {32.0}, x).how, outcome::not_finite) << method.name;
  }
}

TEST(solver_methods, keep_x_where_numbers_are_not_finite) {
  auto const a = five_points<double>(5);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (auto const& method : every_method<double>())
    for (double const bad : {nan, std::numeric_limits<double>::infinity()}) {
      SCOPED_TRACE(method.name);
      std::vector<double> b(25, 1), x(25, 0.5);
      b[7] = bad;
      auto report = solve(method, a, b, x);
      EXPECT_EQ(report.how, outcome::not_finite);
      EXPECT_EQ(report.iterations, 0);
      EXPECT_EQ(x, std::vector<double>(25, 0.5));
      auto broken = a;
      broken.values[3] = bad;
      b[7] = 1;
      report = solve(method, broken, b, x);
      EXPECT_EQ(report.how, outcome::not_finite);
      EXPECT_EQ(x, std::vector<double>(25, 0.5));
    }
}

/// Nothing runs for ever, whatever the tolerance and the matrix.
TEST(solver_methods, end) {
  random_source random(first_seed());
  auto const b = random_vector<double>(random, 81);
  std::vector<sparse::csr_matrix<double>> matrices = {five_points<double>(9), five_points<double>(9, 1, 0.9),
                                                      five_points<double>(9, 1, 0, 4)};
  matrices.push_back(matrices[0]);
  for (double& one : matrices.back().values) one = 0;  // singular
  matrices.push_back(matrices[0]);
  for (double& one : matrices.back().values) one = std::ldexp(1.0, 500);
  matrices.push_back(matrices[0]);
  for (double& one : matrices.back().values) one *= 0x1p-600;
  for (auto const& method : every_method<double>())
    for (auto const& a : matrices) {
      std::vector<double> x(81);
      auto const report = solve(method, a, b, x, {.tolerance = 0, .most_iterations = 400, .restart = 20});
      EXPECT_LE(report.iterations, 400);
      EXPECT_EQ(report.history.size(), static_cast<std::size_t>(report.iterations) + 1);
      for (double const one : x) EXPECT_TRUE(std::isfinite(one)) << method.name << " " << solver::name_of(report.how);
    }
  std::vector<double> x(81);
  EXPECT_EQ(solver::cg(matrices[3].view(), b, x).how, outcome::indefinite);
  EXPECT_EQ(solver::bicgstab(matrices[3].view(), b, x).how, outcome::breakdown);
  EXPECT_EQ(solver::gmres(matrices[3].view(), b, x).how, outcome::breakdown);
  EXPECT_EQ(solver::minres(matrices[3].view(), b, x).how, outcome::breakdown);
}

TEST(solver_methods, say_where_squares_vanish) {
  auto const a = five_points<double>(5);
  for (auto const& method : every_method<double>()) {
    std::vector<double> x(25, 0.5);
    EXPECT_EQ(solve(method, a, std::vector<double>(25, 0x1p-600), x).how, outcome::breakdown) << method.name;
    EXPECT_EQ(x, std::vector<double>(25, 0.5));
  }
}

TEST(solver_methods, stop_when_told) {
  auto const a = five_points<double>(9);
  std::vector<double> const b(81, 1);
  for (auto const& method : every_method<double>()) {
    SCOPED_TRACE(method.name);
    std::vector<double> seen, x(81), y(81);
    auto const stop = [&](solver::progress const& now) {
      EXPECT_EQ(now.iteration, static_cast<solver::index>(seen.size()));
      seen.push_back(now.residual);
      return now.iteration < 4;
    };
    auto const stopped = solve(method, a, b, x, {.after_each = stop});
    EXPECT_EQ(stopped.how, outcome::stopped);
    EXPECT_EQ(stopped.iterations, 4);
    EXPECT_EQ(seen.size(), 5u);
    // x is the iterate of the last residual.
    auto const limited = solve(method, a, b, y, {.most_iterations = 4});
    EXPECT_EQ(limited.how, outcome::exhausted);
    EXPECT_TRUE(same_bits(limited.history, stopped.history));
    EXPECT_TRUE(same_bits(y, x));
    EXPECT_LT(error_of(a, b, x), 2 * stopped.residual);
  }
}

/// A space that counts its reductions.
class counting_space final : public solver::space<double> {
public:
  explicit counting_space(solver::index rows) : here_(rows) {}
  [[nodiscard]] solver::index owned() const noexcept override { return here_.owned(); }
  [[nodiscard]] solver::index ghosts() const noexcept override { return 0; }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return here_.rows(); }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return here_.all_rows(); }
  void update(std::span<double>) const override {}
  void update(std::span<solver::index const>, std::span<double>) const override {}
  void dots(std::span<solver::factors<double> const> of, std::span<double> results) const override {
    ++reductions;
    here_.dots(of, results);
  }
  void real_dots(solver::block_writer const& write, std::span<solver::factors<double> const> of,
                 std::span<double> results) const override {
    ++reductions;
    here_.real_dots(write, of, results);
  }
  [[nodiscard]] std::int64_t largest(std::int64_t mine) const override {
    ++reductions;
    return mine;
  }

  mutable int reductions = 0;

private:
  solver::local_space<double> here_;
};

/// What docs/guide/solvers.md says of messages.
TEST(solver_methods, need_few_reductions) {
  std::map<std::string, int> const of_an_iteration = {
      {"cg", 2}, {"pipelined_cg", 1}, {"minres", 2}, {"bicgstab", 3}, {"gmres", 3}};
  auto const a = five_points<double>(12);
  std::vector<double> const b(144, 1);
  for (auto const& method : every_method<double>()) {
    auto const reductions = [&](solver::index iterations) {
      counting_space const where(144);
      solver::csr_map const map(where, a.view());
      auto const jacobi = solver::jacobi(where, a.view());
      where.reductions = 0;
      std::vector<double> x(144);
      auto const report =
          method.solve({where, map, b, x, jacobi.get()}, {.tolerance = 0, .most_iterations = iterations});
      EXPECT_EQ(report.iterations, iterations);
      return where.reductions;
    };
    EXPECT_EQ(reductions(15) - reductions(5), 10 * of_an_iteration.at(method.name)) << method.name;
  }
}

TEST(solver_methods, refuse_what_does_not_fit) {
  auto const a = five_points<double>(3);
  auto const wide = sparse::from_triplets<double, std::int32_t>(2, 3, std::vector{0}, std::vector{0}, std::vector{1.0});
  std::vector<double> b(9), x(9), eight(8);
  EXPECT_EQ(message_of([&] { solver::cg(a.view(), eight, x); }),
            "isobit::solver: b has 8 numbers and x 9, and the space owns 9 rows");
  EXPECT_EQ(message_of([&] { solver::gmres(a.view(), b, eight); }),
            "isobit::solver: b has 9 numbers and x 8, and the space owns 9 rows");
  EXPECT_EQ(message_of([&] { solver::cg(a.view(), b, b); }),
            "isobit::solver: x shares memory with b; give it memory of its own");
  EXPECT_NE(message_of([&] { solver::cg(wide.view(), b, x); }).find("a matrix of 2 rows and 3 columns"),
            std::string::npos);
  EXPECT_EQ(message_of([&] { solver::cg(a.view(), b, x, nullptr, {.tolerance = -1}); }),
            "isobit::solver: the tolerance must be a number, at least 0");
  EXPECT_EQ(message_of([&] { solver::cg(a.view(), b, x, nullptr, {.most_iterations = -1}); }),
            "isobit::solver: options::most_iterations is negative");
  EXPECT_EQ(message_of([&] { solver::gmres(a.view(), b, x, nullptr, {.restart = 0}); }),
            "isobit::solver: options::restart must be at least 1");
}

}  // namespace
}  // namespace isobit::test
