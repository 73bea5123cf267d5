// Conjugate gradients on a GPU: residuals, iterations and solution are those of the CPU, bit by bit.
#include <isobit/cuda/solver.hpp>

#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/solver/cg_step.hpp"
#include "support/linalg_values.hpp"
#include "support/message.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

using solver::index;

template <class T> struct solution {
  solver::report report;
  std::vector<T> x;
};

template <class T> void expect_same(solution<T> const& expected, solution<T> const& actual) {
  EXPECT_EQ(expected.report.how, actual.report.how) << solver::name_of(expected.report.how);
  EXPECT_EQ(expected.report.iterations, actual.report.iterations);
  EXPECT_TRUE(same_bits(expected.report.residual, actual.report.residual));
  ASSERT_EQ(expected.report.history.size(), actual.report.history.size());
  EXPECT_TRUE(same_elements(expected.report.history, actual.report.history));
  EXPECT_TRUE(same_elements(expected.x, actual.x));
}

template <class T>
void solve_on_both(sparse::csr_matrix<T> const& a, std::vector<T> const& b, std::vector<T> const& start,
                   bool preconditioned, solver::options const& how = {}) {
  solver::local_space<T> const here(a.rows);
  auto const m = preconditioned ? solver::jacobi(here, a.view()) : nullptr;
  solution<T> cpu{{}, start}, gpu{};
  cpu.report = solver::cg(a.view(), b, cpu.x, m.get(), how);

  cuda::sparse::csr_matrix<T> const on_gpu(a.view());
  cuda::device_array<T> const device_b(b), x(start);
  std::optional<cuda::solver::jacobi<T>> device_m;
  if (preconditioned) device_m.emplace(on_gpu);
  gpu.report = cuda::solver::cg(on_gpu, device_b, x, preconditioned ? &*device_m : nullptr, how);
  gpu.x = x.fetch();
  expect_same(cpu, gpu);
}

template <class T> void check_solutions() {
  random_source random(5);
  for (bool const preconditioned : {false, true}) {
    for (int const side : {1, 2, 7, 40, 150}) {
      SCOPED_TRACE(side);
      auto const a = five_points<T>(side, 1.75);
      auto const n = static_cast<std::size_t>(side * side);
      solve_on_both(a, random_vector<T>(random, n), std::vector<T>(n), preconditioned);
      solve_on_both(a, random_vector<T>(random, n), random_vector<T>(random, n), preconditioned, {.tolerance = 1e-3});
      solve_on_both(a, random_vector<T>(random, n), std::vector<T>(n), preconditioned, {.most_iterations = 3});
    }
    auto const a = random_definite<T>(random, 3000, 30);
    solve_on_both(a, random_vector<T>(random, 3000), std::vector<T>(3000), preconditioned);
  }
}
TEST(cuda_solver, the_bits_of_the_cpu_double) { check_solutions<double>(); }
TEST(cuda_solver, the_bits_of_the_cpu_float) { check_solutions<float>(); }

TEST(cuda_solver, every_end_is_that_of_the_cpu) {
  auto const a = five_points<double>(5);
  std::vector<double> const zero(25), ones(25, 1.0);
  auto const fill = [](double x) { return std::vector<double>(25, x); };
  solve_on_both(a, zero, ones, true);                                   // b = 0
  solve_on_both(a, fill(1e-200), zero, true);                           // whose squares vanish
  solve_on_both(a, fill(1e200), zero, true);                            // or overflow
  solve_on_both(a, fill(std::nan("")), ones, false);                    // not finite
  solve_on_both(a, ones, fill(std::nan("")), false);                    // nor the start
  solve_on_both(a, ones, fill(1e308), false);                           // nor what it leads to
  solve_on_both(five_points<double>(5, 1, 0, 3.9), ones, zero, false);  // indefinite
  solve_on_both(five_points<double>(5, 1, 0, 10), ones, zero, true);    // negative definite
  solve_on_both(a, ones, zero, true, {.tolerance = 0, .most_iterations = 60});
  solve_on_both(a, ones, zero, true, {.most_iterations = 0});
  solve_on_both(sparse::csr_matrix<double>{}, {}, {}, true);
}

TEST(cuda_solver, the_caller_can_stop) {
  auto const a = five_points<double>(20);
  for (index const last : {0, 1, 7}) {
    solver::options how;
    how.after_each = [last](solver::progress const& now) { return now.iteration < last; };
    solve_on_both(a, std::vector<double>(400, 1.0), std::vector<double>(400), true, how);
  }
}

