// The rounding test in a direction, around numbers of every kind: it finds the neighbour on the right side, and nothing
// where the enclosure holds a number.
#include "certify/directed_rounding_test.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace isobit::test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// `exact` rounded to T, by its neighbours. More bits than T has are needed of long double: 56.
template <class T> T rounded(long double exact, rounding direction) {
  T const nearest = static_cast<T>(exact);
  T const below = nearest > exact ? std::nextafter(nearest, -T(infinite)) : nearest;
  T const above = nearest < exact ? std::nextafter(nearest, T(infinite)) : nearest;
  switch (direction) {
  case rounding::upward:
    return above;
  case rounding::downward:
    return below;
  default:
    return exact < 0 ? above : below;
  }
}

constexpr rounding directions[] = {rounding::upward, rounding::downward, rounding::toward_zero};
constexpr double centers[] = {1, 1.5, 0x1.fffffffffffffp0, 0x1p-300, 0x1.123456789abcdp700};

TEST(directed_rounding_test, finds_the_double_on_the_right_side) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double has too few bits";
  for (double const center : centers)
    for (double const high : {center, -center})
      for (int eighths = -12; eighths <= 12; ++eighths)
        for (auto const direction : directions) {
          double const unit = std::nextafter(center, infinite) - center;
          double const low = unit * eighths / 8;
          auto const result =
              certify::round_directed_with_room(certify::enclosure<double>{high, low, unit * 0x1p-20}, direction);
          // Below a power of two, numbers are half as far apart: every fourth eighth is one.
          bool const is_number = static_cast<double>(high + static_cast<long double>(low)) - high == low &&
                                 static_cast<long double>(high + low) == high + static_cast<long double>(low);
          ASSERT_EQ(result.holds, !is_number) << high << " and " << eighths << " eighths";
          if (result.holds) {
            EXPECT_TRUE(same_bits(rounded<double>(high + static_cast<long double>(low), direction), *result));
          }
        }
}

TEST(directed_rounding_test, finds_the_float_on_the_right_side) {
  constexpr double error = 0x1p-44;
  // Numbers of floats, subnormal ones and the ends of the range, in eighths of the distance to the next.
  for (float const center : {1.0f, 1.5f, 0x1.fffffep0f, 0x1p-126f, 0x1.8p-140f, 0x1p-149f, 0x1.fffffep127f})
    for (int eighths = 1; eighths <= 7; ++eighths)
      for (bool const negative : {false, true})
        for (auto const direction : directions) {
          double const distance = std::ldexp(1.0, std::max(std::ilogb(center), -126) - 23);
          double const size = double{center} + distance * eighths / 8, value = negative ? -size : size;
          auto const result = certify::round_to_directed_float(value, error, direction);
          ASSERT_TRUE(result.holds) << value;
          EXPECT_TRUE(same_bits(rounded<float>(value, direction), *result)) << value;
          EXPECT_FALSE(certify::round_to_directed_float(negative ? -center : center, error, direction).holds);
        }
}

TEST(directed_rounding_test, is_certain_of_nothing_to_odd) {
  EXPECT_FALSE(certify::round_directed_with_room(certify::enclosure<double>{1, 0x1p-60, 0x1p-80}, rounding::to_odd));
  EXPECT_FALSE(certify::round_to_directed_float(1.000001, 0x1p-44, rounding::to_odd));
}

}  // namespace
}  // namespace isobit::test
