#include <isobit/linalg/factor.hpp>

#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg/solve.hpp>
#include <isobit/linalg/triangular.hpp>

#include "support/check.hpp"

namespace isobit::linalg {
namespace {

using test::same_bits;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// What the call throws; a failure if it does not, or if it changed `output`.
template <class Call> status refused(std::vector<double> const& output, Call call) {
  auto const before = output;
  try {
    call();
  } catch (error const& e) {
    EXPECT_TRUE(same_bits(before, output));
    return e.code();
  }
  ADD_FAILURE() << "was not refused";
  return status::ok;
}

TEST(lu, of_a_small_matrix) {
  std::vector<double> a = {1, 4, 2, 8};  // columns (1, 4), (2, 8): rows are multiples of (1, 2)
  std::array<index, 2> pivots{};
  EXPECT_EQ(2, lu(column_major(a.data(), 2, 2), std::span<index>(pivots)));
  EXPECT_TRUE(same_bits({4, 0.25, 8, 0}, a));
  EXPECT_EQ((std::array<index, 2>{1, 1}), pivots);
}

TEST(lu, takes_the_first_of_equal_pivots) {
  std::vector<double> a = {-2, 2, 2, 1, 2, 3, 1, 1, 1};
  std::array<index, 3> pivots{};
  EXPECT_EQ(0, lu(column_major(a.data(), 3, 3), std::span<index>(pivots)));
  EXPECT_EQ(0, pivots[0]);
}

TEST(lu, takes_nan_for_the_largest_pivot) {
  std::vector<double> a = {1, infinity, not_a_number, 1, 1, 1, 1, 1, 1};
  std::array<index, 3> pivots{};
  EXPECT_EQ(0, lu(column_major(a.data(), 3, 3), std::span<index>(pivots)));
  EXPECT_EQ(2, pivots[0]);
}

TEST(lu, of_nothing) {
  std::vector<double> a;
  std::span<index> const none;
  EXPECT_EQ(0, lu(column_major(a.data(), 0, 0), none));
  EXPECT_EQ(0, lu(column_major(a.data(), 3, 0), none));
  EXPECT_EQ(0, lu(column_major(a.data(), 0, 3), none));
}

TEST(lu, refuses_what_it_cannot_do) {
  std::vector<double> a = {1, 2, 3, 4};
  std::array<index, 1> few{};
  std::array<index, 2> pivots{};
  auto const view = column_major(a.data(), 2, 2);
  EXPECT_EQ(status::invalid_argument, refused(a, [&] { static_cast<void>(lu(view, std::span<index>(few))); }));
  EXPECT_EQ(status::invalid_argument,
            refused(a, [&] { static_cast<void>(lu(view, std::span<index>(pivots), block_size{-1})); }));
  EXPECT_EQ(status::invalid_argument, refused(a, [&] {
              matrix_view<double> const overlapping(a.data(), 2, 2, 1, 1);
              static_cast<void>(lu(overlapping, std::span<index>(pivots)));
            }));
}

TEST(cholesky, stops_where_a_matrix_is_not_positive_definite) {
  std::vector<double> a = {4, 2, 2, 77, 1, 3, 77, 77, 9};  // r(1,1) = 1 - 1 = 0
  EXPECT_EQ(2, cholesky(triangle::lower, column_major(a.data(), 3, 3)));
  EXPECT_TRUE(same_bits({2, 1, 1, 77, 1, 3, 77, 77, 9}, a));
  std::vector<double> nan = {not_a_number};
  EXPECT_EQ(1, cholesky(triangle::upper, column_major(nan.data(), 1, 1)));
}

TEST(cholesky, reads_and_writes_one_half) {
  std::vector<double> lower = {4, 2, not_a_number, 5}, upper = {4, not_a_number, 2, 5};
  EXPECT_EQ(0, cholesky(triangle::lower, column_major(lower.data(), 2, 2)));
  EXPECT_EQ(0, cholesky(triangle::upper, column_major(upper.data(), 2, 2)));
  EXPECT_TRUE(same_bits({2, 1, not_a_number, 2}, lower));
  EXPECT_TRUE(same_bits({2, not_a_number, 1, 2}, upper));
}

TEST(cholesky, of_a_complex_matrix_has_a_real_diagonal) {
  using complex = std::complex<double>;
  std::vector<complex> a = {{4, not_a_number}, {2, 2}, {0, 0}, {6, 5}};
  EXPECT_EQ(0, cholesky(triangle::lower, column_major(a.data(), 2, 2)));
  EXPECT_EQ(complex(2, 0), a[0]);
  EXPECT_EQ(complex(1, 1), a[1]);
  EXPECT_EQ(complex(2, 0), a[3]);
}

TEST(cholesky, refuses_what_it_cannot_do) {
  std::vector<double> a = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(status::invalid_argument,
            refused(a, [&] { static_cast<void>(cholesky(triangle::lower, column_major(a.data(), 2, 3))); }));
  EXPECT_EQ(status::invalid_argument, refused(a, [&] {
              static_cast<void>(cholesky(triangle::lower, column_major(a.data(), 2, 2), block_size{-3}));
            }));
}

TEST(trsm, solves_in_place) {
  std::vector<double> a = {2, 3, not_a_number, 4}, b = {2, 11};
  trsm(triangle::lower, diagonal::stored, 1, column_major(a.data(), 2, 2), column_major(b.data(), 2, 1));
  EXPECT_TRUE(same_bits({1, 2}, b));
  trsm(triangle::lower, diagonal::ones, 0, column_major(a.data(), 2, 2), column_major(b.data(), 2, 1));
  EXPECT_TRUE(same_bits({0, 0}, b));
}

TEST(trsm, divides_by_a_zero_as_ieee_does) {
  std::vector<double> a = {0, 1, 1, 1}, b = {1, 1};
  trsv(triangle::lower, diagonal::stored, column_major(a.data(), 2, 2), vector_view<double>(b));
  EXPECT_TRUE(same_bits({infinity, -infinity}, b));
}

TEST(trsm, refuses_what_it_cannot_do) {
  std::vector<double> a = {1, 2, 3, 4, 5, 6}, b = {1, 2, 3, 4};
  auto const solve_with = [&](matrix_view<double> triangular, matrix_view<double> right) {
    return refused(b, [&] { trsm(triangle::lower, diagonal::stored, 1, triangular, right); });
  };
  auto const square = column_major(a.data(), 2, 2);
  EXPECT_EQ(status::invalid_argument, solve_with(column_major(a.data(), 2, 3), column_major(b.data(), 2, 1)));
  EXPECT_EQ(status::invalid_argument, solve_with(square, column_major(b.data(), 3, 1)));
  EXPECT_EQ(status::invalid_argument, solve_with(column_major(b.data(), 2, 2), column_major(b.data() + 2, 2, 1)));
  EXPECT_EQ(status::invalid_argument, solve_with(square, matrix_view<double>(b.data(), 2, 2, 1, 1)));
}

TEST(solve, throws_for_a_singular_matrix) {
  std::vector<double> a = {1, 2, 2, 4}, b = {1, 2};
  EXPECT_EQ(status::singular, refused(b, [&] { solve(column_major(a.data(), 2, 2), column_major(b.data(), 2, 1)); }));
  EXPECT_EQ(status::singular, refused(a, [&] { inverse(column_major(a.data(), 2, 2)); }));
}

TEST(solve, refuses_what_it_cannot_do) {
  std::vector<double> a = {1, 2, 3, 4, 5, 6}, b = {1, 2, 3, 4};
  auto const square = column_major(a.data(), 2, 2);
  auto const right = column_major(b.data(), 2, 1);
  EXPECT_EQ(status::invalid_argument, refused(b, [&] { solve(column_major(a.data(), 2, 3), right); }));
  EXPECT_EQ(status::invalid_argument, refused(b, [&] { solve(square, column_major(b.data(), 3, 1)); }));
  EXPECT_EQ(status::invalid_argument, refused(b, [&] { solve(square, right, refinement{-1}); }));
  EXPECT_EQ(status::invalid_argument, refused(a, [&] { inverse(column_major(a.data(), 2, 3)); }));
  EXPECT_EQ(status::invalid_argument,
            refused(a, [&] { static_cast<void>(determinant(column_major(a.data(), 2, 3))); }));
}

TEST(solve, may_overwrite_its_matrix) {
  std::vector<double> a = {2, 0, 0, 4};
  solve(column_major(a.data(), 2, 2), column_major(a.data(), 2, 2));
  EXPECT_TRUE(same_bits({1, 0, 0, 1}, a));
}

TEST(lu_solve, refuses_pivots_that_lu_cannot_have_returned) {
  std::vector<double> factors = {1, 0, 0, 1}, b = {1, 2};
  auto const with = [&](std::vector<index> const& pivots) {
    return refused(b, [&] {
      lu_solve(column_major(factors.data(), 2, 2), std::span<index const>(pivots), column_major(b.data(), 2, 1));
    });
  };
  EXPECT_EQ(status::invalid_argument, with({0}));
  EXPECT_EQ(status::invalid_argument, with({0, 0}));
  EXPECT_EQ(status::invalid_argument, with({2, 1}));
  EXPECT_EQ(status::invalid_argument, with({-1, 1}));
}

TEST(determinant, has_a_value_for_every_matrix) {
  auto const of = [](std::vector<double> a) { return determinant(column_major(a.data(), 2, 2)); };
  double const none = 0;
  EXPECT_TRUE(same_bits(1.0, determinant(column_major(&none, 0, 0))));
  EXPECT_TRUE(same_bits(-2.0, of({1, 3, 2, 4})));
  EXPECT_TRUE(same_bits(0.0, of({-1, -2, -2, -4})));
  EXPECT_TRUE(same_bits(0x1p-1074, of({0x1p-1000, 0, 0, 0x1p-74})));
  EXPECT_TRUE(same_bits(-0.0, of({0x1p-1000, 0, 0, -0x1p-100})));
  EXPECT_TRUE(same_bits(-infinity, of({0x1p1000, 0, 0, -0x1p100})));
  EXPECT_TRUE(same_bits(1.0, of({0x1p1000, 0, 0, 0x1p-1000})));
  EXPECT_TRUE(same_bits(-infinity, of({2, 1, 0, -infinity})));
  EXPECT_TRUE(is_nan(of({infinity, 0, 0, 0})));
  EXPECT_TRUE(is_nan(of({1, 0, 0, not_a_number})));
}

}  // namespace
}  // namespace isobit::linalg
