// Matrices in cache times a vector, all of whose products are cut at one place: against the definition, whatever the
// sums do on their way, and the errors against their bound. docs/maths/gemv.md#level
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>
#include <isobit/isobit.hpp>
#include <isobit/linalg.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/gemv_bounds.hpp"
#include "linalg/kernels.hpp"
#include "linalg/level_product.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using linalg::column_major, linalg::index, linalg::matrix_view, linalg::structured_view, linalg::triangle,
    linalg::vector_view;

/// A matrix in memory, as it lies there, and what it is.
struct level_case {
  enum class structure { whole, triangular, symmetric };
  structure kind;
  bool by_rows, lower;
  index rows, columns, leading;
  std::vector<double> storage;

  level_case(random_source& random, index order) : rows(order), columns(order) {
    kind = static_cast<structure>(random.below(3));
    by_rows = random.coin(), lower = random.coin();
    if (kind == structure::whole) rows = random.between(8, static_cast<int>(order));
    index const gap = random.coin() ? 0 : random.between(0, 9);
    leading = (by_rows ? columns : rows) + gap;
    // What is not part of the matrix must not matter.
    storage.assign(static_cast<std::size_t>(leading * (by_rows ? rows : columns)), std::nan(""));
  }
  [[nodiscard]] double& at(index i, index j) {
    return storage[static_cast<std::size_t>(by_rows ? i * leading + j : i + j * leading)];
  }
  [[nodiscard]] bool stores(index i, index j) const { return kind == structure::whole || (lower ? i >= j : i <= j); }
  [[nodiscard]] double entry(index i, index j) {
    if (stores(i, j)) return at(i, j);
    return kind == structure::symmetric ? at(j, i) : 0;
  }
  template <class Make> void fill(Make make) {
    for (index i = 0; i < rows; ++i)
      for (index j = 0; j < columns; ++j)
        if (stores(i, j)) at(i, j) = make(i, j);
  }
  [[nodiscard]] matrix_view<double const> view() const {
    return {storage.data(), rows, columns, by_rows ? leading : 1, by_rows ? 1 : leading};
  }
  [[nodiscard]] structured_view<double> half() const {
    auto const one = linalg::triangular(lower ? triangle::lower : triangle::upper, view());
    return kind == structure::symmetric ? linalg::symmetric(one) : one;
  }
  void multiply(double alpha, vector_view<double const> x, double beta, vector_view<double> y) const {
    if (kind == structure::whole)
      linalg::gemv(alpha, view(), x, beta, y, serial());
    else
      linalg::gemv(alpha, half(), x, beta, y, serial());
  }
  /// How many rows are left to others.
  [[nodiscard]] index left_open(double alpha, std::vector<double> const& x, double beta, std::vector<double> y) const {
    index count = 0;
    in_standard_rounding([&] {
      auto const product = std::make_unique<linalg::level_product>(alpha, x, beta, vector_view<double>(y));
      auto const others = [&](index, index some) { count += some; };
      if (kind == structure::whole)
        product->multiply(view(), others);
      else
        product->multiply(half(), others);
    });
    return count;
  }
};

void check(level_case& a, std::vector<double> const& x, double alpha, double beta, random_source& random) {
  index const step = random.coin() ? 1 : 2;
  std::vector<double> y(static_cast<std::size_t>(a.rows * step));
  for (auto& one : y) one = random_number<double>(random, -3, 3);
  auto const before = y;
  a.multiply(alpha, x, beta, vector_view<double>(y.data(), a.rows, step));
  for (index i = 0; i < a.rows; ++i) {
    linalg::exact_entry<double> sum;
    for (index j = 0; j < a.columns; ++j)
      if (a.kind != level_case::structure::triangular || a.stores(i, j))
        sum.add_product(a.entry(i, j), x[static_cast<std::size_t>(j)]);
    auto const at = static_cast<std::size_t>(i * step);
    ASSERT_TRUE(same_bits(sum.round(alpha, beta, beta == 0 ? 0 : before[at]), y[at]))
        << "row " << i << " of " << a.rows << " x " << a.columns << ", kind " << static_cast<int>(a.kind)
        << (a.by_rows ? ", by rows" : "") << (a.lower ? ", lower" : "");
  }
}

std::vector<double> random_vector(random_source& random, index size) {
  std::vector<double> x(static_cast<std::size_t>(size));
  for (auto& one : x) one = random_number<double>(random, -3, 0);
  return x;
}

double random_factor(random_source& random, bool may_be_zero) {
  if (random.coin()) return may_be_zero ? 0 : 1;
  return random_number<double>(random, -4, 4);
}

