#include "certify/enclosure_arithmetic.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "certify/rounding_test.hpp"
#include "support/check.hpp"
#include "unit/certify/oracle.hpp"

namespace isobit::test {
namespace {

using certify::product_of, certify::round_within, certify::sum_of_products, certify::unknown;
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

dyadic centre_of(known const& x) { return sum_of({x.high, x.low}); }

/// Whether everything within `radius` of `centre` is in x.
bool holds(known const& x, dyadic const& centre, dyadic const& radius = {}) {
  return magnitude(centre - centre_of(x)) + radius <= exactly(x.radius);
}

TEST(enclosure, of_two_holds_every_sum_of_what_both_hold) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    known const a = random_sum(random, 1), b = random_sum(random, a.high);
    known const both = a + b;
    EXPECT_TRUE(holds(both, centre_of(a) + centre_of(b), sum_of({a.radius, b.radius}))) << i;
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
    EXPECT_TRUE(holds(product, exactly(x) * exactly(y))) << std::hexfloat << x << " " << y;
  }
  EXPECT_EQ(product_of(0, 5).radius, 0.0);
  EXPECT_FALSE(product_of(0, std::numeric_limits<double>::infinity()).radius < 1);
  EXPECT_FALSE(product_of(std::numeric_limits<double>::quiet_NaN(), 1).radius < 1);
}

TEST(enclosure, sum_of_products_holds_the_sum) {
  random_source random(first_seed());
  int exact = 0;
  for (int i = 0; i < 20000; ++i) {
    double const a = random_double(random, -40, 40), b = random_double(random, -40, 40);
    // The second product may cancel the first, but for a few last bits.
    double const c = random.coin() ? -a : random_double(random, -90, 40);
    double const d = random.coin() ? b * (1 + random.between(-2, 2) * 0x1p-52) : random_double(random, -90, 40);
    auto const sum = sum_of_products(a, b, c, d);
    dyadic const true_sum = exactly(a) * exactly(b) + exactly(c) * exactly(d);
    EXPECT_TRUE(holds(sum, true_sum)) << std::hexfloat << a << " " << b << " " << c << " " << d;
    // What merging two products leaves out: docs/maths/mpi_linalg.md#merging
    EXPECT_LE(sum.radius, std::fmax(std::fabs(a * b), std::fabs(c * d)) * 0x1p-100);
    exact += sum.radius == 0;
  }
  EXPECT_GT(exact, 2000);
  EXPECT_EQ(sum_of_products(3, 5, -5, 3).radius, 0.0);
  EXPECT_EQ(sum_of_products(3, 5, -5, 3).high, 0.0);
  EXPECT_FALSE(sum_of_products(1, 1, std::numeric_limits<double>::infinity(), 1).radius < 1);
}

TEST(enclosure, multiple_holds_every_multiple_of_what_it_holds) {
  random_source random(first_seed());
  for (int i = 0; i < 40000; ++i) {
    double const x = random_double(random, -40, 40);
    known a = random_sum(random, 1);
    // From radii that rule the result to those that vanish beside its roundings.
    if (a.radius != 0)
      a.radius = std::fabs(std::ldexp(a.high, -random.between(20, 200)) * random_double(random, -10, 0));
    auto const multiple = x * a;
    EXPECT_TRUE(holds(multiple, exactly(x) * centre_of(a), exactly(std::fabs(x)) * exactly(a.radius)))
        << i << std::hexfloat << ": " << x << " * " << a.high << " " << a.low << " " << a.radius;
    // And little more: what roundings of the low parts take.
    EXPECT_LE(multiple.radius, std::fabs(x) * a.radius * (1 + 0x1p-45) + std::fabs(x * a.high) * 0x1p-98);
  }
}

TEST(enclosure, multiple_holds_what_underflows) {
  for (double const x : {0.25, -0.25, 0x1p-40, 0.75, 0x1.0000002p-450})
    for (known const a : {known{1, 0, 0x1p-1074},
                          {1, 0x1p-1074, 0x1p-1074},
                          {1, 0x3p-1074, 0x1p-1073},
                          {0, 0, 0x1p-1074},
                          {0x1.0000002p-455, 0, 0x1p-1074}})
      EXPECT_TRUE(holds(x * a, exactly(x) * centre_of(a), exactly(std::fabs(x)) * exactly(a.radius)))
          << std::hexfloat << x << " * " << a.high << " " << a.low << " " << a.radius;
}

