#include <isobit/sum/exact.hpp>

#include <unordered_set>

#include <gtest/gtest.h>

#include <isobit/error.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

constexpr rounding every_mode[] = {rounding::nearest_even, rounding::toward_zero, rounding::upward, rounding::downward,
                                   rounding::to_odd};

template <class Result, class State> void expect_roundings(reference::total const& expected, State const& state) {
  for (auto mode : every_mode)
    ASSERT_TRUE(same_bits(expected.template round<Result>(mode), state.template round<Result>(mode)))
        << "mode " << static_cast<int>(mode) << ", " << 8 * sizeof(Result) << " bits";
}

template <class State> void expect_every_rounding(reference::total const& expected, State const& state) {
  expect_roundings<double>(expected, state);
  expect_roundings<float>(expected, state);
  expect_roundings<float16>(expected, state);
  expect_roundings<bfloat16>(expected, state);
}

template <class State> class exact_output : public testing::Test {};
using states = testing::Types<exact, exact_product>;
TYPED_TEST_SUITE(exact_output, states);

TYPED_TEST(exact_output, rounds_in_every_mode_to_every_format) {
  for_each_data<double>(15, 300, [](auto values, auto&) {
    TypeParam state;
    state.add(values);
    expect_every_rounding(reference::total_of(values), state);
  });
}

// Values about the borders of a format: its smallest and largest numbers, halves of their last places, and one bit
// far below any of them.
template <class State, class T> void expect_roundings_at_borders() {
  using f = format<T>;
  random_source random(first_seed());
  for (int i = 0; i < 3000; ++i) {
    int const border[] = {f::min_exponent, f::min_exponent + f::precision, f::max_exponent - f::precision};
    int const near = border[random.below(3)];
    State state;
    reference::total expected;
    auto const put = [&](double x) {
      state.add(x);
      expected.add(x);
    };
    if (random.coin()) {
      auto const [negative, significand, exponent] = decompose(largest_finite<T>(random.coin()));
      put(make_number<double>(negative, significand, exponent));
    }
    for (int j = random.between(1, 4); j > 0; --j) {
      int const exponent = near + random.between(-3, 3);
      put(random.coin() ? power_of_two<double>(random.coin(), exponent) : random_multiple<double>(random, 4, exponent));
    }
    if (random.one_in(3)) put(power_of_two<double>(random.coin(), -1074));
    expect_roundings<T>(expected, state);
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "seed " << first_seed() << ", case " << i;
      return;
    }
  }
}

TYPED_TEST(exact_output, rounds_at_the_borders_of_every_format) {
  expect_roundings_at_borders<TypeParam, double>();
  expect_roundings_at_borders<TypeParam, float>();
  expect_roundings_at_borders<TypeParam, float16>();
  expect_roundings_at_borders<TypeParam, bfloat16>();
}

TYPED_TEST(exact_output, means_are_quotients_rounded_once) {
  for_each_data<double>(15, 300, [](auto values, auto& random) {
    TypeParam state;
    state.add(values);
    auto const expected = reference::total_of(values);
    for (std::uint64_t count :
         {std::uint64_t{1}, std::uint64_t{3}, 1 + (random.next() >> random.below(64)), ~std::uint64_t{0}}) {
      if (count == 0) continue;
      ASSERT_TRUE(same_bits(expected.template mean<double>(count), state.template mean<double>(count))) << count;
      ASSERT_TRUE(same_bits(expected.template mean<float>(count), state.template mean<float>(count))) << count;
      ASSERT_TRUE(same_bits(expected.template mean<float16>(count), state.template mean<float16>(count))) << count;
      ASSERT_TRUE(same_bits(expected.template mean<bfloat16>(count), state.template mean<bfloat16>(count))) << count;
    }
  });
  TypeParam state;
  state.add(1.0);
  EXPECT_THROW(static_cast<void>(state.template mean<double>(0)), error);
}

// Quotients that lie exactly on or beside a midpoint: odd significand of 54 bits times the count, plus or minus little.
TYPED_TEST(exact_output, means_are_right_at_ties) {
  random_source random(first_seed());
  for (int i = 0; i < 3000; ++i) {
    std::uint64_t const count = 1 + random.below(1000);
    auto const midpoint = static_cast<std::int64_t>((random.next() >> 10) | (std::uint64_t{1} << 53) | 1);
    TypeParam state;
    reference::total expected;
    for (std::uint64_t j = 0; j < count; ++j) {
      double const high = make_number<double>(false, static_cast<std::uint64_t>(midpoint) & ~std::uint64_t{1}, -60);
      double const low = power_of_two<double>(false, -60);
      for (double x : {high, low}) {
        state.add(x);
        expected.add(x);
      }
    }
    if (random.coin()) {
      double const nudge = random_power_of_two<double>(random, -1074, -100);
      state.add(nudge);
      expected.add(nudge);
    }
    ASSERT_TRUE(same_bits(expected.template mean<double>(count), state.template mean<double>(count)))
        << "seed " << first_seed() << ", case " << i;
  }
}

// 2^128 / (2^64 - c) is 2^64 + c and a remainder of c^2: with c an odd multiple of 2^11 only the remainder breaks the
// tie.
TYPED_TEST(exact_output, means_see_the_last_remainder) {
  for (std::uint64_t odd = 1; odd < 200; odd += 2) {
    std::uint64_t const count = std::uint64_t{0} - (odd << 11);
    for (double x : {1.0, -1.0, power_of_two<double>(false, 1000), power_of_two<double>(true, -900)}) {
      TypeParam state;
      reference::total expected;
      state.add(x);
      expected.add(x);
      ASSERT_TRUE(same_bits(expected.template mean<double>(count), state.template mean<double>(count))) << count;
    }
  }
}

