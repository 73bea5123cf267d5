#include "math/ball/arc.hpp"
#include "math/ball/exponential.hpp"
#include "math/ball/logarithm.hpp"
#include "math/ball/round.hpp"
#include "math/ball/trigonometric.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/mpfr_real.hpp"

namespace isobit::test {
namespace {

using math::ball;

constexpr std::uint64_t seed = 20260;
constexpr int precisions[] = {64, 128, 192, 320, 640, 2048};

/// A ball of at most so many limbs, a point as often as not, with a midpoint of that exponent.
ball random_ball(random_source& random, int limbs, std::int64_t exponent) {
  math::limbs::limb digits[ball::capacity];
  int const size = random.between(1, limbs);
  // Runs of zeros and ones are where carries go far.
  for (int i = 0; i < size; ++i) digits[i] = random.one_in(4) ? 0 - random.below(2) : random.next();
  digits[0] |= std::uint64_t{1} << 63;
  ball result;
  result.set(random.coin(), digits, size, exponent, ball::capacity);
  if (random.coin()) result.radius = math::make_bound(random.next(), exponent - 64 - random.between(20, 64 * limbs));
  return result;
}

/// A number of the ball: the midpoint or an end.
real number_of(ball const& x, random_source& random) {
  real result(12000);
  int const where = random.between(-1, 1);
  mpfr_set(result, midpoint_of(x), MPFR_RNDN);
  if (where > 0) mpfr_add(result, result, radius_of(x), MPFR_RNDN);
  if (where < 0) mpfr_sub(result, result, radius_of(x), MPFR_RNDN);
  return result;
}

/// The ball of a function contains the function of every number, whatever the radius; and where the argument is a
/// point, the error is at most 2^(loss - precision) of the result.
template <class Enclose, class Compute>
void expect_encloses(ball const& x, int precision, Enclose enclose, Compute compute, int loss, random_source& random) {
  ball const result = enclose(x, precision);
  real const argument = number_of(x, random);
  real expected(2 * precision + 300);
  compute(expected, argument);
  ASSERT_TRUE(contains(result, expected)) << "precision " << precision << ", exponent " << x.exponent();
  if (x.radius.is_zero() && mpfr_zero_p(static_cast<mpfr_srcptr>(expected)) == 0) {
    ASSERT_LE(relative_error(result), loss - precision) << "precision " << precision << ", exponent " << x.exponent();
  }
}

template <class Enclose, class Compute>
void expect_function(int lowest, int highest, Enclose enclose, Compute compute, int loss) {
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int precision : precisions)
    for (int i = 0; i < (precision < 1000 ? 400 : 20); ++i) {
      int const limbs = random.coin() ? 1 : precision / 64;
      ball const x = random_ball(random, limbs, random.between(lowest, highest));
      ASSERT_NO_FATAL_FAILURE(expect_encloses(x, precision, enclose, compute, loss, random));
    }
}

template <class Enclose, class Compute> void expect_operation(Enclose enclose, Compute compute, bool cancels) {
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int precision : precisions)
    for (int i = 0; i < 3000; ++i) {
      int const limbs = precision / 64 + random.between(0, 2);
      std::int64_t const exponent = random.between(-5000, 5000);
      int const distances[] = {0, random.between(-2, 2), 64 * random.between(-3, 3), random.between(-300, 300),
                               random.between(-1000000, 1000000)};
      ball const a = random_ball(random, limbs, exponent);
      ball b = random_ball(random, limbs, exponent + distances[random.below(5)]);
      if (random.one_in(5)) b = add(a, scale(b, -random.between(0, 64 * limbs)), precision);
      if (random.one_in(50)) b = ball();
      ball const result = enclose(a, b, precision);
      real expected(20000);
      compute(expected, number_of(a, random), number_of(b, random));
      if (mpfr_number_p(static_cast<mpfr_srcptr>(expected)) == 0) continue;
      ASSERT_TRUE(contains(result, expected)) << "precision " << precision << ", case " << i;
      if (a.radius.is_zero() && b.radius.is_zero() && !cancels) {
        ASSERT_LE(relative_error(result), 2 - precision);
      }
      if (a.radius.is_zero() && b.radius.is_zero() && cancels && !result.radius.is_zero()) {
        std::int64_t const larger = a.exponent() < b.exponent() ? b.exponent() : a.exponent();
        ASSERT_LE(result.radius.exponent + 31, larger + 2 - precision);
      }
    }
}

