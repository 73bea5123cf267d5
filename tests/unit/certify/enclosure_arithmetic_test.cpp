#include "certify/enclosure_arithmetic.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include <gtest/gtest.h>

#include <isobit/sum/exact.hpp>

#include "certify/rounding_test.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using certify::product_of, certify::round_within, certify::unknown;
using known = certify::enclosure<double>;

double random_double(random_source& random, int lowest, int highest) {
  double const x = std::ldexp(static_cast<double>(random.next() >> 11) + 1, random.between(lowest, highest) - 53);
  return random.coin() ? x : -x;
}

/// Numbers of very different sizes that often cancel, with low parts and radii as sums have them.
known random_sum(random_source& random, double near) {
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

TEST(enclosure, of_two_holds_every_sum_of_what_both_hold) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    known const a = random_sum(random, 1), b = random_sum(random, a.high);
    known const both = a + b;
    // |a + b - both| + radius of a + radius of b <= radius of both
    for (double const sign : {1.0, -1.0})
      EXPECT_LE(sum_of({sign * a.high, sign * a.low, sign * b.high, sign * b.low, -sign * both.high, -sign * both.low,
                        a.radius, b.radius, -both.radius}),
                0.0)
          << i;
    known const swapped = b + a;
    EXPECT_TRUE(same_bits(both.high, swapped.high) && same_bits(both.low, swapped.low));
  }
}

TEST(enclosure, that_overflows_is_unknown) {
  double const largest = std::numeric_limits<double>::max(), infinity = std::numeric_limits<double>::infinity();
  for (known const other :
       {known{largest, 0, 0}, {largest, 0x1p960, 1}, {infinity, 0, 0}, {0, 0, infinity}, unknown()}) {
    known sum{largest, -0x1p960, 0};
    sum = sum + other;
    EXPECT_FALSE(round_within<double>(sum));
    sum = sum + known{-largest, 0, 0} + known{-1e300, 0, 0};
    EXPECT_FALSE(round_within<double>(sum));
  }
}

TEST(enclosure, product_holds_the_product) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    bool const moderate = random.coin();
    double const x = moderate ? random_double(random, -400, 400) : random_double(random, -1074, 1020);
    double const y = moderate ? random_double(random, -400, 400) : random_double(random, -1074, 1020);
    auto const product = product_of(x, y);
    EXPECT_TRUE(!moderate || product.radius == 0);
    if (!(product.radius < 1)) continue;
    for (double const sign : {1.0, -1.0}) {
      exact_product difference;
      difference.add_product(sign * x, y);
      for (double const part : {-sign * product.high, -sign * product.low, -product.radius}) difference.add(part);
      EXPECT_LE(difference.round<double>(), 0.0) << x << " " << y;
    }
  }
  EXPECT_EQ(product_of(0, 5).radius, 0.0);
  EXPECT_FALSE(product_of(0, std::numeric_limits<double>::infinity()).radius < 1);
  EXPECT_FALSE(product_of(std::numeric_limits<double>::quiet_NaN(), 1).radius < 1);
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
    known sum = random_sum(random, 1);
    if (random.coin()) {
      // Near the middle of two numbers, or at it, and near zero.
      double const number = static_cast<T>(sum.high), step = std::ldexp(number, -digits);
      sum = known{number, 0, 0} + known{std::ldexp(1.0, std::ilogb(step)),
                                        random.coin() ? 0 : std::ldexp(step, -random.between(20, 60)),
                                        std::fabs(std::ldexp(step, -random.between(20, 60)))};
      ++ties;
    }
    auto const found = round_within<T>(sum);
    if (!found) continue;
    auto const result = static_cast<T>(*found);
    ++certain;
    EXPECT_TRUE(same_bits(rounded<T>({sum.high, sum.low, sum.radius}), result)) << i;
    EXPECT_TRUE(same_bits(rounded<T>({sum.high, sum.low, -sum.radius}), result)) << i;
  }
  EXPECT_GT(certain, 25000);
  EXPECT_GT(ties, 20000);
}

TEST(enclosure, rounds_only_what_is_certain) {
  expect_right_rounding<double>();
  expect_right_rounding<float>();
}

}  // namespace
}  // namespace isobit::test
