#include "linalg/partial_product.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>

#include "linalg/exact_entry.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

using linalg::index, linalg::matrix_view, linalg::partial_product, linalg::partial_sum;

double random_double(random_source& random, int lowest, int highest) {
  double const x = std::ldexp(static_cast<double>(random.next() >> 11) + 1, random.between(lowest, highest) - 53);
  return random.coin() ? x : -x;
}

/// Numbers of very different sizes that often cancel, with low parts and radii as sums have them.
partial_sum random_sum(random_source& random, double near) {
  double const high = random.one_in(3) ? -near : random_double(random, -40, 40);
  double const low = random.one_in(4) ? 0 : std::ldexp(high, -53) * random_double(random, -10, 0);
  return {high, low, random.coin() ? 0 : std::fabs(std::ldexp(high, -90) * random_double(random, -10, 10))};
}

/// The sign of the exact sum of a few numbers.
double sum_of(std::initializer_list<double> numbers) {
  exact_product sum;
  for (double const x : numbers) sum.add(x);
  return sum.round<double>();
}

TEST(partial_sum, of_two_holds_every_sum_of_what_both_hold) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    partial_sum const a = random_sum(random, 1), b = random_sum(random, a.high);
    partial_sum both = a;
    both.add(b);
    // |a + b - both| + radius of a + radius of b <= radius of both
    for (double const sign : {1.0, -1.0})
      EXPECT_LE(sum_of({sign * a.high, sign * a.low, sign * b.high, sign * b.low, -sign * both.high, -sign * both.low,
                        a.radius, b.radius, -both.radius}),
                0.0)
          << i;
    partial_sum swapped = b;
    swapped.add(a);
    EXPECT_TRUE(same_bits(both.high, swapped.high) && same_bits(both.low, swapped.low));
  }
}

TEST(partial_sum, that_overflows_is_unknown) {
  double const largest = std::numeric_limits<double>::max(), infinity = std::numeric_limits<double>::infinity();
  for (partial_sum const other : {partial_sum{largest, 0, 0},
                                  {largest, 0x1p960, 1},
                                  {infinity, 0, 0},
                                  {0, 0, infinity},
                                  partial_sum::unknown()}) {
    partial_sum sum{largest, -0x1p960, 0};
    sum.add(other);
    double result;
    EXPECT_FALSE(sum.round(result));
    sum.add({-largest, 0, 0});
    sum.add({-1e300, 0, 0});
    EXPECT_FALSE(sum.round(result));
  }
}

TEST(partial_sum, product_holds_the_product) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    bool const moderate = random.coin();
    double const x = moderate ? random_double(random, -400, 400) : random_double(random, -1074, 1020);
    double const y = moderate ? random_double(random, -400, 400) : random_double(random, -1074, 1020);
    auto const product = partial_sum::product(x, y);
    EXPECT_TRUE(!moderate || product.radius == 0);
    if (!(product.radius < 1)) continue;
    for (double const sign : {1.0, -1.0}) {
      exact_product difference;
      difference.add_product(sign * x, y);
      for (double const part : {-sign * product.high, -sign * product.low, -product.radius}) difference.add(part);
      EXPECT_LE(difference.round<double>(), 0.0) << x << " " << y;
    }
  }
  EXPECT_EQ(partial_sum::product(0, 5).radius, 0.0);
  EXPECT_FALSE(partial_sum::product(0, std::numeric_limits<double>::infinity()).radius < 1);
  EXPECT_FALSE(partial_sum::product(std::numeric_limits<double>::quiet_NaN(), 1).radius < 1);
}

template <class T> T rounded(std::initializer_list<double> numbers) {
  exact sum;
  for (double const x : numbers) sum.add(x);
  return sum.round<T>();
}

template <class T> void expect_right_rounding() {
  random_source random(first_seed());
  int certain = 0, ties = 0;
  constexpr int digits = std::numeric_limits<T>::digits;
  for (int i = 0; i < 50000; ++i) {
    partial_sum sum = random_sum(random, 1);
    if (random.coin()) {
      // Near the middle of two numbers, or at it, and near zero.
      double const number = static_cast<T>(sum.high), step = std::ldexp(number, -digits);
      sum = {number, 0, 0};
      sum.add({std::ldexp(1.0, std::ilogb(step)), random.coin() ? 0 : std::ldexp(step, -random.between(20, 60)),
               std::fabs(std::ldexp(step, -random.between(20, 60)))});
      ++ties;
    }
    T result;
    if (!sum.round(result)) continue;
    ++certain;
    EXPECT_TRUE(same_bits(rounded<T>({sum.high, sum.low, sum.radius}), result)) << i;
    EXPECT_TRUE(same_bits(rounded<T>({sum.high, sum.low, -sum.radius}), result)) << i;
  }
  EXPECT_GT(certain, 25000);
  EXPECT_GT(ties, 20000);
}

