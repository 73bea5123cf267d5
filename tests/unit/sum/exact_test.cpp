#include <isobit/sum/exact.hpp>

#include <algorithm>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include <isobit/error.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class State> class exact_accumulator : public testing::Test {};
using states = testing::Types<exact, exact_product>;
TYPED_TEST_SUITE(exact_accumulator, states);

static_assert(std::is_trivially_copyable_v<exact> && std::is_trivially_copyable_v<exact_product>);
static_assert(!exact::holds_products && exact_product::holds_products);

template <class State> State state_of(std::span<double const> values) {
  State state;
  for (double x : values) state.add(x);
  return state;
}

TYPED_TEST(exact_accumulator, starts_empty) {
  TypeParam const state;
  EXPECT_TRUE(state.empty());
  EXPECT_FALSE(state.only_negative_zeros());
  EXPECT_EQ(state.sign(), 0);
  EXPECT_TRUE(same_bits(0.0, state.template round<double>()));
}

TYPED_TEST(exact_accumulator, adding_one_by_one_is_the_reference) {
  for_each_data<double>(15, 700, [](auto values, auto&) {
    ASSERT_TRUE(same_state(reference::total_of(values), state_of<TypeParam>(values)));
  });
  for_each_data<float>(15, 700, [](auto values, auto&) {
    TypeParam state;
    for (float x : values) state.add(x);
    ASSERT_TRUE(same_state(reference::total_of(values), state));
  });
}

TYPED_TEST(exact_accumulator, adding_a_span_is_adding_one_by_one) {
  for_each_data<double>(15, 20000, [](auto values, auto&) {
    TypeParam state;
    state.add(values);
    ASSERT_TRUE(same_state(reference::total_of(values), state));
    ASSERT_TRUE(state == state_of<TypeParam>(values));
  });
  for_each_data<float>(15, 20000, [](auto values, auto&) {
    TypeParam state;
    state.add(values);
    ASSERT_TRUE(same_state(reference::total_of(values), state));
  });
}

TYPED_TEST(exact_accumulator, products_of_floats_are_exact) {
  for_each_pair<float>(15, 3000, [](auto x, auto y, auto&) {
    TypeParam one_by_one, at_once;
    for (std::size_t i = 0; i < x.size(); ++i) one_by_one.add_product(x[i], y[i]);
    at_once.add_products(x, y);
    auto const expected = reference::total_of_products(x, y);
    ASSERT_TRUE(same_state(expected, one_by_one));
    ASSERT_TRUE(same_state(expected, at_once));
  });
}

TEST(exact_product_accumulator, products_of_doubles_are_exact) {
  for_each_pair<double>(15, 3000, [](auto x, auto y, auto& random) {
    exact_product one_by_one, at_once;
    for (std::size_t i = 0; i < x.size(); ++i) one_by_one.add_product(x[i], y[i]);
    at_once.add_products(x, y);
    auto expected = reference::total_of_products(x, y);
    ASSERT_TRUE(same_state(expected, one_by_one));
    ASSERT_TRUE(same_state(expected, at_once));
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (random.coin()) continue;
      one_by_one.retract_product(x[i], y[i]);
      expected.retract_product(x[i], y[i]);
    }
    ASSERT_TRUE(same_state(expected, one_by_one));
  });
}

TEST(exact_product_accumulator, takes_a_narrow_state) {
  for_each_pair<double>(5, 300, [](auto x, auto y, auto&) {
    exact_product wide(state_of<exact>(x));
    ASSERT_TRUE(same_state(reference::total_of(x), wide));
    wide.add_products(x, y);
    wide.merge(state_of<exact>(y));
    auto expected = reference::total_of(x);
    expected.merge(reference::total_of_products(x, y));
    expected.merge(reference::total_of(y));
    ASSERT_TRUE(same_state(expected, wide));
  });
}

TYPED_TEST(exact_accumulator, subtract_adds_the_negative) {
  for_each_data<double>(5, 300, [](auto values, auto&) {
    TypeParam state;
    reference::total expected;
    for (double x : values) {
      state.subtract(x);
      expected.add(negated(x));
    }
    ASSERT_TRUE(same_state(expected, state));
  });
}

