#include "sum/expansion.hpp"

#include <gtest/gtest.h>

#include <isobit/sum/exact.hpp>

#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using summation::enclosed, summation::expansion, summation::for_each_double;

template <std::size_t Doubles> exact state_of(expansion<Doubles> const& sum) {
  exact state;
  for_each_double(sum, [&](double x) { state.add(x); });
  return state;
}

template <class Size> class expansions : public testing::Test {};
using sizes = testing::Types<expansion<2>, expansion<3>, expansion<4>>;
TYPED_TEST_SUITE(expansions, sizes);

TYPED_TEST(expansions, are_the_sum_of_what_they_took) {
  for_each_data<double>(20, 300, [](auto values, auto&) {
    TypeParam sum;
    exact taken;
    taken.add(-0.0);
    for (double const x : values) {
      auto const before = state_of(sum);
      if (sum.add(x))
        taken.add(x);
      else
        ASSERT_EQ(before, state_of(sum)) << "a refused number changed the sum";
      ASSERT_EQ(taken, state_of(sum)) << "after " << hexadecimal(x);
    }
    ASSERT_TRUE(same_bits(taken.round(), state_of(sum).round()));
  });
}

TYPED_TEST(expansions, refuse_what_is_not_finite) {
  random_source random(first_seed());
  TypeParam sum;
  ASSERT_TRUE(sum.add(largest_finite<double>()));
  for (double const x :
       {infinite<double>(), infinite<double>(true), random_nan<double>(random), largest_finite<double>()})
    EXPECT_FALSE(sum.add(x)) << hexadecimal(x);
  exact largest;
  largest.add(largest_finite<double>());
  EXPECT_EQ(largest, state_of(sum));
}

TYPED_TEST(expansions, are_negative_zero_of_negative_zeros_alone) {
  TypeParam sum;
  EXPECT_TRUE(same_bits(-0.0, state_of(sum).round()));
  ASSERT_TRUE(sum.add(-0.0));
  EXPECT_TRUE(same_bits(-0.0, state_of(sum).round()));
  ASSERT_TRUE(sum.add(1.0) && sum.add(-1.0) && sum.add(-0.0));
  EXPECT_TRUE(same_bits(0.0, state_of(sum).round()));
}

TYPED_TEST(expansions, lie_in_their_enclosures) {
  for_each_data<double>(20, 300, [](auto values, auto&) {
    TypeParam sum;
    for (double const x : values) sum.add(x);
    auto const [high, low, radius] = enclosed(sum);
    if (!(radius < largest_finite<double>())) return;
    for (double const side : {-1.0, 1.0}) {
      exact beyond;  // how far the sum lies beyond this end
      for_each_double(sum, [&](double x) { beyond.add(side * x); });
      for (double const known : {side * high, side * low, radius}) beyond.subtract(known);
      ASSERT_LE(beyond.round(), 0);
    }
  });
}

/// How many of 1, 2^-60, 2^-120, ... are taken.
int numbers_taken(auto sum) {
  int taken = 0;
  while (sum.add(power_of_two<double>(false, -60 * taken))) ++taken;
  return taken;
}
TEST(expansion, of_more_doubles_holds_more) {
  EXPECT_EQ(2, numbers_taken(expansion<2>()));
  EXPECT_EQ(3, numbers_taken(expansion<3>()));
  EXPECT_EQ(4, numbers_taken(expansion<4>()));
}

}  // namespace
}  // namespace isobit::test
