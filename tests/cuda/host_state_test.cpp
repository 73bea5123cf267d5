// States as GPUs keep them, to and from those of the CPU: no GPU is needed.
#include <isobit/cuda/device_state.hpp>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "cuda/same_state.hpp"

namespace isobit::test {
namespace {

template <class State> State there_and_back(State const& state) { return cuda::device_state<State>::of(state).state(); }

/// What a GPU leaves after both: the integers added up, carries and all.
template <class State>
cuda::device_state<State> added(cuda::device_state<State> a, cuda::device_state<State> const& b) {
  for (int k = 0; k < State::digit_count; ++k) a.digit[k] += b.digit[k];
  a.nans += b.nans;
  a.positive_infinities += b.positive_infinities;
  a.negative_infinities += b.negative_infinities;
  a.addends |= b.addends;
  a.others |= b.others;
  return a;
}

template <class State> void expect_round_trip(State const& a, State const& b) {
  using words = cuda::device_state<State>;
  ASSERT_TRUE(same_state(a, there_and_back(a)));
  ASSERT_TRUE(same_state(a, added(words::of(a), words::of(State{})).state()));
  auto both = a;
  both.merge(b);
  ASSERT_TRUE(same_state(both, added(words::of(a), words::of(b)).state()));
}

TEST(cuda_host_state, sums_of_every_class) {
  for_each_data<double>(20, 3000, [](auto values, auto&) {
    auto const half = values.size() / 2;
    expect_round_trip(exact_sum(values.first(half)), exact_sum(values.subspan(half)));
  });
}

TEST(cuda_host_state, products_of_every_class) {
  for_each_pair<double>(20, 3000, [](auto x, auto y, auto&) { expect_round_trip(exact_dot(x, y), exact_dot(y, y)); });
}

TEST(cuda_host_state, nothing_zeros_and_infinities) {
  double const infinity = from_bits<double>(format<double>::infinity);
  double const nan = from_bits<double>(format<double>::canonical_nan);
  std::vector<std::vector<double>> const all = {{},         {-0.0},      {0.0},          {-0.0, 0.0},
                                                {infinity}, {-infinity}, {1, nan, -0.0}, {infinity, -infinity}};
  for (auto const& a : all)
    for (auto const& b : all) expect_round_trip(exact_sum(a), exact_sum(b));
}

TEST(cuda_host_state, all_zero_words_are_empty) {
  cuda::device_state<exact> const words{};
  EXPECT_TRUE(same_state(exact{}, words.state()));
}

}  // namespace
}  // namespace isobit::test
