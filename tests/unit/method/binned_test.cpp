#include <isobit/method/binned.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <isobit/error.hpp>

#include "support/bin_data.hpp"
#include "support/binned.hpp"

namespace isobit::test {
namespace {

template <class T> class binned_of : public testing::Test {};
TYPED_TEST_SUITE(binned_of, bin_widths);

template <class State> State state_of(std::vector<typename State::value_type> const& values) {
  State state;
  for (auto x : values) state.add(x);
  return state;
}

/// The state of 2^doublings copies of everything that `state` has seen.
template <class State> State repeated(State state, int doublings) {
  for (int i = 0; i < doublings; ++i) state.merge(State(state));
  return state;
}

TYPED_TEST(binned_of, starts_with_the_lowest_bins) {
  using T = typename TypeParam::type;
  for_each_bin_count([]<int K>() {
    using state_type = binned<T, K, TypeParam::width>;
    state_type const nothing;
    reference::bins<T> const expected(TypeParam::width);
    EXPECT_TRUE(is_defined_as(expected, nothing));
    EXPECT_LE((nothing.top() - K + 1) * TypeParam::width, format<T>::min_exponent) << "no bit lies below";
    EXPECT_TRUE(same_bits(T(0), nothing.round()));
    EXPECT_TRUE(state_of<state_type>({T(-0.0), T(0.0), T(-0.0)}) == nothing);
    EXPECT_TRUE(same_bits(T(0), state_of<state_type>({T(-0.0)}).round()));
    state_type merged;
    merged.merge(nothing);
    EXPECT_TRUE(merged == nothing);
  });
}

// The highest bin may hold a single bit of the value.
TYPED_TEST(binned_of, keeps_the_whole_of_one_value_where_the_bins_are_wide_enough) {
  using T = typename TypeParam::type;
  if (3 * TypeParam::width < format<T>::precision) return;
  T const least = std::numeric_limits<T>::denorm_min(), most = std::numeric_limits<T>::max();
  for (T x : {least, -least, most, -most, std::numeric_limits<T>::min(), T(0.1)})
    EXPECT_TRUE(same_bits(x, state_of<binned<T, 4, TypeParam::width>>({x}).round())) << hexadecimal(x);
}

TYPED_TEST(binned_of, makes_infinities_and_nan_the_result) {
  using T = typename TypeParam::type;
  T const infinity = infinite<T>(), nan = from_bits<T>(format<T>::canonical_nan);
  T const signalling = from_bits<T>(static_cast<typename format<T>::bits_type>(format<T>::infinity | 1u));
  for_each_bin_count([&]<int K>() {
    using state_type = binned<T, K, TypeParam::width>;
    struct example {
      std::vector<T> values;
      T result;
    };
    for (auto const& [values, result] :
         {example{{infinity}, infinity}, example{{T(1), -infinity, T(-2)}, -infinity}, example{{nan}, nan},
          example{{infinity, -infinity}, nan}, example{{-infinity, T(3), infinity}, nan},
          example{{T(1), signalling}, nan}, example{{-nan, infinity}, nan}, example{{infinity, infinity}, infinity}}) {
      auto const state = state_of<state_type>(values);
      EXPECT_TRUE(same_bits(result, state.round()));
      EXPECT_TRUE(state == state_of<state_type>({result})) << "nothing else is kept";
      std::vector<T> long_one(100, T(0.5));
      long_one.insert(long_one.begin() + 50, values.begin(), values.end());
      state_type as_span;
      as_span.add(std::span<T const>(long_one));
      EXPECT_TRUE(as_span == state);
      auto merged = state_of<state_type>({std::numeric_limits<T>::max()});
      merged.merge(state);
      EXPECT_TRUE(merged == state);
      auto other_way = state;
      other_way.merge(state_of<state_type>({std::numeric_limits<T>::max()}));
      EXPECT_TRUE(other_way == state);
    }
  });
}

// 2^40 and 2^60 copies, by merging a state with itself: the carries are those of exact integers.
TYPED_TEST(binned_of, merges_states_with_huge_carries) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  for_each_bin_data<T>(width, 6, 12, [](auto values, auto&) {
    for_each_bin_count([&]<int K>() {
      using state_type = binned<T, K, width>;
      state_type once;
      once.add(values);
      for (int doublings : {1, 40, 57}) {
        reference::bins<T> expected(width);
        for (T x : values) expected.add(x, std::uint64_t{1} << doublings);
        auto state = repeated(once, doublings);
        ASSERT_TRUE(is_defined_as(expected, state)) << "2^" << doublings << " copies";
        if (!is_nonfinite(state.round())) {
          ASSERT_TRUE(same_bits(expected.round(K), state.round())) << "2^" << doublings << " copies";
        }
        for (T x : values) expected.add(x);
        state.add(values);
        ASSERT_TRUE(is_defined_as(expected, state)) << "2^" << doublings << " copies, and one more";
        ASSERT_TRUE(state_type::deserialise(state.serialise()) == state);
      }
    });
  });
}

TYPED_TEST(binned_of, does_not_overflow_before_the_end) {
  using T = typename TypeParam::type;
  T const most = std::numeric_limits<T>::max();
  for_each_bin_count([&]<int K>() {
    using state_type = binned<T, K, TypeParam::width>;
    auto state = repeated(state_of<state_type>({most}), 61);
    EXPECT_TRUE(same_bits(infinite<T>(), state.round()));
    EXPECT_TRUE(same_bits(infinite<T>(true), repeated(state_of<state_type>({-most}), 61).round()));
    state.merge(repeated(state_of<state_type>({-most}), 61));
    EXPECT_TRUE(same_bits(T(0), state.round()));
    state.add(T(most / 2));
    EXPECT_TRUE(same_bits(state_of<state_type>({T(most / 2)}).round(), state.round()));
    // Cancellation leaves the bins where the largest magnitude put them.
    EXPECT_EQ(state.top(), state_of<state_type>({most}).top());
  });
}

TYPED_TEST(binned_of, merges_with_itself) {
  using T = typename TypeParam::type;
  auto state = state_of<binned<T, 2, TypeParam::width>>({T(1), T(0.1), T(-300)});
  auto const twice = state_of<binned<T, 2, TypeParam::width>>({T(1), T(0.1), T(-300), T(1), T(0.1), T(-300)});
  state.merge(state);
  EXPECT_TRUE(state == twice);
}

TYPED_TEST(binned_of, gives_its_exact_value) {
  using T = typename TypeParam::type;
  constexpr int width = TypeParam::width;
  for_each_bin_data<T>(width, 20, 40, [](auto values, auto&) {
    auto const expected = bins_of(values, width);
    if (!expected.is_finite()) return;
    for_each_bin_count([&]<int K>() {
      binned<T, K, width> state;
      state.add(values);
      exact const value = state.value();
      reference::dyadic sum;
      for (int k = exact::lowest_digit; k <= exact::highest_digit; ++k)
        sum = sum + reference::dyadic(reference::integer(value.digit(k)), 32 * k);
      ASSERT_TRUE(sum == expected.value(K));
      ASSERT_TRUE(same_bits(expected.round(K), state.round()));
    });
  });
}

TYPED_TEST(binned_of, refuses_null_and_unequal_sizes_and_stays_as_it_is) {
  using T = typename TypeParam::type;
  auto state = state_of<binned<T, 3, TypeParam::width>>({T(1.5)});
  auto const before = state;
  std::span<T const> const null(static_cast<T const*>(nullptr), 3);
  std::vector<T> const three = {T(1), T(2), T(3)};
  EXPECT_THROW(state.add(null), error);
  EXPECT_THROW(state.add_magnitudes(null), error);
  EXPECT_THROW(state.add_products(null, three), error);
  EXPECT_THROW(state.add_products(three, null), error);
  EXPECT_THROW(state.add_products(three, std::span(three).first(2)), error);
  EXPECT_TRUE(state == before);
  state.add(std::span<T const>());
  state.add_products(std::span<T const>(), std::span<T const>());
  EXPECT_TRUE(state == before);
}

// With bins of 32 bits the highest one counts units of 2^1024.
TEST(binned, of_the_highest_bin_there_is_has_a_value) {
  binned<double, 3, 32> state;
  state.add(std::numeric_limits<double>::max());
  EXPECT_EQ(state.top(), 32);
  EXPECT_TRUE(same_bits(std::numeric_limits<double>::max(), state.value().round<double>()));
  state.add(std::numeric_limits<double>::max());
  state.add(-std::numeric_limits<double>::max());
  EXPECT_TRUE(same_bits(state.round(), state.value().round<double>()));
}

}  // namespace
}  // namespace isobit::test
