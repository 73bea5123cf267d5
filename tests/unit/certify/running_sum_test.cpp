#include "certify/running_sum.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "unit/certify/oracle.hpp"

namespace isobit::test {
namespace {

using sum = certify::running_sum<double>;

TEST(running_sum, keeps_what_its_additions_lose) {
  sum s{1};
  for (double const x : {0x1p-60, -0x1p-61, 2.0}) s.add(x);
  EXPECT_EQ(s.high, 3.0);
  EXPECT_EQ(s.low, 0x1p-61);
  EXPECT_EQ(s.size, 0x3p-61);  // of magnitudes: what cancels in low may have been rounded there
  s.add_low(-0x1p-61);
  EXPECT_EQ(s.high, 3.0);
  EXPECT_EQ(s.low, 0.0);
  EXPECT_EQ(s.size, 0x1p-59);
}

TEST(running_sum, has_no_low_part_while_nothing_is_lost) {
  sum s;
  for (int i = -40; i < 60; i += 3) s.add(i);
  EXPECT_EQ(s.high, 323.0);
  EXPECT_EQ(s.low, 0.0);
  EXPECT_EQ(s.size, 0.0);
}

TEST(running_sum, is_off_by_the_roundings_of_its_low_part_at_most) {
  random_source random(first_seed());
  int inexact = 0;
  for (int round = 0; round < 2000; ++round) {
    sum s;
    dyadic exact;
    int const count = random.between(1, 40);
    for (int i = 0; i < count; ++i) {
      double const x =
          std::ldexp(static_cast<double>(random.next() >> 11), random.between(-90, 0)) * (random.coin() ? 1 : -1);
      s.add(x);
      exact = exact + exactly(x);
    }
    // Every addition to low is off by half an ulp at most, and low is no larger than size.
    dyadic const error = magnitude(exact - sum_of({s.high, s.low}));
    EXPECT_LE(error, exactly(s.size) * exactly(count * 0x1.1p-53)) << "seed " << first_seed() << ", round " << round;
    inexact += !error.is_zero();
  }
  EXPECT_GT(inexact, 500);
}

}  // namespace
}  // namespace isobit::test
