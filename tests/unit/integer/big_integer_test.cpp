#include "integer/big_integer.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace isobit::integer {
namespace {

using test::same_bits;

big_integer power(int exponent, bool negative = false) { return big_integer(1).times(negative, 1, exponent); }

TEST(big_integer, rounds_to_nearest_even_whatever_lies_far_below) {
  EXPECT_TRUE(same_bits(0x1p200, (power(200) + power(147)).round<double>(0)));
  EXPECT_TRUE(same_bits(0x1.0000000000001p200, (power(200) + power(147) + power(0)).round<double>(0)));
  EXPECT_TRUE(same_bits(0x1p200, (power(200) + power(147) + power(0, true)).round<double>(0)));
  EXPECT_TRUE(same_bits(0x1.000002p64f, (power(128) + power(104) + power(1)).round<float>(-64)));
}

TEST(big_integer, carries_and_borrows_through_all_digits) {
  big_integer const almost = power(256) + power(0, true);
  EXPECT_TRUE(same_bits(0x1p256, (almost + power(0)).round<double>(0)));
  EXPECT_TRUE((almost + power(0) + power(256, true)).is_zero());
  EXPECT_TRUE(same_bits(-1.0, (almost + power(256, true)).round<double>(0)));
}

TEST(big_integer, multiplies_with_shift_and_sign) {
  std::uint64_t const all = ~std::uint64_t{0};
  // (2^64 - 1)^2 * 2^3 = 2^131 - 2^68 + 2^3
  big_integer const product = big_integer(all).times(true, all, 3);
  EXPECT_TRUE((product + power(131) + power(68, true) + power(3)).is_zero());
  EXPECT_TRUE(big_integer(5).times(false, 0, 9).is_zero());
}

TEST(big_integer, vanishes_and_overflows_with_its_sign) {
  EXPECT_TRUE(same_bits(-0.0, power(0, true).round<double>(-100000)));
  EXPECT_TRUE(same_bits(0.0, big_integer().round<double>(5)));
  EXPECT_TRUE(is_nonfinite(power(0).round<double>(100000)));
  EXPECT_TRUE(same_bits(0x1p-1074, power(0).round<double>(-1074)));
}

}  // namespace
}  // namespace isobit::integer