TEST(ball, sums_contain_the_sum) {
  expect_operation([](auto& a, auto& b, int p) { return add(a, b, p); },
                   [](mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) { mpfr_add(r, a, b, MPFR_RNDN); }, true);
}

TEST(ball, differences_contain_the_difference) {
  expect_operation([](auto& a, auto& b, int p) { return subtract(a, b, p); },
                   [](mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) { mpfr_sub(r, a, b, MPFR_RNDN); }, true);
}

TEST(ball, products_contain_the_product) {
  expect_operation([](auto& a, auto& b, int p) { return multiply(a, b, p); },
                   [](mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) { mpfr_mul(r, a, b, MPFR_RNDN); }, false);
}

TEST(ball, quotients_contain_the_quotient) {
  expect_operation([](auto& a, auto& b, int p) { return b.midpoint_is_zero() ? ball() : divide(a, b, p); },
                   [](mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
                     if (mpfr_zero_p(b))
                       mpfr_set_zero(r, 1);
                     else
                       mpfr_div(r, a, b, MPFR_RNDN);
                   },
                   false);
}

TEST(ball, square_roots_contain_the_square_root) {
  expect_function(
      -3000, 3000, [](auto& x, int p) { return math::sqrt(math::magnitude(x), p); },
      [](mpfr_ptr r, mpfr_srcptr x) {
        mpfr_abs(r, x, MPFR_RNDN);
        real positive(mpfr_get_prec(x));
        mpfr_abs(positive, x, MPFR_RNDN);
        mpfr_sqrt(r, positive, MPFR_RNDN);
      },
      3);
}

TEST(ball, small_integers_multiply_and_divide) {
  random_source random(seed);
  for (std::int64_t k : {std::int64_t{1}, std::int64_t{-7}, std::int64_t{1000003}, INT64_MAX, INT64_MIN}) {
    ball const x = random_ball(random, 3, 5);
    real const number = number_of(x, random);
    real expected(10000);
    mpfr_mul_si(expected, number, k, MPFR_RNDN);
    EXPECT_TRUE(contains(multiply_integer(x, k, 256), expected));
    mpfr_div_si(expected, number, k, MPFR_RNDN);
    EXPECT_TRUE(contains(divide_integer(x, k, 256), expected));
  }
}

TEST(ball, numbers_are_exact) {
  for (double x : {0.0, 1.0, -1.5, 0x1p-1074, -0x1.fffffffffffffp1023, 0x1.23456789abcdep-1030}) {
    ball const exact(x);
    EXPECT_TRUE(exact.radius.is_zero());
    EXPECT_EQ(mpfr_cmp_d(midpoint_of(exact), x), 0);
  }
  EXPECT_EQ(mpfr_cmp_si(midpoint_of(ball(INT64_MIN)), INT64_MIN), 0);
  EXPECT_EQ(mpfr_cmp_ui(midpoint_of(ball(UINT64_MAX)), UINT64_MAX), 0);
  EXPECT_EQ(mpfr_cmp_si(midpoint_of(ball(-3)), -3), 0);
}

TEST(ball, short_results_are_exact) {
  ball const a(0x1.23456789abcdep300);
  ball const b(-0x1.fedcba9876543p-200);
  EXPECT_TRUE(multiply(a, b, 128).radius.is_zero());
  EXPECT_TRUE(subtract(add(a, b, 640), a, 640).radius.is_zero());
  EXPECT_TRUE(divide(ball(12), ball(3), 64).radius.is_zero());
  EXPECT_FALSE(divide(ball(1), ball(3), 64).radius.is_zero());
  EXPECT_TRUE(math::sqrt(ball(0), 64).midpoint_is_zero());
}

TEST(ball, what_is_undefined_is_unknown) {
  ball around_zero(1);
  around_zero.radius = math::make_bound(3, 0);
  for (ball const& x :
       {divide(ball(1), around_zero, 128), divide(ball(1), ball(0), 128), math::sqrt(around_zero, 128),
        math::sqrt(ball(-1), 128), math::log(around_zero, 128), math::log(ball(-2), 128), math::log(ball(0), 128),
        math::log1p(ball(-1), 128), math::exp(around_zero, 128), math::exp(ball(0x1p70), 128)})
    EXPECT_FALSE(math::round<double>(x));
}

