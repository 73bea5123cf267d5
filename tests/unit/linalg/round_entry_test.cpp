// An entry from its enclosure: the signs of zeros.
#include "linalg/round_entry.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace isobit::test {
namespace {

using certify::enclosure;

template <class T> void expect_entry(T expected, enclosure<double> const& x) {
  auto const found = linalg::round_entry<T>(x);
  EXPECT_TRUE(found.holds);
  EXPECT_TRUE(same_bits(expected, found.value)) << x.high << " + " << x.low;
}

TEST(round_entry, makes_an_exact_zero_positive) {
  for (auto const& zero : {enclosure<double>{-0.0, -0.0, 0}, {-0.0, 0, 0}, {0, 0, 0}, {1, -1, 0}, {-1, 1, 0}}) {
    expect_entry<double>(0.0, zero);
    expect_entry<float>(0.0f, zero);
  }
}

TEST(round_entry, keeps_the_sign_of_what_is_rounded_to_zero) {
  expect_entry<float>(-0.0f, {-0x1p-1000, 0, 0});
  expect_entry<float>(0.0f, {0x1p-1000, 0, 0});
  expect_entry<double>(-0x1p-1074, {-0x1p-1074, 0, 0});
}

}  // namespace
}  // namespace isobit::test
