#include "integer/natural.hpp"

#include <gtest/gtest.h>

#include "integer/fixed_point.hpp"
#include "integer/root.hpp"
#include "limb_numbers.hpp"

namespace isobit::test {
namespace {

constexpr int capacity = 12;
using natural = integer::natural<capacity>;

natural random_natural(random_source& random, int most) {
  auto const limbs = random_limbs(random, random.between(1, most));
  natural result;
  result.size = static_cast<int>(limbs.size());
  std::copy(limbs.begin(), limbs.end(), result.limb);
  result.limb[result.size - 1] = random.next() >> random.between(0, 63) | 1;
  result.exponent = 32 * random.between(-20, 20);
  return result;
}
reference::integer number_of(natural const& x) { return test::number_of(x.limb, x.size); }

TEST(natural, product_fills_the_capacity) {
  random_source random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    auto const a = random_natural(random, capacity / 2), b = random_natural(random, capacity / 2);
    auto const c = product(a, b);
    EXPECT_EQ(number_of(c), number_of(a) * number_of(b));
    EXPECT_EQ(c.exponent, a.exponent + b.exponent);
    EXPECT_NE(c.limb[c.size - 1], 0u);
  }
  EXPECT_TRUE(product(random_natural(random, 4), natural(0)).is_zero());
}

TEST(natural, difference_at_different_exponents) {
  random_source random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    auto a = random_natural(random, 6), b = random_natural(random, 3);
    a.exponent = 0;
    b.exponent = 32 * random.between(0, 12);
    auto const subtracted = number_of(b) << static_cast<std::size_t>(b.exponent);
    auto const difference = number_of(a) - subtracted;
    if (difference.is_negative()) continue;
    a.extend_below(2);
    a.subtract(b);
    EXPECT_EQ(number_of(a), difference << 128);
    EXPECT_EQ(a.exponent, -128);
    a.subtract(a);
    EXPECT_TRUE(a.is_zero());
  }
}

TEST(natural, quotient) {
  random_source random(3);
  for (int trial = 0; trial < 5000; ++trial) {
    auto a = random_natural(random, capacity);
    auto const b = random_natural(random, random.coin() ? capacity : 2);
    if (random.one_in(4) && a.size + b.size <= capacity) a = product(a, b);  // exact
    auto const q = quotient(a, b);
    ASSERT_NE(q.significand >> 63, 0u);
    // q b <= a < (q + 1) b, all at the lower exponent
    int const exponent = q.exponent + b.exponent, lowest = std::min(exponent, a.exponent);
    auto const dividend = number_of(a) << static_cast<std::size_t>(a.exponent - lowest);
    auto const divisor = number_of(b) << static_cast<std::size_t>(exponent - lowest);
    auto const rest = dividend - test::number_of(q.significand) * divisor;
    EXPECT_FALSE(rest.is_negative());
    EXPECT_LT(rest, divisor);
    EXPECT_EQ(q.sticky, !rest.is_zero());
  }
}

TEST(natural, square_root) {
  random_source random(4);
  for (int trial = 0; trial < 5000; ++trial) {
    auto x = random_natural(random, 6);
    if (random.coin()) x = product(natural(x.limb[0] | 1), natural(x.limb[0] | 1));  // exact
    x.exponent = random.between(-99, 99);
    auto const root = integer::square_root(x.leading<uint128>());
    ASSERT_NE(root.significand >> 63, 0u);
    auto const low = test::number_of(root.significand), high = low + reference::integer(1);
    int const lowest = std::min(2 * root.exponent, x.exponent);
    auto const radicand = number_of(x) << static_cast<std::size_t>(x.exponent - lowest);
    auto const shift = static_cast<std::size_t>(2 * root.exponent - lowest);
    EXPECT_EQ(root.sticky, !((low * low) << shift == radicand));
    EXPECT_FALSE(radicand < (low * low) << shift);
    EXPECT_LT(radicand, (high * high) << shift);
  }
}

/// Here the root of the bits that are left is exact, and the one that an odd exponent costs is all the difference.
TEST(natural, square_root_sees_the_last_bit) {
  uint128 const root = (uint128{1} << 63) + 12345, radicand = 2 * root * root;
  EXPECT_FALSE(integer::square_root({radicand, 7, false}).sticky);
  EXPECT_TRUE(integer::square_root({radicand + 1, 7, false}).sticky);
  EXPECT_TRUE(integer::square_root({radicand, 7, true}).sticky);
  EXPECT_EQ(integer::square_root({radicand + 1, 7, false}).significand, static_cast<std::uint64_t>(root));
  EXPECT_EQ(integer::square_root({radicand + 1, -7, false}).exponent, -3);
}

TEST(fixed_point, sums_of_both_signs) {
  random_source random(5);
  for (int trial = 0; trial < 500; ++trial) {
    int const size = random.between(4, capacity), exponent = random.between(-99, 99);
    integer::fixed_point<capacity> sum(size);
    reference::integer expected;
    for (int i = random.between(1, 20); i > 0; --i) {
      // Powers of two and their opposites carry and borrow through all limbs.
      auto const number = random_limbs(random, random.coin() ? 2 : size - 2);
      bool const negative = random.coin(), single = random.coin();
      int const most = 64 * (size - 1) - 64 * static_cast<int>(number.size());
      int const position = most > 0 ? random.between(0, most - 1) : 0;
      auto const term = single ? reference::integer(1) : test::number_of(number);
      if (single)
        sum.add(negative, uint128{1}, position);
      else if (number.size() == 2)
        sum.add(negative, uint128{number[1]} << 64 | number[0], position);
      else
        sum.add(negative, number.data(), static_cast<int>(number.size()), position);
      auto const placed = term << static_cast<std::size_t>(position);
      expected = negative ? expected - placed : expected + placed;
    }
    EXPECT_EQ(sum.take_sign(), expected.is_negative());
    ASSERT_EQ(sum.is_zero(), expected.is_zero());
    if (expected.is_zero()) continue;
    EXPECT_TRUE(are_leading(sum.leading<std::uint64_t>(exponent), magnitude(expected), exponent));
    EXPECT_TRUE(are_leading(sum.leading<uint128>(exponent), magnitude(expected), exponent));
  }
}

TEST(fixed_point, goes_through_zero_at_full_size) {
  integer::fixed_point<4> sum;
  sum.add(true, uint128{1}, 0);
  sum.add(false, uint128{1}, 254);  // 2^254 - 1
  auto copy = sum;
  EXPECT_FALSE(copy.take_sign());
  EXPECT_EQ(copy.leading<std::uint64_t>(0).significand, ~std::uint64_t{0});
  sum.add(true, uint128{1}, 254);
  copy = sum;
  EXPECT_TRUE(copy.take_sign());
  EXPECT_FALSE(copy.leading<std::uint64_t>(0).sticky);
  sum.add(false, uint128{1}, 0);
  EXPECT_TRUE(sum.is_zero());
}

}  // namespace
}  // namespace isobit::test
