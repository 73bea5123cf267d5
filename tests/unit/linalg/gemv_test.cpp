// gemv and ger where their definition has corners: empty shapes, factors of 0 and 1, zeros, ties, infinities, errors.
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>
#include <isobit/linalg/gemv.hpp>

#include "support/check.hpp"
#include "support/mpfr_oracle.hpp"

namespace isobit::test {
namespace {

using linalg::adjoint;
using linalg::column_major;
using linalg::gemv;
using linalg::ger;
using linalg::index;
using linalg::row_major;
using linalg::vector_view;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// One row times a vector.
double row_times(std::vector<double> const& a, std::vector<double> const& x, double alpha = 1, double beta = 0,
                 double start = 0) {
  std::vector<double> y = {start};
  gemv(alpha, row_major(a.data(), 1, static_cast<index>(a.size())), x, beta, vector_view<double>(y));
  std::vector<double> z = {start};
  gemv(alpha, column_major(a.data(), 1, static_cast<index>(a.size())), x, beta, vector_view<double>(z));
  EXPECT_TRUE(same_bits(y, z));
  return y[0];
}

TEST(gemv, multiplies) {
  std::vector<double> const a = {1, 2, 3, 4, 5, 6}, x = {1, 10, 100}, two = {1, 10};
  std::vector<double> y = {7, 8}, z(3);
  gemv(1.0, column_major(a.data(), 2, 3), x, 0.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{531, 642}));
  gemv(2.0, row_major(a.data(), 2, 3), x, -1.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{2 * 321 - 531, 2 * 654 - 642}));
  gemv(1.0, transposed(column_major(a.data(), 2, 3)), two, 0.0, vector_view<double>(z));
  EXPECT_EQ(z, (std::vector<double>{21, 43, 65}));
}

TEST(gemv, conjugates) {
  using complex = std::complex<double>;
  std::vector<complex> const a = {{1, 2}, {3, -4}}, x = {{5, 6}, {7, 8}};
  std::vector<complex> y(1);
  gemv(complex(1), row_major(a.data(), 1, 2), x, complex(0), vector_view<complex>(y));
  EXPECT_EQ(y[0], a[0] * x[0] + a[1] * x[1]);
  gemv(complex(1), adjoint(column_major(a.data(), 2, 1)), x, complex(0), vector_view<complex>(y));
  EXPECT_EQ(y[0], conj(a[0]) * x[0] + conj(a[1]) * x[1]);
  vector_view<complex const> const at_x(x);
  gemv(complex(0, 1), row_major(a.data(), 1, 2), conjugated(at_x), complex(0, 2), vector_view<complex>(y));
  EXPECT_EQ(y[0], complex(0, 1) * (a[0] * conj(x[0]) + a[1] * conj(x[1])) +
                      complex(0, 2) * (conj(a[0]) * x[0] + conj(a[1]) * x[1]));
}

TEST(gemv, reads_neither_operands_nor_result_with_factors_of_zero) {
  std::vector<double> const bad(4, nan), x(2, nan), good = {1, 2, 3, 4}, one = {1, 1};
  std::vector<double> y = {1.5, -3};
  gemv(0.0, column_major(bad.data(), 2, 2), x, 1.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{1.5, -3}));
  gemv(0.0, column_major(bad.data(), 2, 2), x, 3.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{4.5, -9}));
  gemv(1.0, column_major(good.data(), 2, 0), {}, 2.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{9, -18}));
  y = {nan, infinity};
  gemv(1.0, column_major(good.data(), 2, 2), one, 0.0, vector_view<double>(y));
  EXPECT_EQ(y, (std::vector<double>{4, 6}));
  y = {nan, nan};
  gemv(0.0, column_major(bad.data(), 2, 2), x, 0.0, vector_view<double>(y));
  EXPECT_TRUE(same_bits(std::vector<double>{0, 0}, y));
  gemv(1.0, column_major(good.data(), 0, 2), one, 0.0, vector_view<double>());
}