template <class Body> void for_each_seed(std::size_t count, Body body) {
  for (std::size_t seed = first_seed(); seed < first_seed() + scaled_count(count); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    random_source random(seed);
    body(random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(linalg_level_product, ordinary_matrices_are_settled) {
  index rows = 0, open = 0;
  for_each_seed(400, [&](random_source& random) {
    level_case a(random, random.between(8, random.one_in(8) ? 300 : 70));
    a.fill([&](index, index) { return random_number<double>(random, -3, 0); });
    auto const x = random_vector(random, a.columns);
    double const alpha = random_factor(random, false), beta = random_factor(random, true);
    check(a, x, alpha, beta, random);
    rows += a.rows;
    open += a.left_open(alpha, x, beta, random_vector(random, a.rows));
  });
  EXPECT_LE(open, rows / 100) << "of " << rows << " rows";
}

/// Elements that were not expected take sums out of their interval, mostly there and back again.
TEST(linalg_level_product, sums_that_wander_are_seen) {
  for_each_seed(600, [](random_source& random) {
    level_case a(random, random.between(24, 80));
    bool const ones = random.coin();
    std::vector<double> x(static_cast<std::size_t>(a.columns), 1.0);
    if (!ones) x = random_vector(random, a.columns);
    a.fill([&](index, index) { return ones && random.coin() ? 1 : random_number<double>(random, -3, 0); });
    // With ones: exactly to the ends of the interval and to zero, or beyond.
    int const above = 4 + static_cast<int>(std::bit_width(static_cast<std::size_t>(a.columns)));
    for (index i = 8; i < a.rows; ++i) {
      if (random.one_in(4)) continue;
      double const size = std::ldexp(random.coin()   ? 1
                                     : random.coin() ? 3
                                                     : random_number<double>(random, 0, 1),
                                     above + random.between(-3, random.one_in(4) ? 60 : 3));
      double sign = random.coin() ? 1 : -1;
      for (index j = random.between(0, 7); j < a.columns; j += random.between(1, 9)) {
        if (!a.stores(i, j)) continue;
        a.at(i, j) = sign * size;
        if (random.one_in(8)) a.at(i, j) *= 1 + 0x1p-40;
        sign = -sign;
      }
    }
    check(a, x, 1, 0, random);
  });
}

TEST(linalg_level_product, of_every_size_of_numbers) {
  for_each_seed(400, [](random_source& random) {
    level_case a(random, random.between(8, 40));
    int const of_a = random.between(-1070, 1020), of_x = random.between(-1070, 1020);
    int const spread = random.one_in(3) ? 1000 : 3;
    auto const number = [&](int around) {
      if (random.one_in(30)) return random.coin() ? 0.0 : -0.0;
      int const lowest = std::max(around - spread, -1074);
      return random_number<double>(random, lowest, std::max(lowest, around));
    };
    a.fill([&](index, index) { return number(of_a); });
    std::vector<double> x(static_cast<std::size_t>(a.columns));
    for (auto& one : x) one = number(of_x);
    if (random.one_in(10)) x[random.below(x.size())] = random.coin() ? HUGE_VAL : std::nan("");
    check(a, x, random.coin() ? 1 : power_of_two<double>(random.coin(), random.between(-500, 500)),
          random_factor(random, true), random);
  });
}

/// The kernels' sums, which start at 3 and may move by 1.
TEST(linalg_level_product, errors_are_within_the_radius) {
  double largest = 0;
  index used = 0;
  for_each_seed(400, [&](random_source& random) {
    auto const& kernels = linalg::gemv_kernels();
    index const n = random.between(8, random.one_in(6) ? 1000 : 100);
    level_case a(random, n);
    a.rows = a.columns = n, a.leading = n;
    a.storage.assign(static_cast<std::size_t>(n * n), 0);
    // Positive sums may well be too long, in one lane or in all of them together.
    bool const positive = random.coin();
    int const most = random.between(-2, positive ? 4 : 1), spread = positive ? 0 : 4;
    int const size = most - static_cast<int>(std::bit_width(static_cast<std::size_t>(n)));
    for (auto& one : a.storage) {
      one = random_number<double>(random, size - spread, size);
      if (positive) one = std::fabs(one);
    }
    std::vector<double> x(static_cast<std::size_t>(n) + 16);
    for (index j = 0; j < n; ++j) {
      double const number = random_number<double>(random, -2, -1);
      x[static_cast<std::size_t>(8 + j)] = positive ? std::fabs(number) : number;
    }
    std::vector<double> high(static_cast<std::size_t>(n) + 8), low = high;
    a.by_rows = random.coin();
    bool const whole = a.kind == level_case::structure::whole;
    auto const half = a.kind == level_case::structure::symmetric ? kernels.level_half.both
                      : a.by_rows                                ? kernels.level_half.rows
                                                                 : kernels.level_half.columns;
    std::vector<double> scratch(static_cast<std::size_t>(4 * linalg::level_room));
    bool held = false;
    in_standard_rounding([&] {
      if (!whole)
        held = half(n, a.lower != a.by_rows, a.storage.data(), n, x.data() + 8, 1, high.data(), low.data(),
                    scratch.data());
      else
        held = (a.by_rows ? kernels.level_f64.one_vector.rows : kernels.level_f64.one_vector.columns)(
            n, n, a.storage.data(), n, x.data() + 8, 0, 1, high.data(), low.data(), 0);
    });
    if (!held) return;
    used += n;
    for (index i = 0; i < n; ++i) {
      exact_product error;
      for (index j = 0; j < n; ++j) error.add_product(a.entry(i, j), x[static_cast<std::size_t>(8 + j)]);
      error.subtract(high[static_cast<std::size_t>(i)]);
      error.subtract(low[static_cast<std::size_t>(i)]);
      double const part = std::fabs(error.round<double>()) / linalg::level_radius(n);
      ASSERT_LE(part, 1) << "row " << i << " of " << n;
      largest = std::max(largest, part);
    }
  });
  EXPECT_GT(used, 0);
  std::printf("largest error: %.3g of the radius\n", largest);
}

}  // namespace
}  // namespace isobit::test