TYPED_TEST(exact_accumulator, retract_undoes_add_for_inf_and_nan_too) {
  for_each_data<double>(10, 300, [](auto values, auto& random) {
    TypeParam state = state_of<TypeParam>(values);
    auto expected = reference::total_of(values);
    for (double x : values) {
      if (random.coin()) continue;
      state.retract(x);
      expected.retract(x);
    }
    ASSERT_TRUE(same_state(expected, state));
    ASSERT_TRUE(same_bits(expected.template round<double>(), state.template round<double>()));
  });
  TypeParam state;
  state.add(1.5);
  for (double special :
       {infinite<double>(), infinite<double>(true), from_bits<double>(format<double>::canonical_nan)}) {
    state.add(special);
    EXPECT_TRUE(is_nonfinite(state.template round<double>()));
    state.retract(special);
    EXPECT_TRUE(same_bits(1.5, state.template round<double>()));
  }
}

TYPED_TEST(exact_accumulator, retracting_does_not_bring_a_negative_zero_back) {
  TypeParam state;
  state.add(-0.0);
  EXPECT_TRUE(state.only_negative_zeros());
  EXPECT_TRUE(same_bits(-0.0, state.template round<double>()));
  state.add(1.0);
  state.retract(1.0);
  EXPECT_FALSE(state.only_negative_zeros());
  EXPECT_TRUE(same_bits(0.0, state.template round<double>()));
}

TYPED_TEST(exact_accumulator, merging_is_adding_all) {
  for_each_data<double>(10, 600, [](auto values, auto& random) {
    std::size_t const cut = random.below(values.size() + 1);
    TypeParam left = state_of<TypeParam>(values.first(cut));
    TypeParam const right = state_of<TypeParam>(values.subspan(cut));
    left.merge(right);
    ASSERT_TRUE(same_state(reference::total_of(values), left));
    left.retract(right);
    ASSERT_EQ(bits_of(left.template round<double>()), bits_of([&] {
                auto expected = reference::total_of(values);
                for (double x : values.subspan(cut)) expected.retract(x);
                return expected.template round<double>();
              }()));
  });
}

TYPED_TEST(exact_accumulator, merging_an_empty_state_changes_nothing) {
  for (double x : {-0.0, 0.0, 1.0, infinite<double>()}) {
    TypeParam state, empty;
    state.add(x);
    TypeParam const before = state;
    state.merge(empty);
    EXPECT_TRUE(state == before);
    empty.merge(state);
    EXPECT_TRUE(empty == before);
  }
}

// 2^62 additions of each value, by doubling; then back to where it began.
TYPED_TEST(exact_accumulator, has_headroom_for_two_to_the_63_additions) {
  double const extremes[] = {largest_finite<double>(), largest_finite<double>(true), from_bits<double>(1), -1.0};
  for (double x : extremes) {
    TypeParam state;
    state.add(x);
    auto expected = reference::exactly(x);
    reference::dyadic const two(reference::integer(2));
    for (int doubling = 1; doubling <= 62; ++doubling) {
      state.merge(TypeParam(state));
      expected = expected * two;
      ASSERT_TRUE(value_of(state) == expected) << "after doubling " << doubling;
    }
    TypeParam twice = state;
    twice.merge(state);
    twice.retract(state);
    ASSERT_TRUE(twice == state);
    EXPECT_EQ(state.sign(), is_negative(x) ? -1 : 1);
    EXPECT_TRUE(TypeParam::deserialise(state.serialise()) == state);
    TypeParam opposite;
    opposite.add(negated(x));
    for (int doubling = 1; doubling <= 62; ++doubling) opposite.merge(TypeParam(opposite));
    opposite.merge(state);
    EXPECT_EQ(opposite.sign(), 0);
    EXPECT_TRUE(same_bits(0.0, opposite.template round<double>()));
  }
}

TYPED_TEST(exact_accumulator, merging_with_itself_doubles) {
  TypeParam state;
  state.add(3.0);
  for (int doubling = 0; doubling < 40; ++doubling) state.merge(state);
  EXPECT_TRUE(same_bits(power_of_two<double>(false, 40) * 3, state.template round<double>()));
  state.retract(state);
  EXPECT_EQ(state.sign(), 0);
}

