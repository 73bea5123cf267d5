// The short way to a rounding that the tests of this folder take, against the long one.
#include "unit/certify/oracle.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "reference/round.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class T> void expect_reference() {
  random_source random(first_seed());
  int held = 0;
  for (int i = 0; i < 3000; ++i) {
    int const exponent = random.between(format<T>::min_exponent, format<T>::max_exponent - 3);
    T const value = static_cast<T>(std::ldexp(random.coin() ? random.between(-3, 3) : 1.5, exponent));
    double const step = std::ldexp(1.0, exponent - format<T>::stored_bits - random.between(0, 2));
    dyadic const x = sum_of({value, random.between(-3, 3) * step, random.between(-1, 1) * std::ldexp(step, -40)});
    bool const holds = rounding_interval<T>(value).holds(x);
    EXPECT_EQ(holds, reference::round<T>(x) == value) << i;
    held += holds;
  }
  EXPECT_GT(held, 500);
  EXPECT_LT(held, 2500);
}

TEST(rounding_interval, holds_what_the_reference_rounds_to_it) {
  expect_reference<double>();
  expect_reference<float>();
}

TEST(rounding_interval, holds_its_ends_if_the_number_is_even) {
  for (double const sign : {1.0, -1.0}) {
    rounding_interval<double> const even(sign), odd(sign * (1 + 0x1p-52));
    dyadic const middle = sum_of({sign, sign * 0x1p-53});
    EXPECT_TRUE(even.holds(middle));
    EXPECT_FALSE(odd.holds(middle));
    EXPECT_TRUE(even.holds(exactly(sign), exactly(0x1p-54)));
    EXPECT_FALSE(even.holds(exactly(sign), exactly(0x1.8p-54)));  // below a power of two the neighbour is nearer
    EXPECT_FALSE(odd.holds(exactly(sign * (1 + 0x1p-52)), exactly(0x1p-53)));
  }
}

}  // namespace
}  // namespace isobit::test