TEST(ball, constants_contain_themselves) {
  for (int precision = 64; precision <= 4096; precision += 64) {
    int const reached = precision < math::constant_precision ? precision : math::constant_precision;
    real expected(8000);
    auto const expect_close = [&](ball const& x) {
      EXPECT_TRUE(contains(x, expected)) << precision;
      EXPECT_LE(relative_error(x), 2 - reached);
    };
    mpfr_const_pi(expected, MPFR_RNDN);
    expect_close(math::pi(precision));
    mpfr_ui_div(expected, 2, expected, MPFR_RNDN);
    expect_close(math::two_over_pi(precision));
    mpfr_const_log2(expected, MPFR_RNDN);
    expect_close(math::ln2(precision));
    mpfr_log_ui(expected, 10, MPFR_RNDN);
    expect_close(math::ln10(precision));
  }
}

TEST(ball, exp_contains_the_exponential) {
  auto const enclose = [](auto& x, int p) { return math::exp(x, p); };
  auto const compute = [](mpfr_ptr r, mpfr_srcptr x) { mpfr_exp(r, x, MPFR_RNDN); };
  expect_function(-20, 20, enclose, compute, 9);
  expect_function(-1100, 0, enclose, compute, 9);
}

TEST(ball, expm1_contains_expm1) {
  auto const enclose = [](auto& x, int p) { return math::expm1(x, p); };
  auto const compute = [](mpfr_ptr r, mpfr_srcptr x) { mpfr_expm1(r, x, MPFR_RNDN); };
  expect_function(-20, 12, enclose, compute, 9);
  expect_function(-1100, 0, enclose, compute, 9);
}

TEST(ball, log_contains_the_logarithm) {
  auto const enclose = [](auto& x, int p) { return math::log(math::magnitude(x), p); };
  auto const compute = [](mpfr_ptr r, mpfr_srcptr x) {
    real positive(mpfr_get_prec(x));
    mpfr_abs(positive, x, MPFR_RNDN);
    mpfr_log(r, positive, MPFR_RNDN);
  };
  expect_function(-3, 4, enclose, compute, 9);
  expect_function(-3000, 3000, enclose, compute, 9);
}

TEST(ball, log_keeps_its_bits_near_one) {
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 1000; ++i) {
    ball const x = add(ball(1), scale(ball(1 + 2 * random.between(-20, 20)), -random.between(0, 58)), 128);
    if (x.is_negative() || x.midpoint_is_zero()) continue;
    ASSERT_NO_FATAL_FAILURE(expect_encloses(
        x, 192, [](auto& y, int p) { return math::log(y, p); },
        [](mpfr_ptr r, mpfr_srcptr y) { mpfr_log(r, y, MPFR_RNDN); }, 9, random));
  }
}

TEST(ball, log1p_contains_log1p) {
  auto const enclose = [](auto& x, int p) { return math::log1p(x, p); };
  auto const compute = [](mpfr_ptr r, mpfr_srcptr x) { mpfr_log1p(r, x, MPFR_RNDN); };
  expect_function(-20, -1, enclose, compute, 9);
  expect_function(-1100, -4, enclose, compute, 9);
  expect_function(
      1, 1100, [](auto& x, int p) { return math::log1p(math::magnitude(x), p); },
      [](mpfr_ptr r, mpfr_srcptr x) {
        real positive(mpfr_get_prec(x));
        mpfr_abs(positive, x, MPFR_RNDN);
        mpfr_log1p(r, positive, MPFR_RNDN);
      },
      9);
}

TEST(ball, sines_and_cosines_contain_themselves) {
  auto const sine = [](mpfr_ptr r, mpfr_srcptr x) { mpfr_sin(r, x, MPFR_RNDN); };
  auto const cosine = [](mpfr_ptr r, mpfr_srcptr x) { mpfr_cos(r, x, MPFR_RNDN); };
  for (auto [lowest, highest] : {std::pair{-1100, -1}, std::pair{-3, 10}, std::pair{1, 1024}}) {
    expect_function(
        lowest, highest, [](auto& x, int p) { return math::sin_cos(x, p).sine; }, sine, 20);
    expect_function(
        lowest, highest, [](auto& x, int p) { return math::sin_cos(x, p).cosine; }, cosine, 20);
  }
}

