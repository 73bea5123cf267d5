// The caller's floating-point environment neither changes what a method computes nor is changed by it.
#include <gtest/gtest.h>

#include "support/bin_data.hpp"
#include "support/float_environment.hpp"
#include "support/methods.hpp"

namespace isobit::test {
namespace {

/// As a user would: parts as spans and one by one, merged, through bytes, rounded.
template <class A> std::optional<std::pair<A, typename A::value_type>> used(std::span<typename A::value_type const> x) {
  return unless_refused([&] {
    A state = state_for<A>(x), other = state_for<A>(x);
    std::size_t const half = x.size() / 2, rest = x.size() - x.size() / 8;
    other.add(x.subspan(half, rest - half));
    state.add(x.first(half));
    for (auto v : x.subspan(rest)) state.add(v);
    state.merge(other);
    state = A::deserialise(state.serialise());
    return std::pair(state, state.round());
  });
}

template <class T> class method_environment : public testing::Test {};
TYPED_TEST_SUITE(method_environment, order_free_methods);

TYPED_TEST(method_environment, neither_shows_nor_changes) {
  using T = typename TypeParam::value_type;
  float_environment const usual = read_environment();
  auto const check = [&](std::span<T const> values, random_source&) {
    auto const expected = used<TypeParam>(values);
    for (auto control : every_control_word()) {
      for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag, every_flag}) {
        float_environment const before{control, flags};
        write_environment(before);
        auto const actual = used<TypeParam>(values);
        float_environment const after = read_environment();
        write_environment(usual);
        ASSERT_TRUE(undisturbed(before, after)) << "control word 0x" << std::hex << control << ", flags 0x" << flags;
        ASSERT_EQ(actual.has_value(), expected.has_value());
        if (!actual) continue;
        ASSERT_TRUE(same_bits(expected->second, actual->second)) << "control word 0x" << std::hex << control;
        ASSERT_TRUE(expected->first == actual->first) << "control word 0x" << std::hex << control;
      }
    }
  };
  for_each_data<T>(4, 3000, check);
  for_each_bin_data<T>(default_bin_width<T>, 4, 300, check);
}

// One step at a time, so that a flag that one raises is not hidden by another that clears it.
TYPED_TEST(method_environment, is_left_alone_by_each_step) {
  using T = typename TypeParam::value_type;
  float_environment const usual = read_environment();
  for_each_data<T>(2, 2500, [&](std::span<T const> values, random_source&) {
    auto const complete = sum_of_all<TypeParam>(values);
    if (!complete) return;
    auto const expect_untouched = [&](char const* step, auto body) {
      for (auto control : every_control_word()) {
        for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag}) {
          write_environment({control, flags});
          body();
          float_environment const after = read_environment();
          write_environment(usual);
          ASSERT_TRUE(undisturbed(float_environment{control, flags}, after))
              << step << ", control word 0x" << std::hex << control;
        }
      }
    };
    volatile T sink;
    expect_untouched("start", [&] { static_cast<void>(state_for<TypeParam>(values)); });
    expect_untouched("add", [&] { static_cast<void>(sum_of_all<TypeParam>(values)); });
    expect_untouched("add one", [&] { static_cast<void>(sum_one_by_one<TypeParam>(values)); });
    expect_untouched("merge", [&] { state_for<TypeParam>(values).merge(*complete); });
    expect_untouched("round", [&] { sink = complete->round(); });
    expect_untouched("bytes", [&] { static_cast<void>(TypeParam::deserialise(complete->serialise())); });
    expect_untouched("compare", [&] { static_cast<void>(*complete == *complete); });
    static_cast<void>(sink);
  });
}

}  // namespace
}  // namespace isobit::test