TEST(cuda_solver, entries_of_one_place_are_added_on_the_diagonal) {
  sparse::csr_matrix<double> const a{2, 2, {0, 3, 6}, {0, 0, 1, 1, 0, 1}, {1e16, 1.5, 1, 3, 1, 1e16}};
  solve_on_both(a, {1, 2}, {0, 0}, true);
}

TEST(cuda_solver, what_does_not_fit_is_refused) {
  using matrix = cuda::sparse::csr_matrix<double>;
  auto const refusal = [](sparse::csr_matrix<double> const& a) {
    matrix const on_gpu(a.view());
    return message_of([&] { return cuda::solver::jacobi<double>(on_gpu); });
  };
  EXPECT_NE(refusal({2, 2, {0, 1, 2}, {0, 0}, {1, 1}}).find("row 1 has nothing on the diagonal"), std::string::npos);
  EXPECT_NE(refusal({2, 2, {0, 2, 3}, {0, 1, 1}, {1, INFINITY, 1}}).find("row 0 has an entry that is not finite"),
            std::string::npos);
  EXPECT_NE(refusal({1, 2, {0, 1}, {0}, {1}}).find("not square"), std::string::npos);
  matrix const a(five_points<double>(2).view());
  cuda::device_array<double> const b(std::vector<double>(4, 1.0)), x(std::vector<double>(4, 7.0)), other(3);
  EXPECT_THROW(cuda::solver::cg(a, other, x), error);
  EXPECT_THROW(cuda::solver::cg(a, x, x), error);
  EXPECT_THROW(cuda::solver::cg(a, b, x, nullptr, {.tolerance = -1}), error);
  EXPECT_THROW(cuda::solver::cg(a, b, x, nullptr, {.most_iterations = -1}), error);
  EXPECT_EQ(x.fetch(), std::vector<double>(4, 7.0));
}

/// The decisions that the GPU makes, taken on the host with the host's vectors.
template <class T>
solution<T> solve_by_steps(sparse::csr_matrix<T> const& a, std::vector<T> const& b, solver::options const& how) {
  std::size_t const n = b.size();
  solution<T> result{{}, std::vector<T>(n)};
  std::vector<T> r = b, p(n), q(n);
  cuda::solver::cg_limits const limits{how.tolerance * std::sqrt(static_cast<double>(dot(b, b))), how.most_iterations};
  cuda::solver::cg_state<T> state;
  cuda::solver::cg_sums<T> sums{};
  while (!state.done) {
    state.find_alpha(sums);
    if (state.done) break;
    if (state.noted > 0)
      for (std::size_t i = 0; i < n; ++i) r[i] = std::fma(-state.alpha, q[i], r[i]);
    sums.rho = sums.square = dot(r, r);
    state.find_beta(sums, limits);
    if (!state.moves_x) break;
    result.report.history.push_back(state.residual);
    if (state.noted > 1)
      for (std::size_t i = 0; i < n; ++i) result.x[i] = std::fma(state.alpha, p[i], result.x[i]);
    for (std::size_t i = 0; i < n; ++i) p[i] = state.beta == 0 ? r[i] : std::fma(state.beta, p[i], r[i]);
    sparse::multiply(a, p, vector_view<T>(q));
    sums.sigma = dot(p, q);
  }
  result.report.how = state.how;
  result.report.iterations = static_cast<index>(result.report.history.size()) - 1;
  result.report.residual = state.residual;
  return result;
}

template <class T> void check_steps() {
  random_source random(8);
  for (double const shift : {0.0, 3.9, 10.0})
    for (index const most : {0, 4, 1000}) {
      SCOPED_TRACE(testing::Message() << "shift " << shift << ", at most " << most);
      auto const a = five_points<T>(12, 1, 0, shift);
      auto const b = random_vector<T>(random, 144);
      solver::options const how{.tolerance = 1e-5, .most_iterations = most};
      solution<T> cpu{{}, std::vector<T>(144)};
      cpu.report = solver::cg(a.view(), b, cpu.x, nullptr, how);
      expect_same(cpu, solve_by_steps(a, b, how));
    }
}
TEST(cuda_host_solver, the_steps_are_those_of_the_cpu) {
  check_steps<double>();
  check_steps<float>();
}

}  // namespace
}  // namespace isobit::test
