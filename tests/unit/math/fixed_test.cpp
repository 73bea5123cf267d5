#include "math/fixed/functions.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "math/cos/cos_fixed.hpp"
#include "math/exp/exp_fixed.hpp"
#include "math/log/log_fixed.hpp"
#include "math/pow/pow_fixed.hpp"
#include "math/sin/sin_fixed.hpp"
#include "math/table.hpp"

#include "math/ball/exponential.hpp"
#include "math/ball/logarithm.hpp"
#include "math/ball/trigonometric.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using namespace math;
using math::ISOBIT_TARGET::fixed_tier;

constexpr int precision = 320;

ball as_ball(bool negative, fixed const& x, int exponent) {
  std::uint64_t const digits[] = {x.limb[2], x.limb[1], x.limb[0]};
  ball result;
  result.set(negative, digits, 3, exponent + 16, 3);
  return result;
}

/// Expects |x - exact| < 2^error units.
void expect_within(ball const& x, ball const& exact, int exponent, int error, double at) {
  bound const distance = upper_bound(subtract(x, exact, precision));
  EXPECT_TRUE(distance < bound_power_of_two(error - fixed::fraction_bits + exponent)) << std::hexfloat << at;
}

double uniform(random_source& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random.next() >> 11) * 0x1p-53);
}
double of_any_size(random_source& random, int lowest, int highest) {
  double const x = std::ldexp(uniform(random, 1, 2), random.between(lowest, highest));
  return random.coin() ? x : -x;
}

template <class Body> void for_many(Body body) {
  random_source random(2718);
  for (int i = 0; i < 4000; ++i) body(random);
}

TEST(fixed, exp_is_as_near_as_it_says) {
  auto const check = [](double x) {
    auto const power = fixed_exp(make_fixed(x));
    expect_within(as_ball(false, power.value, power.exponent), exp(ball(x), precision), power.exponent, 14, x);
  };
  for_many([&](random_source& random) {
    check(uniform(random, -708, 708));
    check(of_any_size(random, -120, 8));
  });
  // Next to multiples of log 2, where the power of two changes.
  for (int k = -1000; k <= 1000; ++k) check(k * 0x1.62e42fefa39efp-1);
}

TEST(fixed, log_is_as_near_as_it_says) {
  auto const check = [](double x) {
    auto const result = fixed_log(x, math::ISOBIT_TARGET::logarithm(x));
    expect_within(as_ball(result.negative, result.size, 0), log(ball(x), precision), 0, 15, x);
  };
  for_many([&](random_source& random) {
    check(isobit::magnitude(of_any_size(random, -1022, 1022)));
    check(1 + of_any_size(random, -52, -2));
  });
  for (double const x : {0x1p-1022, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 2.0, 0.5})
    check(x);
}

TEST(fixed, sine_and_cosine_are_as_near_as_they_say) {
  auto const check = [](double x) {
    auto const [sine, cosine] = sin_cos(ball(x), precision);
    auto const s = fixed_sine(x, false), c = fixed_sine(x, true);
    expect_within(as_ball(s.negative, s.size, 0), sine, 0, 6, x);
    expect_within(as_ball(c.negative, c.size, 0), cosine, 0, 6, x);
  };
  for_many([&](random_source& random) {
    check(of_any_size(random, -20, 19));
    // Next to a multiple of pi/4.
    double const turn = 0x1.921fb54442d18p-1 * static_cast<double>(1 + random.below(1 << 20));
    check(random.coin() ? turn : -turn);
  });
  for (double const whole : {0x1p16, 0x1p17, 0x1p18})
    check(whole * 0x1.921fb54442d18p0);  // where the turns wrap around
}

/// The tier is uncertain or right, and seldom uncertain.
template <class Fast, class T, class... X> void expect_settled(T (*exact)(X..., rounding), auto draw) {
  int open = 0, all = 0;
  for_many([&](random_source& random) {
    auto const check = [&](auto... x) {
      auto const result = fixed_tier<Fast>::template of<T>(double{x}...);
      ++all, open += !result;
      if (result) {
        EXPECT_EQ(bits_of(exact(x..., rounding::nearest_even)), bits_of(*result));
      }
    };
    draw(random, check);
  });
  EXPECT_LE(open * 100, all);
}

template <class T> void expect_all_settled() {
  auto const in = [](double low, double high) {
    return [=](random_source& random, auto check) { check(static_cast<T>(uniform(random, low, high))); };
  };
  using namespace math::ISOBIT_TARGET;
  expect_settled<exp_fast, T, T>(exact_exp, in(-80, 80));
  expect_settled<log_fast, T, T>(exact_log, in(0, 20));
  expect_settled<sin_fast, T, T>(exact_sin, in(-10, 10));
  expect_settled<cos_fast, T, T>(exact_cos, in(-10, 10));
  expect_settled<pow_fast, T, T, T>(exact_pow, [](random_source& random, auto check) {
    check(static_cast<T>(uniform(random, 0, 20)), static_cast<T>(uniform(random, -20, 20)));
  });
}

TEST(fixed, tiers_settle_doubles) { expect_all_settled<double>(); }
TEST(fixed, tiers_settle_floats) { expect_all_settled<float>(); }

TEST(fixed, exact_results_are_left_to_the_definitions) {
  using namespace math::ISOBIT_TARGET;
  EXPECT_FALSE(fixed_tier<log_fast>::of<double>(1.0));
  EXPECT_FALSE(fixed_tier<pow_fast>::of<double>(134217727.0, 2.0));  // 2^54 - 2^28 + 1, a midpoint
}

}  // namespace
}  // namespace isobit::test