TEST(partial_sum, rounds_only_what_is_certain) {
  expect_right_rounding<double>();
  expect_right_rounding<float>();
  double result = 1;
  EXPECT_FALSE((partial_sum{0, 0, 0x1p-1074}.round(result)));
  EXPECT_FALSE((partial_sum{1, 0x1p-54, 0x1p-54}.round(result)));
  EXPECT_TRUE((partial_sum{-0.0, -0.0, 0}.round(result)));
  EXPECT_TRUE(same_bits(0.0, result));
}

template <class T> class partial_products : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(partial_products, numbers);

template <class T> T random_number(random_source& random, bool integers) {
  auto const one = [&] {
    return static_cast<linalg::real_of<T>>(integers ? random.between(-9, 9) : random_double(random, -3, 0));
  };
  if constexpr (linalg::is_complex<T>) {
    auto const real = one();
    return {real, one()};
  } else {
    return one();
  }
}

/// Adds a product in two pieces and compares with the definition; how many entries are left open.
template <class T> std::size_t open_entries(index m, index n, index k, bool integers, int zeros) {
  random_source random(first_seed());
  std::vector<T> a, b, c(static_cast<std::size_t>(m * n), T(3));
  for (index i = 0; i < m * k; ++i)
    a.push_back(random.between(1, 100) <= zeros ? T(0) : random_number<T>(random, integers));
  for (index i = 0; i < k * n; ++i)
    b.push_back(random.between(1, 100) <= zeros ? T(0) : random_number<T>(random, integers));
  matrix_view<T const> const left = linalg::column_major<T const>(a.data(), m, k);
  matrix_view<T const> const right = linalg::row_major<T const>(b.data(), k, n);
  partial_product<T> product(m, n);
  serial const one_thread;
  index const cut = k / 3;
  for (auto const& [first, count] : {std::pair{index{0}, cut}, {cut, k - cut}})
    product.add(driver_ref(one_thread), left.block(0, first, m, count), right.block(first, 0, count, n));
  auto const open = product.finish(T(1), T(0), linalg::column_major(c.data(), m, n));
  auto next = open.begin();
  for (index e = 0; e < m * n; ++e) {
    linalg::exact_entry<T> entry;
    entry.add_products(left.row(e % m), right.column(e / m));
    bool const is_open = next != open.end() && *next == e;
    next += is_open;
    T const expected = is_open ? T(3) : entry.round();
    EXPECT_TRUE(std::memcmp(&expected, &c[static_cast<std::size_t>(e)], sizeof(T)) == 0) << e;
  }
  return open.size();
}

TYPED_TEST(partial_products, leave_next_to_nothing_open) {
  using T = TypeParam;
  EXPECT_EQ(open_entries<T>(30, 20, 300, false, 0), 0u);
  EXPECT_EQ(open_entries<T>(3, 40, 5000, false, 0), 0u);
  EXPECT_EQ(open_entries<T>(30, 20, 40, true, 20), 0u) << "sums that are exact, some of them zero";
  EXPECT_EQ(open_entries<T>(40, 40, 60, false, 95), 0u) << "sums without products";
}

// Scaling takes elements far below the largest of their line as zero; their products are there all the same.
TEST(partial_product, does_not_take_far_smaller_elements_for_zeros) {
  constexpr index depth = 64;
  std::vector<double> a(depth), b(depth);
  a[0] = 1, a[1] = 0x1p-500, b[1] = 1;
  double c = 7;
  partial_product<double> product(1, 1);
  serial const one_thread;
  product.add(driver_ref(one_thread), linalg::row_major<double const>(a.data(), 1, depth),
              linalg::column_major<double const>(b.data(), depth, 1));
  bool const is_open = !product.finish(1.0, 0.0, linalg::column_major(&c, 1, 1)).empty();
  EXPECT_TRUE(is_open || c == 0x1p-500) << c;
}

TEST(partial_product, does_not_see_the_environment) {
  random_source random(first_seed());
  std::vector<double> a, b;
  for (int i = 0; i < 300; ++i) a.push_back(random_double(random, -30, 0)), b.push_back(random_double(random, -30, 0));
  auto const compute = [&] {
    std::vector<double> c(100, 0.1);
    partial_product<double> product(10, 10);
    serial const one_thread;
    product.add(driver_ref(one_thread), linalg::column_major<double const>(a.data(), 10, 30),
                linalg::column_major<double const>(b.data(), 30, 10));
    auto const open = product.finish(1.5, 0.3, linalg::column_major(c.data(), 10, 10));
    c.push_back(static_cast<double>(open.size()));
    return c;
  };
  auto const expected = compute();
  auto const usual = read_environment();
  for (auto const control : every_control_word()) {
    write_environment({control, 0});
    auto const result = compute();
    auto const after = read_environment();
    write_environment(usual);
    EXPECT_EQ(after.control, control);
    EXPECT_TRUE(same_bits(expected, result)) << control;
  }
}

}  // namespace
}  // namespace isobit::test
