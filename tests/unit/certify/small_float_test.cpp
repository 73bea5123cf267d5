// The test of a relative error where floats are subnormal: around their midpoints, and at the least normal one.
#include <cmath>

#include <gtest/gtest.h>

#include "certify/rounding_test.hpp"
#include "support/check.hpp"
#include "unit/certify/oracle.hpp"

namespace isobit::test {
namespace {

TEST(small_float, is_certain_if_no_midpoint_is_near_and_hardly_less) {
  random_source random(first_seed());
  int accepted = 0, refused = 0;
  for (int i = 0; i < 20000; ++i) {
    double const error = std::ldexp(1.0, random.between(-50, -30));
    double const middle = std::ldexp(static_cast<double>(random.next() >> random.between(40, 63)) + 0.5, -149);
    // From the midpoint by some part of the error, or by more than it allows.
    double const parts = random.between(-40, 40) / 16.0;
    double const value = middle * (1 + error * parts) * (random.coin() ? 1 : -1);
    auto const found = certify::round_to_any_float(value, error);
    float const nearest = static_cast<float>(value);
    auto const certain_within = [&](double bound) {
      return rounding_interval<float>(nearest).holds(exactly(value), exactly(std::fabs(value) * bound));
    };
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", number " + std::to_string(i));
    ++(found ? accepted : refused);
    if (found) {
      ASSERT_TRUE(same_bits(nearest, *found));
      ASSERT_TRUE(certain_within(error * (1 + 0x1p-28)));
    } else {
      ASSERT_FALSE(certain_within(2 * error + 0x1p-51));
    }
  }
  EXPECT_GT(accepted, 3000);
  EXPECT_GT(refused, 3000);
}

TEST(small_float, keeps_the_sign_of_what_it_rounds_to_zero) {
  EXPECT_TRUE(same_bits(0.0f, *certify::round_to_any_float(0x1p-160, 0x1p-44)));
  EXPECT_TRUE(same_bits(-0.0f, *certify::round_to_any_float(-0x1p-160, 0x1p-44)));
  EXPECT_FALSE(certify::round_to_any_float(-0x1p-150, 0x1p-44));
}

}  // namespace
}  // namespace isobit::test
