// What preconditioners refuse, and what they make of matrices that are not in order.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/message.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

sparse::csr_matrix<double> matrix_of(int n, std::vector<std::int32_t> const& i, std::vector<std::int32_t> const& j,
                                     std::vector<double> const& values) {
  return sparse::from_triplets<double, std::int32_t>(n, n, i, j, values);
}

TEST(solver_preconditioners, refuse_diagonals_of_zeros) {
  auto const missing = matrix_of(3, {0, 1, 2, 1}, {0, 0, 2, 2}, {1, 1, 1, 1});
  auto const zero = matrix_of(3, {0, 1, 2}, {0, 1, 2}, {1, 1, 0});
  solver::local_space<double> const here(3);
  for (auto const& [name, make] : every_preconditioner<double>()) {
    if (name == "none") continue;
    SCOPED_TRACE(name);
    EXPECT_EQ(message_of([&, &make = make] { return make(here, missing.view()); }),
              "isobit::solver: row 1 has nothing on the diagonal, or a zero");
    EXPECT_EQ(message_of([&, &make = make] { return make(here, zero.view()); }),
              "isobit::solver: row 2 has nothing on the diagonal, or a zero");
  }
}

TEST(solver_preconditioners, find_bounds_that_fit) {
  // The extreme eigenvalues of inverse(D)*A are 1 - cos(pi/31)/2 and 1 + cos(pi/31)/2.
  auto const a = five_points<double>(30, 1, 0, -4);
  solver::local_space<double> const here(a.rows);
  auto const bounds = solver::lanczos_bounds(here, a.view(), 40);
  EXPECT_GE(bounds.lower, 0.5025);
  EXPECT_LE(bounds.lower, 0.515);
  EXPECT_EQ(bounds.upper, 1.5);
  // They are worth it.
  std::vector<double> const b(900, 1);
  auto const iterations = [&](solver::preconditioner<double> const& m) {
    std::vector<double> x(900);
    return solver::cg(a.view(), b, x, m.get()).iterations;
  };
  EXPECT_LT(2 * iterations(solver::chebyshev(here, a.view(), 4, bounds)),
            iterations(solver::chebyshev(here, a.view(), 4)));
  auto const ill_conditioned = five_points<double>(30);
  EXPECT_EQ(solver::lanczos_bounds(here, ill_conditioned.view(), 40).lower, 2.0 / 30);
  auto const identity = matrix_of(2, {0, 1}, {0, 1}, {3, 5});
  solver::local_space<double> const two(2), none(0);
  EXPECT_EQ(solver::lanczos_bounds(two, identity.view()).lower, 0.5);
  EXPECT_EQ(solver::lanczos_bounds(none, matrix_of(0, {}, {}, {}).view()).upper, 0);
  auto const indefinite = five_points<double>(5, 1, 0, 3);
  EXPECT_EQ(
      message_of([&] { return solver::lanczos_bounds(solver::local_space<double>(25), indefinite.view(), 20); }),
      "isobit::solver: lanczos_bounds needs a positive definite matrix; give chebyshev bounds of your own, or none");
}

TEST(solver_preconditioners, refuse_what_is_not_finite) {
  auto a = five_points<double>(3);
  a.values[8] = std::numeric_limits<double>::infinity();
  solver::local_space<double> const here(9), smaller(8);
  for (auto const& [name, make] : every_preconditioner<double>()) {
    if (name == "none") continue;
    EXPECT_EQ(message_of([&, &make = make] { return make(here, a.view()); }),
              "isobit::solver: row 2 has an entry that is not finite")
        << name;
    EXPECT_EQ(message_of([&, &make = make] { return make(smaller, a.view()); }),
              "isobit::solver: a matrix of 9 rows and 9 columns for a space of 8 rows and 0 ghosts");
  }
}

TEST(solver_preconditioners, refuse_entries_whose_sum_is_not_finite) {
  std::vector<std::int32_t> const offsets{0, 2}, indices{0, 0};
  std::vector<double> const values{0x1p1023, 0x1p1023};
  sparse::csr_view<double> const a(1, 1, offsets, indices, values);
  solver::local_space<double> const here(1);
  EXPECT_EQ(message_of([&] { return solver::jacobi(here, a); }),
            "isobit::solver: row 0 has an entry that is not finite");
}

// A Laplacian with no boundary adds up to zero in the end.
TEST(solver_preconditioners, say_that_multigrid_needs_definite_matrices) {
  auto const ring =
      matrix_of(3, {0, 0, 0, 1, 1, 1, 2, 2, 2}, {0, 1, 2, 0, 1, 2, 0, 1, 2}, {2, -1, -1, -1, 2, -1, -1, -1, 2});
  solver::local_space<double> const here(3);
  EXPECT_NE(message_of([&] { return solver::multigrid(here, ring.view()); }).find("positive definite"),
            std::string::npos);
}

