// A binned state is the one of the definition (src/reference/binned.hpp), in every bin, however the values were added.
#include <gtest/gtest.h>

#include "support/bin_data.hpp"
#include "support/binned.hpp"

namespace isobit::test {
namespace {

template <class T> class binned_definition : public testing::Test {};
TYPED_TEST_SUITE(binned_definition, bin_widths);

template <class State, class T> State one_by_one(std::span<T const> values) {
  State state;
  for (T x : values) state.add(x);
  return state;
}

template <class State, class T> State in_pieces(std::span<T const> values, random_source& random) {
  State state;
  for (std::size_t first = 0; first < values.size();) {
    auto const count = std::min<std::size_t>(values.size() - first, random.below(values.size() / 2 + 2));
    auto const piece = values.subspan(first, count);
    first += count;
    State part;
    part.add(piece);
    if (random.coin()) {
      state.merge(part);
    } else if (random.coin()) {
      part.merge(state);
      state = part;
    } else {
      state.add(piece);
    }
  }
  return state;
}

template <class T, int W> void expect_defined(std::span<T const> values, random_source& random) {
  auto const expected = bins_of(values, W);
  for_each_bin_count([&]<int K>() {
    using state_type = binned<T, K, W>;
    state_type state;
    state.add(values);
    ASSERT_TRUE(is_defined_as(expected, state)) << "as a span";
    if (random.one_in(10)) {
      ASSERT_TRUE(same_bits(expected.round(K), state.round())) << "rounded, " << K << " bins";
    }
    auto const singly = one_by_one<state_type>(values);
    ASSERT_TRUE(is_defined_as(expected, singly)) << "one by one";
    ASSERT_TRUE(singly == state) << "one by one";
    auto const pieces = in_pieces<state_type>(values, random);
    ASSERT_TRUE(is_defined_as(expected, pieces)) << "in pieces";
    ASSERT_TRUE(pieces == state) << "in pieces";
  });
}

TYPED_TEST(binned_definition, is_met_by_short_vectors) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  for_each_data<T>(300, 40, [](auto values, auto& random) { expect_defined<T, width>(values, random); });
  for_each_bin_data<T>(width, 500, 40, [](auto values, auto& random) { expect_defined<T, width>(values, random); });
}

TYPED_TEST(binned_definition, is_met_by_long_vectors) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  for_each_data<T>(5, 5000, [](auto values, auto& random) { expect_defined<T, width>(values, random); });
  for_each_bin_data<T>(width, 10, 5000, [](auto values, auto& random) { expect_defined<T, width>(values, random); });
}

// Long runs that fill the bins as fast as can be, so that every carry there is has to be taken.
TYPED_TEST(binned_definition, is_met_by_what_fills_the_bins) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  random_source random(first_seed());
  for (bool negative : {false, true}) {
    T const full = bin_data::filling<T>(random, width);
    T const x = negative ? negated(full) : full;
    std::vector<T> const values(200000, x);
    reference::bins<T> expected(width);
    expected.add(x, values.size());
    for_each_bin_count([&]<int K>() {
      binned<T, K, width> state;
      state.add(std::span<T const>(values));
      ASSERT_TRUE(is_defined_as(expected, state));
      binned<T, K, width> singly;
      for (T v : values) singly.add(v);
      ASSERT_TRUE(singly == state);
    });
  }
}

}  // namespace
}  // namespace isobit::test
