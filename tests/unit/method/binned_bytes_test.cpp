#include <isobit/method/binned.hpp>

#include <cstring>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <isobit/error.hpp>

#include "support/bin_data.hpp"
#include "support/binned.hpp"
#include "support/malformed_bytes.hpp"

namespace isobit::test {
namespace {

template <class T> class binned_bytes : public testing::Test {};
using states = testing::Types<binned<double, 1>, binned<double, 3>, binned<double, 4, 20>, binned<float, 1>,
                              binned<float, 3>, binned<float, 4, 6>>;
TYPED_TEST_SUITE(binned_bytes, states);

template <class State> bool is_refused(bytes const& malformed) {
  try {
    auto const state = State::deserialise(malformed);
    // What is accepted must be what this state is written as: nothing is silently repaired.
    EXPECT_EQ(state.serialise(), malformed);
    static_cast<void>(state.round());  // of the largest carries too
    State twice = state;               // and of more than there is room for, as far as the sanitizers see
    twice.merge(state);
    static_cast<void>(twice.value());
    return false;
  } catch (error const& e) {
    EXPECT_EQ(e.code(), status::malformed_bytes);
    EXPECT_NE(std::string(e.what()).find("; "), std::string::npos) << "says what to do";
    return true;
  }
}

template <class State> std::vector<bytes> examples() {
  using T = typename State::value_type;
  T const most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::denorm_min();
  std::vector<std::vector<T>> const inputs = {{},
                                              {T(-0.0)},
                                              {T(1)},
                                              {T(-1), T(0.1), T(3e-30)},
                                              {most, most, T(-3)},
                                              {least, -3 * least},
                                              {infinite<T>(), T(2)},
                                              {infinite<T>(true)},
                                              {infinite<T>(), infinite<T>(true)}};
  std::vector<bytes> result;
  for (auto const& values : inputs) {
    State state;
    state.add(std::span<T const>(values));
    result.push_back(state.serialise());
    for (int i = 0; i < 50; ++i) state.merge(State(state));
    result.push_back(state.serialise());
  }
  return result;
}

TYPED_TEST(binned_bytes, come_back_as_the_same_state) {
  using T = typename TypeParam::value_type;
  auto const check = [](std::span<T const> values, random_source&) {
    TypeParam state;
    state.add(values);
    auto const written = state.serialise();
    auto read = TypeParam::deserialise(written);
    ASSERT_TRUE(read == state);
    ASSERT_EQ(read.serialise(), written);
    read.add(values);
    state.add(values);
    ASSERT_TRUE(read == state);
    ASSERT_TRUE(same_bits(state.round(), read.round()));
  };
  for_each_data<T>(10, 60, check);
  for_each_bin_data<T>(TypeParam::width, 20, 60, check);
}

TYPED_TEST(binned_bytes, are_equal_exactly_when_the_states_are) {
  auto const all = examples<TypeParam>();
  for (auto const& a : all)
    for (auto const& b : all) EXPECT_EQ(a == b, TypeParam::deserialise(a) == TypeParam::deserialise(b));
}

TYPED_TEST(binned_bytes, cut_off_or_too_long_are_refused) {
  expect_other_sizes_are_refused(examples<TypeParam>(), {1, 8, 16}, is_refused<TypeParam>);
}

TYPED_TEST(binned_bytes, with_any_byte_changed_are_refused_or_another_valid_state) {
  expect_changed_bytes_are_checked(examples<TypeParam>(), 7, is_refused<TypeParam>);
}

TYPED_TEST(binned_bytes, that_are_random_never_crash) {
  expect_random_bytes_are_checked(examples<TypeParam>(), 5000, is_refused<TypeParam>);
}

TEST(binned_bytes, of_another_type_are_refused) {
  binned<double, 3> state;
  state.add(1.0);
  auto const written = state.serialise();
  EXPECT_FALSE((is_refused<binned<double, 3>>(written)));
  EXPECT_TRUE((is_refused<binned<double, 2>>(written)));
  EXPECT_TRUE((is_refused<binned<double, 4>>(written)));
  EXPECT_TRUE((is_refused<binned<double, 3, 39>>(written)));
  EXPECT_TRUE((is_refused<binned<float, 3>>(written)));
  binned<float, 3> narrow;
  narrow.add(1.0f);
  EXPECT_TRUE((is_refused<binned<double, 3>>(narrow.serialise())));
  EXPECT_TRUE((is_refused<binned<float, 3, 12>>(narrow.serialise())));
  EXPECT_TRUE(is_refused<binned<double>>(exact().serialise()));
}

TEST(binned_bytes, of_a_future_version_are_refused_by_name) {
  auto data = binned<double>().serialise();
  data[3] = std::byte{2};
  try {
    static_cast<void>(binned<double>::deserialise(data));
    FAIL() << "accepted";
  } catch (error const& e) {
    EXPECT_NE(std::string(e.what()).find("version 2"), std::string::npos);
  }
}

}  // namespace
}  // namespace isobit::test