// The digits wait for their carries; a great many additions to the same digit must not overflow it.
// Counts stop where they would wrap: infinities merged 2^64 times over are not forgotten.
TYPED_TEST(exact_accumulator, counts_stay_at_their_limit) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  double const inf = infinite<double>(), nan = from_bits<double>(format<double>::canonical_nan);
  for (double special : {inf, negated(inf), nan}) {
    TypeParam state;
    reference::total expected;
    state.add(special);
    expected.add(special);
    for (int doubling = 1; doubling <= 100; ++doubling) {
      TypeParam const copy = state;
      state.merge(copy);
      auto const total = expected;
      expected.merge(total);
      ASSERT_TRUE(same_bits(special, state.template round<double>())) << doubling << " times";
    }
    ASSERT_TRUE(same_state(expected, state));
    EXPECT_EQ(std::max({state.nan_count(), state.positive_infinity_count(), state.negative_infinity_count()}), most);
    // What was at the limit stays there: nobody knows how many are left.
    auto const at_limit = state;
    state.retract(special);
    EXPECT_EQ(state, at_limit);
    state.add(special);
    EXPECT_EQ(state, at_limit);
    state.retract(at_limit);
    EXPECT_EQ(state, at_limit);
    EXPECT_EQ(TypeParam::deserialise(state.serialise()), at_limit);
    // Downwards alike, and from one to the other.
    TypeParam below;
    below.retract(special);
    below.retract(at_limit);
    EXPECT_EQ(std::min({below.nan_count(), below.positive_infinity_count(), below.negative_infinity_count()}), -most);
    TypeParam few;
    few.retract(special);
    few.merge(at_limit);
    EXPECT_EQ(few, at_limit);
  }
  TypeParam near;
  near.note_nonfinite(most - 2, 0, 0);
  near.add(nan);
  EXPECT_EQ(near.nan_count(), most - 1);
  near.retract(nan);
  EXPECT_EQ(near.nan_count(), most - 2) << "below the limit, counts are exact";
}

TYPED_TEST(exact_accumulator, carries_are_propagated_in_time) {
  TypeParam state;
  std::int64_t const most = std::numeric_limits<std::int64_t>::max();
  constexpr std::uint64_t additions = (std::uint64_t{1} << 21) + 3;
  for (std::uint64_t i = 0; i < additions; ++i) state.add_scaled(most, -31);
  state.note_addends(false);
  auto const one = reference::dyadic(reference::integer(most), -31);
  EXPECT_TRUE(value_of(state) == one * reference::dyadic(reference::integer(false, additions)));
  for (int doubling = 0; doubling < 30; ++doubling) state.merge(TypeParam(state));
  auto const scale = reference::dyadic(reference::integer(1), 30);
  EXPECT_TRUE(value_of(state) == one * reference::dyadic(reference::integer(false, additions)) * scale);
}

// The same without any merge: from digits half full, so many single additions that they would overflow.
TEST(exact_accumulator, carries_of_single_additions_are_propagated_in_time) {
  if (scaled_count(100) < 10) GTEST_SKIP() << "2^30 additions: minutes under an emulator or a sanitizer";
  exact state;
  std::int64_t const most = std::numeric_limits<std::int64_t>::max();
  state.add_scaled(most, 0);
  constexpr int doublings = 29;
  for (int doubling = 0; doubling < doublings; ++doubling) state.merge(exact(state));
  constexpr std::int64_t additions = (std::int64_t{3} << 29) + 10;
  for (std::int64_t i = 0; i < additions; ++i) state.add_scaled(most, 0);
  std::int64_t const count = (std::int64_t{1} << doublings) + additions;
  EXPECT_TRUE(value_of(state) == reference::dyadic(reference::integer(most) * reference::integer(count)));
}

TYPED_TEST(exact_accumulator, add_scaled_takes_every_place_and_sign) {
  random_source random(first_seed());
  for (int i = 0; i < 4000; ++i) {
    TypeParam state;
    reference::dyadic expected;
    for (int j = 0; j < 5; ++j) {
      auto const significand = static_cast<std::int64_t>(random.next()) >> random.below(64);
      int const exponent = random.between(TypeParam::lowest_digit * 32, TypeParam::highest_digit * 32 - 64);
      state.add_scaled(significand, exponent);
      expected = expected + reference::dyadic(reference::integer(significand), exponent);
    }
    ASSERT_TRUE(value_of(state) == expected) << "seed " << first_seed() << ", case " << i;
    state.canonicalise();
    ASSERT_TRUE(value_of(state) == expected && is_canonical(state)) << "seed " << first_seed() << ", case " << i;
    ASSERT_EQ(state.sign(), expected.is_zero() ? 0 : expected.is_negative() ? -1 : 1);
  }
}

TYPED_TEST(exact_accumulator, sizes_that_differ_and_null_are_refused) {
  TypeParam state;
  std::vector<float> const three(3, 1.0f), two(2, 1.0f);
  EXPECT_THROW(state.add_products(std::span(three), std::span(two)), error);
  EXPECT_THROW(state.add(std::span<double const>(static_cast<double const*>(nullptr), 3)), error);
  EXPECT_THROW(state.add(std::span<float const>(static_cast<float const*>(nullptr), 3)), error);
  state.add(std::span<double const>());
  EXPECT_TRUE(state.empty());
}

}  // namespace
}  // namespace isobit::test
