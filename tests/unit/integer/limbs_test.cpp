#include "integer/limbs.hpp"

#include <gtest/gtest.h>

#include "limb_numbers.hpp"

namespace isobit::test {
namespace {

namespace limbs = integer::limbs;
using limbs::reversed;

int size_of(std::vector<limb> const& x) { return static_cast<int>(x.size()); }

TEST(limbs, multiply) {
  random_source random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    auto const a = random_limbs(random, random.between(1, 6)), b = random_limbs(random, random.between(1, 6));
    std::vector<limb> forward(a.size() + b.size()), backward(forward.size());
    limbs::multiply(forward.data(), a.data(), size_of(a), b.data(), size_of(b));
    EXPECT_EQ(number_of(forward), number_of(a) * number_of(b));
    std::vector<limb> const from_top(a.rbegin(), a.rend());
    limbs::multiply(reversed(backward.data(), size_of(backward)), reversed(from_top.data(), size_of(a)), size_of(a),
                    b.data(), size_of(b));
    EXPECT_TRUE(std::equal(forward.begin(), forward.end(), backward.rbegin()));
  }
}

TEST(limbs, one_by_one_is_the_product_of_128_bits) {
  random_source random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    limb const a = random.next(), b = random.next();
    limb product[2];
    limbs::multiply(product, &a, 1, &b, 1);
    EXPECT_TRUE((uint128{product[1]} << 64 | product[0]) == uint128{a} * b);
  }
}

TEST(limbs, add_and_subtract_at_every_place) {
  random_source random(3);
  for (int trial = 0; trial < 5000; ++trial) {
    auto sum = random_limbs(random, random.between(1, 6));
    auto const b = random_limbs(random, random.between(1, 4));
    int const bits = 64 * size_of(sum), position = random.between(0, bits - 1);
    bool const subtract = random.coin();
    // What lies beyond the end does not count.
    auto addend = number_of(b) << static_cast<std::size_t>(position);
    std::vector<limb> cut(sum.size() + b.size() + 1);
    limbs::add(cut.data(), size_of(cut), false, b.data(), size_of(b), position);
    EXPECT_EQ(number_of(cut), addend);
    addend = number_of(cut.data(), size_of(sum));
    auto const exact = subtract ? number_of(sum) - addend : number_of(sum) + addend;
    limb const carry = limbs::add(sum.data(), size_of(sum), subtract, b.data(), size_of(b), position);
    EXPECT_EQ(number_of(sum), wrapped(exact, bits));
    EXPECT_EQ(carry != 0, exact.is_negative() || !(exact < power_of_two(bits)));
  }
}

TEST(limbs, add_of_what_lies_below_is_rounded_down) {
  random_source random(4);
  for (int trial = 0; trial < 5000; ++trial) {
    auto const sum = random_limbs(random, random.between(1, 5)), b = random_limbs(random, random.between(1, 5));
    int const right = random.between(1, 400);
    // b 2^-right to the nearest limb below, and then without the fraction.
    int const fraction = (right + 63) / 64;
    std::vector<limb> whole(sum.size() + b.size() + 8);
    limbs::add(whole.data(), size_of(whole), false, b.data(), size_of(b), 64 * fraction - right);
    std::vector<limb> const addend(whole.begin() + fraction, whole.end());
    for (bool const subtract : {false, true}) {
      auto x = sum, y = sum;
      EXPECT_EQ(limbs::add(x.data(), size_of(x), subtract, b.data(), size_of(b), -right),
                limbs::add(y.data(), size_of(y), subtract, addend.data(), size_of(y)));
      EXPECT_EQ(x, y);
    }
  }
}

TEST(limbs, negate) {
  random_source random(5);
  for (int trial = 0; trial < 500; ++trial) {
    auto x = random_limbs(random, random.between(1, 6));
    auto const expected = wrapped(-number_of(x), 64 * size_of(x));
    limbs::negate(x.data(), size_of(x));
    EXPECT_EQ(number_of(x), expected);
  }
}

TEST(limbs, leading) {
  random_source random(6);
  for (int trial = 0; trial < 3000; ++trial) {
    auto x = random_limbs(random, random.between(1, 6));
    x.back() = random.next() >> random.between(0, 63) | 1;
    if (random.coin()) std::fill_n(x.begin(), x.size() - 1, 0);
    int const exponent = random.between(-300, 300);
    EXPECT_TRUE(are_leading(limbs::leading<std::uint64_t>(x.data(), size_of(x), exponent), number_of(x), exponent));
    EXPECT_TRUE(are_leading(limbs::leading<uint128>(x.data(), size_of(x), exponent), number_of(x), exponent));
    x.resize(2);
    uint128 const value = uint128{x[1]} << 64 | x[0];
    if (value == 0) continue;
    EXPECT_TRUE(are_leading(integer::leading(value, exponent), number_of(x), exponent));
    EXPECT_TRUE(are_leading(upper_half(integer::leading(value, exponent)), number_of(x), exponent));
  }
}

TEST(limbs, divide_by_one_limb) {
  random_source random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    auto x = random_limbs(random, random.between(1, 6));
    auto const dividend = number_of(x);
    limb const divisor = (random.next() >> random.between(0, 63)) | 1;
    limb const remainder = limbs::divide(x.data(), size_of(x), divisor);
    EXPECT_LT(remainder, divisor);
    EXPECT_EQ(number_of(x) * number_of(divisor) + number_of(remainder), dividend);
  }
}

TEST(limbs, divide) {
  random_source random(8);
  for (int trial = 0; trial < 20000; ++trial) {
    auto d = random_limbs(random, random.between(1, 5));
    d.back() |= limb{1} << 63;
    int const size = random.between(1, 4);
    auto u = random_limbs(random, size + size_of(d));
    // Often the divisor itself on top, but for the last limb: there the estimate of a digit is furthest off.
    if (random.coin()) std::copy(d.begin(), d.end(), u.end() - size_of(d));
    if (!(number_of(u.data() + size, size_of(d)) < number_of(d))) {
      if (u[static_cast<std::size_t>(size)]-- == 0 || !(number_of(u.data() + size, size_of(d)) < number_of(d)))
        continue;
    }
    auto const dividend = number_of(u);
    std::vector<limb> quotient(static_cast<std::size_t>(size));
    limbs::divide(quotient.data(), size, u.data(), d.data(), size_of(d));
    EXPECT_LT(number_of(u), number_of(d));
    EXPECT_EQ(number_of(quotient) * number_of(d) + number_of(u), dividend);
  }
}

}  // namespace
}  // namespace isobit::test