TEST(gemv, zeros_are_positive_and_underflow_keeps_its_sign) {
  EXPECT_TRUE(same_bits(0.0, row_times({-0.0, 0.0}, {1, -1})));
  EXPECT_TRUE(same_bits(0.0, row_times({1, -1}, {3, 3}, -1.0)));
  EXPECT_TRUE(same_bits(0.0, row_times({1, -1}, {3, 3}, 1.0, -1.0, 0.0)));
  EXPECT_TRUE(same_bits(-0.0, row_times({0x1p-600}, {-0x1p-600})));
  EXPECT_TRUE(same_bits(0.0, row_times({0x1p-600}, {0x1p-600})));
  EXPECT_TRUE(same_bits(-0x1p-1074, row_times({0x1p-600, 0x1p-600}, {-0x1p-475, -0x1p-480})));
}

TEST(gemv, intermediate_results_neither_overflow_nor_underflow) {
  double const huge = std::numeric_limits<double>::max();
  EXPECT_TRUE(same_bits(1.0, row_times({huge, -huge, 1}, {huge, huge, 1})));
  EXPECT_TRUE(same_bits(huge, row_times({huge}, {2}, 0.5)));
  EXPECT_TRUE(same_bits(huge, row_times({huge}, {2}, 1.0, -1.0, huge)));
  EXPECT_TRUE(same_bits(infinity, row_times({huge}, {2})));
  EXPECT_TRUE(same_bits(0x1p-200, row_times({0x1p-600}, {0x1p-600}, 0x1p1000)));
}

TEST(gemv, infinities_and_nan) {
  double const canonical = from_bits<double>(format<double>::canonical_nan);
  EXPECT_TRUE(same_bits(infinity, row_times({infinity, 1}, {2, -5})));
  EXPECT_TRUE(same_bits(-infinity, row_times({1, 2}, {-infinity, 1})));
  EXPECT_TRUE(same_bits(canonical, row_times({infinity, -infinity}, {1, 1})));
  EXPECT_TRUE(same_bits(canonical, row_times({infinity, 1}, {0, 1})));
  EXPECT_TRUE(same_bits(canonical, row_times({-nan, 1}, {1, 1})));
  EXPECT_TRUE(same_bits(canonical, row_times({1}, {1}, 1, 1, -nan)));
  EXPECT_TRUE(same_bits(canonical, row_times({0}, {1}, infinity)));
  EXPECT_TRUE(same_bits(infinity, row_times({1}, {1}, infinity)));
}

// 1 + 2^-53 is a tie; what decides it lies far below, down to 2^-160, and all of it among cancelling mass.
TEST(gemv, near_ties) {
  for (int distance = 60; distance <= 160; distance += 5)
    for (double sign : {-1.0, 0.0, 1.0})
      for (double odd : {0.0, 0x1p-52})
        for (index size : {3, 4, 9, 40, 200}) {
          std::vector<double> a(static_cast<std::size_t>(size)), x(a.size());
          for (std::size_t i = 3; i + 1 < a.size(); i += 2)
            a[i] = 1.0 / static_cast<double>(i), a[i + 1] = -a[i], x[i] = x[i + 1] = 3.0 / static_cast<double>(i + 2);
          a[0] = 1 + odd, x[0] = 1;
          a[1] = 0x1p-30, x[1] = 0x1p-23;
          a[2] = sign * std::ldexp(1.0, -distance / 2), x[2] = std::ldexp(1.0, distance / 2 - distance);
          mpfr_oracle oracle;
          for (std::size_t i = 0; i < a.size(); ++i) oracle.add_product(a[i], x[i]);
          ASSERT_TRUE(same_bits(oracle.round<double>(a.size()), row_times(a, x))) << distance << ' ' << size;
          double const up = odd == 0 ? (sign > 0 ? 1 + 0x1p-52 : 1) : (sign < 0 ? 1 + 0x1p-52 : 1 + 0x1p-51);
          ASSERT_EQ(row_times(a, x), up);
          ASSERT_EQ(row_times(a, x, -4), -4 * up);
          ASSERT_EQ(row_times(a, x, 1, 1, 0.0), up);
        }
}

