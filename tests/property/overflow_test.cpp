#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The parts of a block stay finite while their sum overflows: the chains add up to two numbers just below the limit.
std::vector<double> overflowing_late(double sign) {
  std::vector<double> x(16);
  x[0] = -sign * (std::numeric_limits<double>::max() - 0x1p998 + 0x1p971);
  for (std::size_t i : {1, 2, 3}) x[i] = -sign * (0x1p1022 + 0x1p997 - 0x1p970);
  for (std::size_t i : {5, 6, 7}) x[i] = sign * 0x1p1022;
  return x;
}

TEST(overflow, of_the_last_addition_is_an_infinity_in_every_type) {
  for (double const sign : {1.0, -1.0}) {
    auto const x = overflowing_late(sign);
    EXPECT_EQ(isobit::sum<float>(x), -sign * infinity);
    EXPECT_EQ(isobit::sum<double>(x), isobit::exact_sum(x).round());
    EXPECT_EQ(isobit::sum<float>(x), isobit::exact_sum(x).round<float>());
  }
}

TEST(overflow, of_a_float_result_is_an_infinity) {
  for (std::size_t n : {1, 2, 15, 16, 17, 100, 5000, 20000, 100000}) {
    std::vector<double> const x(n, -0x1p127);
    EXPECT_EQ(isobit::sum<float>(x), n == 1 ? -0x1p127f : -infinity) << n;
    std::vector<float> const y(n, 0x1p127f);
    EXPECT_EQ(isobit::sum(y), n == 1 ? 0x1p127f : infinity) << n;
  }
}

}  // namespace
