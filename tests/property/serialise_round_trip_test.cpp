// States survive being bytes, in the middle of a sum and between accumulators.
#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

TEST(serialise, and_deserialise_in_the_middle_does_not_show) {
  for_each_data<double>(15, 3000, [](auto values, auto& random) {
    exact state;
    for (std::size_t first = 0; first < values.size();) {
      std::size_t const count = std::min<std::size_t>(values.size() - first, 1 + random.below(700));
      state.add(values.subspan(first, count));
      first += count;
      auto const bytes = state.serialise();
      auto const read = exact::deserialise(bytes);
      ASSERT_TRUE(read == state);
      ASSERT_EQ(read.hash(), state.hash());
      ASSERT_EQ(read.serialise(), bytes);
      state = read;
    }
    ASSERT_EQ(state.serialise(), exact_sum(values).serialise());
    ASSERT_TRUE(same_bits(sum(values), state.round<double>()));
  });
}

TEST(serialise, gives_a_sum_the_same_bytes_in_both_accumulators) {
  for_each_data<double>(10, 1000, [](auto values, auto&) {
    exact narrow;
    exact_product wide;
    narrow.add(values);
    wide.add(values);
    ASSERT_EQ(narrow.serialise(), wide.serialise());
    ASSERT_EQ(narrow.hash(), wide.hash());
    ASSERT_TRUE(exact_product::deserialise(narrow.serialise()) == wide);
    ASSERT_TRUE(exact::deserialise(wide.serialise()) == narrow);
  });
}

TEST(serialise, round_trips_dot_products) {
  for_each_pair<double>(10, 1000, [](auto x, auto y, auto&) {
    auto const state = exact_dot(x, y);
    ASSERT_TRUE(exact_product::deserialise(state.serialise()) == state);
  });
}

}  // namespace
}  // namespace isobit::test
