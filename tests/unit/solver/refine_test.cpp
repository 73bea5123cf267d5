// Refined solutions against exact ones: rational numbers, rounded.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/exact_solution.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

TEST(solver_refine, solutions_are_correctly_rounded) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    int const n = random.between(1, 6);
    std::vector<std::int32_t> i, j;
    std::vector<double> values;
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        if (row != column && random.coin()) continue;
        i.push_back(row), j.push_back(column);
        values.push_back(row == column ? random.between(10 * n, 13 * n) : random.between(-9, 9));
      }
    auto const a = sparse::from_triplets<double, std::int32_t>(n, n, i, j, values);
    std::vector<double> b, x(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) b.push_back(random.between(-999, 999));
    auto const report = solver::refine(a.view(), b, x, [&](std::span<double const> r, std::span<double> d) {
      solver::bicgstab(a.view(), r, d, nullptr, {.tolerance = 1e-6, .most_iterations = 50});
    });
    EXPECT_TRUE(report.converged);
    EXPECT_TRUE(same_bits(exact_solution(a, b), x));
  }
}

/// The test can fail: what an iteration leaves is not the solution rounded.
TEST(solver_refine, iterations_alone_are_not) {
  auto const a = five_points<double>(3);
  std::vector<double> const b{1, 2, 3, 5, 7, 11, 13, 17, 19};
  std::vector<double> x(9);
  EXPECT_TRUE(solver::cg(a.view(), b, x, nullptr, {.tolerance = 1e-6}).converged());
  EXPECT_FALSE(same_bits(exact_solution(a, b), x));
}

TEST(solver_refine, ends) {
  auto const a = five_points<double>(3);
  std::vector<double> const b(9, 1);
  std::vector<double> x(9, 0.5), eight(8);
  // A correction that corrects nothing, one that makes it worse, one that is not finite.
  auto report = solver::refine(a.view(), b, x, [](std::span<double const>, std::span<double>) {});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(x, std::vector<double>(9, 0.5));
  report = solver::refine(
      a.view(), b, x, [](auto, std::span<double> d) { std::fill(d.begin(), d.end(), 1.0); }, 7);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.steps, 7);
  EXPECT_EQ(x, std::vector<double>(9, 7.5));
  report = solver::refine(a.view(), b, x, [](auto, std::span<double> d) { std::fill(d.begin(), d.end(), HUGE_VAL); });
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(x, std::vector<double>(9, 7.5));
  auto const nothing = [](std::span<double const>, std::span<double>) {};
  EXPECT_THROW(solver::refine(a.view(), eight, x, nothing), error);
  EXPECT_THROW(solver::refine(a.view(), b, eight, nothing), error);
  EXPECT_THROW(solver::refine(a.view(), x, x, nothing), error);
  EXPECT_THROW(solver::refine(a.view(), b, x, {}), error);
}

}  // namespace
}  // namespace isobit::test
