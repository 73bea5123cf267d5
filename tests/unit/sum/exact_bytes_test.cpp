#include <isobit/sum/exact.hpp>

#include <cstring>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/sum/readable_bytes.hpp>

#include "reference/operations.hpp"
#include "reference/serialise.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/malformed_bytes.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class State> class exact_bytes : public testing::Test {};
using states = testing::Types<exact, exact_product>;
TYPED_TEST_SUITE(exact_bytes, states);

TYPED_TEST(exact_bytes, are_those_of_the_specification) {
  for_each_data<double>(15, 200, [](auto values, auto& random) {
    TypeParam state;
    state.add(values);
    auto expected = reference::total_of(values);
    ASSERT_EQ(state.serialise(), reference::serialise(expected));
    if (random.coin() && !values.empty()) {  // negative counts are states too
      state.retract(values[0]);
      state.retract(values[0]);
      expected.retract(values[0]);
      expected.retract(values[0]);
      ASSERT_EQ(state.serialise(), reference::serialise(expected));
    }
  });
}

TYPED_TEST(exact_bytes, come_back_as_the_same_state) {
  for_each_data<double>(15, 200, [](auto values, auto&) {
    TypeParam state;
    state.add(values);
    auto const written = state.serialise();
    TypeParam read = TypeParam::deserialise(written);
    ASSERT_TRUE(same_state(reference::total_of(values), read));
    ASSERT_TRUE(read == state);
    ASSERT_EQ(read.serialise(), written);
    read.add(values);
    state.add(values);
    ASSERT_TRUE(read == state);
  });
}

TYPED_TEST(exact_bytes, are_few_for_ordinary_data) {
  random_source random(first_seed());
  auto const values = make_data(data_classes<double>()[2], random, 10000);
  TypeParam state;
  state.add(std::span<double const>(values));
  EXPECT_LE(state.serialise().size(), 40u);
}

template <class State> bool is_refused(bytes const& malformed) {
  try {
    auto const state = State::deserialise(malformed);
    // What is accepted must be what this state is written as: nothing is silently repaired.
    EXPECT_EQ(state.serialise(), malformed);
    return false;
  } catch (error const& e) {
    EXPECT_TRUE(e.code() == status::malformed_bytes || e.code() == status::out_of_range);
    EXPECT_NE(std::strlen(e.what()), 0u);
    return true;
  }
}

template <class State> std::vector<bytes> examples() {
  std::vector<std::vector<double>> const inputs = {{},
                                                   {-0.0},
                                                   {0.0},
                                                   {1.0},
                                                   {-1e300, 1e-300},
                                                   {1e308, 3.0, -5e-324},
                                                   {infinite<double>(), 2.0},
                                                   {infinite<double>(), infinite<double>(true), -7.0}};
  std::vector<bytes> result;
  for (auto const& values : inputs) {
    State state;
    for (double x : values) state.add(x);
    result.push_back(state.serialise());
  }
  return result;
}

TYPED_TEST(exact_bytes, cut_off_or_too_long_are_refused) {
  expect_other_sizes_are_refused(examples<TypeParam>(), {1, 4, 24}, is_refused<TypeParam>);
}

TYPED_TEST(exact_bytes, with_any_byte_changed_are_refused_or_another_valid_state) {
  expect_changed_bytes_are_checked(examples<TypeParam>(), 4, is_refused<TypeParam>);
}

TYPED_TEST(exact_bytes, that_are_random_never_crash) {
  expect_random_bytes_are_checked(examples<TypeParam>(), 20000, is_refused<TypeParam>);
}

TEST(exact_bytes, of_products_do_not_fit_a_sum) {
  exact_product state;
  state.add_product(1e-300, 1e-300);
  try {
    static_cast<void>(exact::deserialise(state.serialise()));
    FAIL() << "accepted";
  } catch (error const& e) {
    EXPECT_EQ(e.code(), status::out_of_range);
  }
  exact_product small;
  small.add_product(3.0, 5.0);
  EXPECT_TRUE(same_bits(15.0, exact::deserialise(small.serialise()).round<double>()));
}

TYPED_TEST(exact_bytes, say_how_long_they_are_where_others_follow) {
  for_each_data<double>(15, 200, [](auto values, auto& random) {
    TypeParam state;
    state.add(values);
    auto bytes = state.serialise();
    std::size_t const size = bytes.size(), cut = random.below(size);
    ASSERT_EQ(detail::size_of_first_state(std::span(bytes).first(cut)), cut);
    bytes.resize(2 * size, std::byte{0xff});
    ASSERT_EQ(detail::size_of_first_state(bytes), size);
  });
}

TEST(exact_bytes, of_a_future_version_are_refused_by_name) {
  exact state;
  state.add(1.0);
  auto data = state.serialise();
  data[3] = std::byte{2};
  try {
    static_cast<void>(exact::deserialise(data));
    FAIL() << "accepted";
  } catch (error const& e) {
    EXPECT_EQ(e.code(), status::malformed_bytes);
    EXPECT_NE(std::string(e.what()).find("version 2"), std::string::npos);
  }
}

}  // namespace
}  // namespace isobit::test
