// retract(add(x)) is the identity, for every x and in any order.
#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

TEST(retract, of_what_was_added_is_the_identity) {
  for_each_pair<double>(15, 2000, [](auto kept, auto passing, auto& random) {
    exact state;
    state.add(kept);
    state.add(0.0);  // something other than -0 was seen
    auto const before = state.serialise();
    std::vector<double> order(passing.begin(), passing.end());
    state.add(passing);
    random.shuffle(std::span(order));
    for (double x : order) state.retract(x);
    ASSERT_EQ(state.serialise(), before);
    state.merge(exact_sum(passing));
    state.retract(exact_sum(order));
    ASSERT_EQ(state.serialise(), before);
    for (double x : order) state.retract(x);
    state.add(passing);
    ASSERT_EQ(state.serialise(), before);
  });
}

TEST(retract, of_products_is_the_identity) {
  for_each_pair<double>(15, 500, [](auto x, auto y, auto&) {
    exact_product state;
    state.add(1.0);
    auto const before = state.serialise();
    state.add_products(x, y);
    for (std::size_t i = x.size(); i > 0; --i) state.retract_product(x[i - 1], y[i - 1]);
    ASSERT_EQ(state.serialise(), before);
  });
}

// A sliding window: always the sum of what is inside.
TEST(retract, keeps_a_sliding_window_exact) {
  for_each_data<double>(3, 400, [](auto values, auto&) {
    constexpr std::size_t width = 10;
    exact window;
    window.add(0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      window.add(values[i]);
      if (i >= width) window.retract(values[i - width]);
      std::size_t const first = i >= width ? i - width + 1 : 0;
      double expected = sum(values.subspan(first, i + 1 - first));
      if (expected == 0) expected = 0.0;  // the window remembers +0
      ASSERT_TRUE(same_bits(expected, window.round<double>())) << "at " << i;
    }
  });
}

}  // namespace
}  // namespace isobit::test
