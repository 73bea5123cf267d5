// The rounding test where it is tight: ties, margins, the ends of the range.
#include "linalg/round_within.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <isobit/accumulator/exact.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

using linalg::round_within;

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

template <class T> bool accepts(double high, double low, double radius) {
  return static_cast<bool>(round_within<T>(high, low, radius));
}

template <class T> bool gives(T expected, double high, double low, double radius) {
  auto const result = round_within<T>(high, low, radius);
  return result && same_bits(expected, *result);
}

TEST(round_within, exact_numbers_are_certain_everywhere) {
  EXPECT_TRUE(gives(0.0, 0, 0, 0));
  EXPECT_TRUE(gives(0.0, -0.0, -0.0, 0));
  EXPECT_TRUE(gives(0.0f, 1, -1, 0));
  EXPECT_TRUE(gives(0x1p-1074, 0x1p-1074, 0, 0));
  EXPECT_TRUE(gives(0x1.8p1023, 0x1p1023, 0x1p1022, 0));
  EXPECT_TRUE(gives(1.0, 1, 0x1p-53, 0)) << "a tie";
  EXPECT_TRUE(gives(1.0f, 1 + 0x1p-24, 0, 0)) << "a tie";
  EXPECT_TRUE(gives(1 + 0x1p-22f, 1 + 0x1p-23, 0x1p-24, 0)) << "a tie";
  EXPECT_TRUE(gives(-0.0f, -0x1p-200, 0, 0));
  EXPECT_TRUE(gives(std::numeric_limits<float>::infinity(), 0x1p200, 0, 0));
}

TEST(round_within, nothing_is_known_without_a_finite_radius) {
  for (double const bad : {infinity, nan}) {
    EXPECT_FALSE(accepts<double>(1, 0, bad));
    EXPECT_FALSE(accepts<float>(1, 0, bad));
    EXPECT_FALSE(accepts<double>(bad, 0, 0));
    EXPECT_FALSE(accepts<float>(bad, 0, 0));
    EXPECT_FALSE(accepts<double>(1, bad, 0));
    EXPECT_FALSE(accepts<float>(1, bad, 0));
  }
  EXPECT_FALSE(accepts<double>(0x1p1023, 0x1p1023, 0));
}

TEST(round_within, a_zero_that_is_not_exact_may_have_either_sign) {
  EXPECT_FALSE(accepts<double>(0, 0, 0x1p-1074));
  EXPECT_FALSE(accepts<float>(0, 0, 0x1p-1074));
  EXPECT_FALSE(accepts<float>(0x1p-200, 0, 0x1p-300));
}

TEST(round_within, the_range_ends_before_that_of_the_type) {
  EXPECT_TRUE(accepts<double>(0x1p-900, 0, 0x1p-1000));
  EXPECT_FALSE(accepts<double>(0x1.fp-901, 0, 0x1p-1000));
  EXPECT_TRUE(accepts<double>(0x1p1000, 0, 1));
  EXPECT_FALSE(accepts<double>(0x1.1p1000, 0, 1));
  EXPECT_TRUE(accepts<float>(0x1p-120, 0, 0x1p-200));
  EXPECT_FALSE(accepts<float>(0x1.fp-121, 0, 0x1p-200));
  EXPECT_TRUE(accepts<float>(0x1p126, 0, 1));
  EXPECT_FALSE(accepts<float>(0x1.1p126, 0, 1));
}

TEST(round_within, a_radius_that_is_reached_needs_a_margin) {
  // docs/maths/gemm_check.md: both ends round to ties, but the value may lie beyond one.
  EXPECT_FALSE(accepts<double>(1 + 0x1p-51, 0x1p-107, 0x1p-53));
  EXPECT_FALSE(accepts<float>(1 + 0x1p-24, 0x1p-80, 0x1p-90));
  EXPECT_FALSE(accepts<float>(1 + 0x1p-24, 0x1p-80, 0)) << "rounded twice it would be 1";
  EXPECT_TRUE(gives(1 + 0x1p-51, 1 + 0x1p-51, 0x1p-107, 0x1.ffffffp-54));
}

template <class T> void expect_the_ends_round_to_the_result() {
  random_source random(first_seed());
  constexpr int digits = std::numeric_limits<T>::digits;
  int certain = 0, open = 0;
  for (int i = 0; i < 50000; ++i) {
    // The sum lies about a radius away from a tie.
    T const number = static_cast<T>(1 + std::ldexp(static_cast<double>(random.next() >> 11), -53));
    double const tie = std::ldexp(random.coin() ? 1.0 : -1.0, -digits);
    double const radius =
        std::ldexp(1 + std::ldexp(static_cast<double>(random.next() >> 11), -53), -digits - random.between(1, 60));
    double const away = radius * (1 + 0x1p-52 * random.between(-4, 4)) * random.between(0, 2);
    int const scale = random.between(-100, 100);
    double const high = std::ldexp(static_cast<double>(number), scale);
    double const low = std::ldexp(tie + (random.coin() ? away : -away), scale), bound = std::ldexp(radius, scale);
    auto const result = round_within<T>(high, low, bound);
    ++(result ? certain : open);
    for (double const end : {bound, -bound}) {
      exact sum;
      for (double const x : {high, low, end}) sum.add(x);
      EXPECT_TRUE(!result || same_bits(sum.round<T>(), *result)) << i;
    }
  }
  EXPECT_GT(certain, 5000);
  EXPECT_GT(open, 5000);
}

TEST(round_within, all_of_the_interval_rounds_to_the_result) {
  expect_the_ends_round_to_the_result<double>();
  expect_the_ends_round_to_the_result<float>();
}

}  // namespace
}  // namespace isobit::test
