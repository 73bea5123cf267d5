// The caller's floating-point environment neither changes a result nor is changed by one: rounding mode, flush-to-zero,
// denormals-are-zero and the sticky exception flags.
#include <list>

#include <gtest/gtest.h>

#include "support/float_environment.hpp"
#include "support/results.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

/// Runs `body` in an environment and gives the environment that it left behind.
template <class Body> float_environment environment_after(float_environment environment, Body body) {
  float_environment const usual = read_environment();
  write_environment(environment);
  body();
  float_environment const after = read_environment();
  write_environment(usual);
  return after;
}

/// Everything that computes, scans, groups and states included.
template <class T> std::vector<result> everything(std::span<T const> x, std::span<T const> y) {
  auto results = all_results(serial(), x, y);
  auto const note = [&](std::string_view operation, auto value) {
    results.push_back({operation, static_cast<std::uint64_t>(bits_of(value))});
  };
  std::vector<T> out(x.size());
  inclusive_scan(x, std::span<T>(out), serial());
  for (T prefix : out) note("inclusive_scan", prefix);
  exclusive_scan(x, std::span<T>(out), serial());
  for (T prefix : out) note("exclusive_scan", prefix);
  std::vector<int> keys(x.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i % 5);
  for (auto const& group : sum_by_key(keys, x)) note("sum_by_key", group.sum);
  std::vector<std::size_t> const offsets = {0, x.size() / 3, x.size() / 2, x.size()};
  for (T segment : segmented_sum(x, offsets, serial())) note("segmented_sum", segment);
  for (T segment : segmented_sum(x, offsets, threads(2))) note("segmented_sum on threads", segment);
  note("sum of a list", sum(std::list<T>(x.begin(), x.end())));
  note("sum of a stride", sum(blas_vector(x.data(), (std::ssize(x) + 1) / 2, -2), serial()));
  note("sum on threads", sum(x, threads(3)));
  note("dot on threads", dot(x, y, threads(3)));
  exact state;
  for (T v : x) state.add(v);
  for (T v : y.first(y.size() / 2)) state.subtract(v);
  for (T v : x.first(x.size() / 4)) state.retract(v);
  state.merge(exact_sum(y));
  for (auto mode :
       {rounding::nearest_even, rounding::toward_zero, rounding::upward, rounding::downward, rounding::to_odd})
    note("round", state.template round<float>(mode));
  results.push_back({"state", state.hash()});
  return results;
}

template <class T> class environment : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(environment, element_types);

TYPED_TEST(environment, neither_shows_nor_changes) {
  auto const controls = every_control_word();
  for_each_pair<TypeParam>(10, 300, [&](auto x, auto y, auto&) {
    auto const expected = everything<TypeParam>(x, y);
    for (auto control : controls) {
      for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag, every_flag}) {
        float_environment const before{control, flags};
        std::vector<result> actual;
        auto const after = environment_after(before, [&] { actual = everything<TypeParam>(x, y); });
        ASSERT_TRUE(same_results(expected, actual)) << "control word 0x" << std::hex << control;
        ASSERT_TRUE(undisturbed(before, after)) << "0x" << std::hex << control << " and 0x" << flags << " became 0x"
                                                << after.control << " and 0x" << after.flags;
      }
    }
  });
}

// Whole blocks, so that every path is taken: certified, extracted, one by one, and those of the tail.
TYPED_TEST(environment, does_not_show_in_long_sums) {
  auto const controls = every_control_word();
  random_source random(first_seed());
  for (auto const& kind : data_classes<TypeParam>()) {
    std::size_t const size = 5000 + random.below(10000);
    auto const x = make_data(kind, random, size);
    auto const y = make_data(data_classes<TypeParam>()[random.below(10)], random, size);
    auto const expected = all_results(serial(), x, y);
    for (auto control : controls) {
      for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag}) {
        std::vector<result> actual;
        auto const after = environment_after({control, flags}, [&] { actual = all_results(serial(), x, y); });
        ASSERT_TRUE(same_results(expected, actual)) << kind.name << ", size " << size << ", seed " << first_seed()
                                                    << ", control word 0x" << std::hex << control;
        ASSERT_TRUE(undisturbed(float_environment{control, flags}, after)) << kind.name << ", size " << size;
      }
    }
  }
}

// One operation at a time, so that a flag that one raises is not hidden by another that clears it.
TYPED_TEST(environment, is_left_alone_by_each_operation) {
  auto const expect_untouched = [](std::string_view operation, auto body) {
    for (auto control : every_control_word())
      for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag})
        ASSERT_TRUE(undisturbed({control, flags}, environment_after({control, flags}, body)))
            << operation << ", control word 0x" << std::hex << control;
  };
  for_each_pair<TypeParam>(4, 4500, [&](auto x, auto y, auto&) {
    volatile TypeParam sink;
    volatile double wide;
    volatile float narrow;
    expect_untouched("sum", [&] { sink = sum(x); });
    expect_untouched("sum<double>", [&] { wide = sum<double>(x); });
    expect_untouched("sum<float>", [&] { narrow = sum<float>(x); });
    expect_untouched("asum", [&] { sink = asum(x); });
    expect_untouched("squared_norm", [&] { sink = squared_norm(x); });
    expect_untouched("nrm2", [&] { sink = nrm2(x); });
    expect_untouched("mean", [&] { sink = mean(x); });
    expect_untouched("variance", [&] { sink = variance(x); });
    expect_untouched("dot", [&] { sink = dot(x, y); });
    expect_untouched("add", [&] {
      exact state;
      state.add(x);
      for (TypeParam v : x.first(x.size() / 8)) state.add(v);
    });
    static_cast<void>(sink);
    static_cast<void>(wide);
    static_cast<void>(narrow);
  });
}

}  // namespace
}  // namespace isobit::test