TEST(gemv, refuses_what_does_not_fit) {
  std::vector<double> a = {1, 2, 3, 4, 5, 6}, x(3, 1), y(2, 5);
  auto const matrix = column_major(a.data(), 2, 3);
  vector_view<double> const at_y(y);
  EXPECT_THROW(gemv(1.0, matrix, y, 0.0, at_y), error);
  EXPECT_THROW(gemv(1.0, transposed(matrix), y, 0.0, at_y), error);
  EXPECT_THROW(gemv(1.0, matrix, x, 0.0, vector_view<double>(a.data(), 2)), error);
  EXPECT_THROW(gemv(1.0, matrix, x, 0.0, vector_view<double>(x.data() + 1, 2)), error);
  EXPECT_THROW(ger(1.0, x, y, matrix), error);
  EXPECT_THROW(ger(1.0, y, vector_view<double>(a.data(), 3), matrix), error);
  EXPECT_EQ(y, (std::vector<double>{5, 5}));
  EXPECT_EQ(x, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(a, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(ger, updates) {
  std::vector<double> a = {1, 2, 3, 4, 5, 6};
  std::vector<double> const x = {1, 10}, y = {1, 2, 3}, bad(3, nan);
  ger(2.0, x, y, column_major(a.data(), 2, 3));
  EXPECT_EQ(a, (std::vector<double>{3, 22, 7, 44, 11, 66}));
  ger(1.0, x, y, row_major(a.data(), 2, 3));
  EXPECT_EQ(a, (std::vector<double>{4, 24, 10, 54, 31, 96}));
  ger(0.0, x, bad, row_major(a.data(), 2, 3));
  EXPECT_EQ(a, (std::vector<double>{4, 24, 10, 54, 31, 96}));
  std::vector<float> f = {1};
  std::vector<float> const third = {1.0f / 3}, three = {3};
  ger(-1.0f, third, three, column_major(f.data(), 1, 1));
  EXPECT_TRUE(same_bits(-0x1p-25f, f[0]));
}

TEST(ger, zeros_infinities_and_nan) {
  auto const update = [](double alpha, double x, double y, double a) {
    std::vector<double> const xs = {x}, ys = {y};
    ger(alpha, xs, ys, column_major(&a, 1, 1));
    return a;
  };
  double const canonical = from_bits<double>(format<double>::canonical_nan);
  for (double alpha : {1.0, 1.1}) {
    EXPECT_TRUE(same_bits(0.0, update(alpha, -0.0, 1, -0.0)));
    EXPECT_TRUE(same_bits(canonical, update(alpha, infinity, 0, 1)));
    EXPECT_TRUE(same_bits(canonical, update(alpha, infinity, 0, 0)));
    EXPECT_TRUE(same_bits(canonical, update(alpha, infinity, 1, -infinity)));
    EXPECT_TRUE(same_bits(infinity, update(alpha, infinity, 1, 3)));
    EXPECT_TRUE(same_bits(canonical, update(alpha, 1, 1, -nan)));
    EXPECT_TRUE(same_bits(-0.0, update(alpha, 0x1p-600, -0x1p-600, 0)));
    EXPECT_TRUE(same_bits(-0x1p-1074, update(alpha, 0x1p-600, -0x1p-474, 0)));
  }
  EXPECT_TRUE(same_bits(0x1p-600, update(0x1p600, 0x1p-600, 0x1p-600, 0)));
  EXPECT_TRUE(same_bits(0.0, update(0x1p600, 0x1p600, 0x1p-200, -0x1p1000)));
}

}  // namespace
}  // namespace isobit::test