TEST(solver_preconditioners, refuse_pivots_and_patterns) {
  solver::local_space<double> const two(2), three(3);
  auto const indefinite = matrix_of(2, {0, 0, 1, 1}, {0, 1, 0, 1}, {1, 2, 2, 1});
  EXPECT_EQ(message_of([&] { return solver::ic0(two, indefinite.view()); }),
            "isobit::solver: row 1 has a pivot that is not positive: ic0 does not exist; use ssor or jacobi");
  auto const singular = matrix_of(2, {0, 0, 1, 1}, {0, 1, 0, 1}, {1, 2, 2, 4});
  EXPECT_EQ(message_of([&] { return solver::ilu0(two, singular.view()); }),
            "isobit::solver: row 1 has a pivot that is zero, or a factor that is not finite: ilu0 does not exist");
  auto const one_sided = matrix_of(3, {0, 1, 2, 2}, {0, 1, 2, 0}, {2, 2, 2, 1});
  EXPECT_EQ(message_of([&] { return solver::ic0(three, one_sided.view()); }),
            "isobit::solver: row 2 has an entry whose mirror image is not stored: ic0 needs a symmetric pattern");
  EXPECT_EQ(message_of([&] { return solver::multigrid(three, one_sided.view()); }),
            "isobit::solver: row 2 has an entry whose mirror image is not stored: multigrid needs a symmetric pattern");
  EXPECT_EQ(message_of([&] { return solver::ilu0(three, one_sided.view()); }), "nothing was wrong");
}

TEST(solver_preconditioners, refuse_factors_that_overflow) {
  auto const a = matrix_of(2, {0, 1, 1}, {0, 0, 1}, {0x1p-600, 0x1p600, 1});
  solver::local_space<double> const here(2);
  EXPECT_EQ(message_of([&] { return solver::ilu0(here, a.view()); }),
            "isobit::solver: row 1 has a pivot that is zero, or a factor that is not finite: ilu0 does not exist");
}

TEST(solver_preconditioners, refuse_parameters) {
  auto const a = five_points<double>(3);
  solver::local_space<double> const here(9);
  for (double const omega : {0.0, 2.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(message_of([&] { return solver::ssor(here, a.view(), omega); }),
              "isobit::solver: ssor needs an omega between 0 and 2");
  EXPECT_EQ(message_of([&] { return solver::lanczos_bounds(here, a.view(), 0); }),
            "isobit::solver: lanczos_bounds needs at least one step");
  EXPECT_EQ(message_of([&] { return solver::chebyshev(here, a.view(), 0); }),
            "isobit::solver: chebyshev needs a degree of at least 1");
  EXPECT_EQ(message_of([&] {
              return solver::chebyshev(here, a.view(), 3, {2, 1});
            }),
            "isobit::solver: chebyshev needs bounds with 0 < lower < upper");
  EXPECT_NE(message_of([&] { return solver::multigrid(here, a.view(), {.smoothing_steps = 0}); }), "nothing was wrong");
}

/// Entries of one place are added exactly, and none counts twice.
TEST(solver_preconditioners, add_up_entries_of_one_place) {
  auto const a = five_points<double>(4);
  sparse::csr_matrix<double> doubled;
  doubled.rows = doubled.columns = a.rows;
  for (std::size_t i = 0; i < 16; ++i) {
    for (int part : {2, 0, 1})
      for (auto k = static_cast<std::size_t>(a.offsets[i + 1]); k-- > static_cast<std::size_t>(a.offsets[i]);) {
        doubled.indices.push_back(a.indices[k]);
        doubled.values.push_back(part == 0 ? a.values[k] : part == 1 ? 0x1p60 : -0x1p60);
      }
    doubled.offsets.push_back(static_cast<std::int32_t>(doubled.indices.size()));
  }
  solver::local_space<double> const here(16);
  random_source random(first_seed());
  auto const r = random_vector<double>(random, 16);
  for (auto const& [name, make] : every_preconditioner<double>()) {
    if (name == "none") continue;
    std::vector<double> z(16), from_doubled(16);
    make(here, a.view())->apply(r, z);
    make(here, doubled.view())->apply(r, from_doubled);
    EXPECT_TRUE(same_bits(z, from_doubled)) << name;
  }
}

TEST(solver_preconditioners, take_matrices_without_rows_and_with_one) {
  auto const empty = matrix_of(0, {}, {}, {}), one = matrix_of(1, {0}, {0}, {4});
  for (auto const& [name, make] : every_preconditioner<double>()) {
    if (name == "none") continue;
    solver::local_space<double> const nowhere(0), here(1);
    std::vector<double> nothing, r{8}, z(1);
    make(nowhere, empty.view())->apply(nothing, nothing);
    make(here, one.view())->apply(r, z);
    EXPECT_NEAR(z[0], name == "ssor" ? 2.5 : 2, name == "chebyshev" ? 2 : 1e-6) << name;
  }
}

}  // namespace
}  // namespace isobit::test