TEST(enclosure, multiple_of_an_exact_number_stays_exact) {
  for (double const x : {3.0, -0.5, 0.0}) {
    auto const multiple = x * known{5, 0x1p-60, 0};
    EXPECT_EQ(multiple.radius, 0.0);
    EXPECT_TRUE(holds(multiple, exactly(x) * sum_of({5, 0x1p-60})));
  }
  EXPECT_FALSE((2 * unknown()).radius < 1);
  EXPECT_FALSE((std::numeric_limits<double>::infinity() * known{1, 0, 0}).radius < 1);
  EXPECT_FALSE((0x1p1000 * known{0x1p1000, 0, 0}).radius < 1);
  EXPECT_FALSE((0x1p1000 * known{0x1p1000, 0, 0x1p-1074}).radius < 1);
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
    EXPECT_TRUE(rounding_interval<T>(result).holds(centre_of(sum), exactly(sum.radius))) << i;
  }
  EXPECT_GT(certain, 25000);
  EXPECT_GT(ties, 20000);
}

TEST(enclosure, rounds_only_what_is_certain) {
  expect_right_rounding<double>();
  expect_right_rounding<float>();
}

/// Both ends of what x may be.
dyadic lower_end(known const& x) { return centre_of(x) - exactly(x.radius); }
dyadic upper_end(known const& x) { return centre_of(x) + exactly(x.radius); }

TEST(enclosure, product_of_two_holds_every_product_of_what_both_hold) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    known const a = random_sum(random, 1), b = random_sum(random, a.high);
    known const product = a * b;
    for (auto const& x : {lower_end(a), upper_end(a)})
      for (auto const& y : {lower_end(b), upper_end(b)}) EXPECT_TRUE(holds(product, x * y)) << i;
  }
}

TEST(enclosure, quotient_holds_every_quotient) {
  random_source random(first_seed());
  int exact = 0;
  for (int i = 0; i < 20000; ++i) {
    known a = random_sum(random, 1);
    auto const divisor =
        static_cast<double>(random.coin() ? 1 + random.below(100) : std::uint64_t{1} << random.between(0, 53));
    // Often a multiple, so that the quotient is a double or two.
    if (random.one_in(3)) a.high = std::ldexp(std::floor(std::ldexp(a.high, 30)), -20) * divisor;
    known const quotient = a / divisor;
    if (a.high == 0) continue;
    ASSERT_LT(quotient.radius, std::fabs(quotient.high) * 0x1p-60) << i;
    // |centre of the quotient - x/d| <= radius, times d.
    for (auto const& x : {lower_end(a), upper_end(a)})
      EXPECT_TRUE(magnitude(centre_of(quotient) * exactly(divisor) - x) <= exactly(quotient.radius) * exactly(divisor))
          << i;
    if (quotient.radius == 0) ++exact;
  }
  EXPECT_GT(exact, 2000);
  EXPECT_EQ((known{0x1.0000000000001p0, 0x1p-53, 0} / 4).radius, 0.0) << "a tie stays one";
  for (known const a : {known{0, 0, 0}, {0x1p-801, 0, 0}, {0x1p901, 0, 0}, unknown()})
    EXPECT_FALSE((a / 3).radius < 1) << a.high;
}

TEST(enclosure, root_holds_every_root) {
  random_source random(first_seed());
  for (int i = 0; i < 20000; ++i) {
    known a = random_sum(random, 1);
    if (random.one_in(3)) a = product_of(a.high, a.high);
    if (a.high < 0) a = {-a.high, -a.low, a.radius};
    known const root = certify::square_root(a);
    ASSERT_LT(root.radius, root.high * 0x1p-60) << i;
    EXPECT_TRUE(lower_end(root) * lower_end(root) <= lower_end(a)) << i;
    EXPECT_TRUE(upper_end(root) * upper_end(root) >= upper_end(a)) << i;
  }
  for (known const a : {known{0, 0, 0}, {-1, 0, 0}, {1, 0, 0x1p-39}, {0x1p-801, 0, 0}, {0x1p901, 0, 0}, unknown()})
    EXPECT_FALSE(certify::square_root(a).radius < 1) << a.high;
}

}  // namespace
}  // namespace isobit::test