TEST(ball, sines_keep_their_bits_near_multiples_of_pi) {
  random_source random(seed);
  for (double x : {0x1.6ac5b262ca1ffp849, 0x1.921fb54442d18p1, -0x1.921fb54442d18p2, 0x1.2d97c7f3321d2p2})
    for (int precision : {128, 320, 2048}) {
      ASSERT_NO_FATAL_FAILURE(expect_encloses(
          ball(x), precision, [](auto& y, int p) { return math::sin_cos(y, p).sine; },
          [](mpfr_ptr r, mpfr_srcptr y) { mpfr_sin(r, y, MPFR_RNDN); }, 20, random));
      ASSERT_NO_FATAL_FAILURE(expect_encloses(
          ball(x), precision, [](auto& y, int p) { return math::sin_cos(y, p).cosine; },
          [](mpfr_ptr r, mpfr_srcptr y) { mpfr_cos(r, y, MPFR_RNDN); }, 20, random));
    }
}

TEST(ball, atan_contains_the_arc) {
  auto const enclose = [](auto& x, int p) { return math::atan(x, p); };
  auto const compute = [](mpfr_ptr r, mpfr_srcptr x) { mpfr_atan(r, x, MPFR_RNDN); };
  expect_function(-3, 4, enclose, compute, 9);
  expect_function(-1100, 1100, enclose, compute, 9);
}

/// Every number of the ball rounds to the number that is returned; and what is not decided has two roundings.
template <class T> void expect_rounds(ball const& x) {
  auto const [result, certain] = math::round<T>(x);
  real low(5000), high(5000);
  mpfr_sub(low, midpoint_of(x), radius_of(x), MPFR_RNDN);
  mpfr_add(high, midpoint_of(x), radius_of(x), MPFR_RNDN);
  bool const holds_zero = mpfr_sgn(static_cast<mpfr_srcptr>(low)) * mpfr_sgn(static_cast<mpfr_srcptr>(high)) <= 0;
  T const least = rounded_to<T>(low);
  T const largest = rounded_to<T>(high);
  ASSERT_EQ(certain, !holds_zero && bits_of(least) == bits_of(largest));
  if (certain) {
    ASSERT_TRUE(same_bits(least, result));
  }
}

TEST(ball, rounding_is_that_of_every_number) {
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 20000; ++i) {
    ball x = random_ball(random, 3, random.between(-1100, 1030));
    // Near a midpoint of neighbours, or a number.
    std::int64_t const bits = random.between(22, 56);
    x = scale(ball(scaled_integer(x, static_cast<int>(bits - x.exponent())) | 1), x.exponent() - bits);
    if (random.coin()) x.negate();
    if (random.coin()) x = add(x, scale(ball(random.between(-1, 1)), x.exponent() - random.between(20, 150)), 320);
    if (random.coin()) x.radius = math::make_bound(random.next(), x.exponent() - 64 - random.between(0, 150));
    ASSERT_NO_FATAL_FAILURE(expect_rounds<double>(x));
    ASSERT_NO_FATAL_FAILURE(expect_rounds<float>(scale(x, -x.exponent() + random.between(-160, 130))));
  }
}

TEST(ball, precision_rises_until_the_rounding_is_certain) {
  // 1 + 2^-53 + 2^-1000 with an error of 2^-precision.
  auto const enclose = [](int precision) {
    return widen(add(add(ball(1), ball(0x1p-53), 2048), ball(0x1p-1000), 2048), math::bound_power_of_two(-precision));
  };
  auto const [result, precision] = math::round_with_effort<double>(enclose);
  EXPECT_TRUE(same_bits(0x1.0000000000001p0, *result));
  EXPECT_EQ(precision, 1280);
  EXPECT_TRUE(result);
  EXPECT_TRUE(same_bits(1.0f, math::round_until_certain<float>(enclose)));
}

TEST(ball, a_midpoint_never_becomes_certain) {
  auto const enclose = [](int precision) {
    return widen(add(ball(1), ball(0x3p-53), 128), math::bound_power_of_two(-precision));
  };
  auto const [result, precision] = math::round_with_effort<double>(enclose);
  EXPECT_TRUE(same_bits(0x1.0000000000002p0, *result));
  EXPECT_EQ(precision, 2048);
  EXPECT_FALSE(result);
}

}  // namespace
}  // namespace isobit::test