TYPED_TEST(exact_output, square_roots_are_rounded_once) {
  for_each_data<double>(15, 200, [](auto values, auto&) {
    TypeParam state;
    state.add(values);
    auto const expected = reference::total_of(values);
    ASSERT_TRUE(same_bits(expected.template square_root<double>(), state.template square_root<double>()));
    ASSERT_TRUE(same_bits(expected.template square_root<float>(), state.template square_root<float>()));
    ASSERT_TRUE(same_bits(expected.template square_root<float16>(), state.template square_root<float16>()));
    ASSERT_TRUE(same_bits(expected.template square_root<bfloat16>(), state.template square_root<bfloat16>()));
  });
}

// The square of a number with one bit more than the result: a midpoint, and a very little beside it.
TEST(exact_output, square_roots_are_right_at_ties) {
  random_source random(first_seed());
  for (int i = 0; i < 3000; ++i) {
    std::uint64_t const root = (random.next() >> 40) | (std::uint64_t{1} << 24) | 1;  // 25 bits: a midpoint of floats
    exact_product state;
    reference::total expected;
    double const x = make_number<double>(false, root, random.between(-120, 90));
    state.add_product(x, x);
    expected.add_product(x, x);
    if (random.coin()) {
      double const nudge = random_power_of_two<double>(random, -1074, -400);
      state.add(nudge);
      expected.add(nudge);
    }
    ASSERT_TRUE(same_bits(expected.template square_root<float>(), state.template square_root<float>()))
        << "seed " << first_seed() << ", case " << i;
    ASSERT_TRUE(same_bits(expected.template square_root<double>(), state.template square_root<double>()))
        << "seed " << first_seed() << ", case " << i;
  }
}

TYPED_TEST(exact_output, compares_by_value) {
  for_each_data<double>(15, 40, [](auto values, auto& random) {
    std::size_t const cut = random.below(values.size() + 1);
    TypeParam left, right;
    left.add(values.first(cut));
    right.add(values.subspan(cut));
    auto const a = reference::total_of(values.first(cut));
    auto const b = reference::total_of(values.subspan(cut));
    if (!a.is_finite() || !b.is_finite()) {
      ASSERT_TRUE((left <=> right) == std::partial_ordering::unordered);
    } else {
      ASSERT_TRUE((left <=> right) == (a.value() <=> b.value()));
    }
    ASSERT_TRUE(left == left && right == right);
  });
}

TYPED_TEST(exact_output, equality_sees_the_value_the_counts_and_the_sign_of_zero) {
  auto const state_of = [](std::vector<double> const& values) {
    TypeParam state;
    for (double x : values) state.add(x);
    return state;
  };
  double const infinity = infinite<double>();
  EXPECT_TRUE(state_of({1.0, 2.0}) == state_of({2.0, 1.0}));
  EXPECT_TRUE(state_of({1.0, 2.0}) == state_of({3.0}));
  EXPECT_FALSE(state_of({1.0}) == state_of({from_bits<double>(bits_of(1.0) + 1)}));
  EXPECT_FALSE(state_of({}) == state_of({0.0}));
  EXPECT_FALSE(state_of({}) == state_of({-0.0}));
  EXPECT_FALSE(state_of({0.0}) == state_of({-0.0}));
  EXPECT_FALSE(state_of({infinity}) == state_of({infinity, infinity}));
  EXPECT_FALSE(state_of({infinity}) == state_of({-infinity}));
  EXPECT_FALSE(state_of({1.0, infinity}) == state_of({2.0, infinity}));
}

TYPED_TEST(exact_output, equal_states_have_equal_hashes_and_others_hardly_ever) {
  std::unordered_set<std::uint64_t> hashes;
  std::size_t count = 0;
  random_source random(first_seed());
  for (int i = 0; i < 3000; ++i) {
    auto values = make_data(data_classes<double>()[3], random, 8);
    TypeParam forwards, backwards;
    for (double x : values) forwards.add(x);
    for (auto x = values.rbegin(); x != values.rend(); ++x) backwards.add(*x);
    ASSERT_TRUE(forwards == backwards);
    ASSERT_EQ(forwards.hash(), backwards.hash());
    ASSERT_EQ(std::hash<TypeParam>()(forwards), static_cast<std::size_t>(forwards.hash()));
    hashes.insert(forwards.hash());
    ++count;
  }
  EXPECT_EQ(hashes.size(), count);
}

TYPED_TEST(exact_output, canonicalise_does_not_show) {
  for_each_data<double>(5, 100, [](auto values, auto&) {
    TypeParam state;
    for (double x : values) state.add(x);
    TypeParam canonical = state;
    canonical.canonicalise();
    ASSERT_TRUE(canonical == state);
    ASSERT_EQ(canonical.hash(), state.hash());
    TypeParam again = canonical;
    again.canonicalise();
    for (int k = TypeParam::lowest_digit; k <= TypeParam::highest_digit; ++k)
      ASSERT_EQ(again.digit(k), canonical.digit(k));
  });
}

}  // namespace
}  // namespace isobit::test
