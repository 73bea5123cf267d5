#include <isobit/sum/grouped.hpp>

#include <list>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class T> class grouped_operations : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(grouped_operations, element_types);

template <class Key, class T>
std::vector<group_sum<Key, T>> expected_sums(std::vector<Key> const& keys, std::span<T const> values) {
  std::map<Key, reference::total> totals;
  for (std::size_t i = 0; i < keys.size(); ++i) totals[keys[i]].add(values[i]);
  std::vector<group_sum<Key, T>> result;
  for (auto const& [key, total] : totals) result.push_back({key, total.template round<T>()});
  return result;
}

template <class Key, class T>
testing::AssertionResult same_groups(std::vector<group_sum<Key, T>> const& expected,
                                     std::vector<group_sum<Key, T>> const& actual) {
  if (expected.size() != actual.size())
    return testing::AssertionFailure() << expected.size() << " groups expected, " << actual.size() << " returned";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i].key != actual[i].key) return testing::AssertionFailure() << "key " << i << " differs";
    if (auto const same = same_bits(expected[i].sum, actual[i].sum); !same)
      return testing::AssertionFailure() << same.message() << " for group " << i;
  }
  return testing::AssertionSuccess();
}

TYPED_TEST(grouped_operations, sum_by_key_is_the_reference) {
  for_each_data<TypeParam>(20, 6000, [](auto values, auto& random) {
    auto const groups = 1 + random.below(1 + 2 * values.size());
    std::vector<std::int64_t> keys;
    for (std::size_t i = 0; i < values.size(); ++i)
      keys.push_back(static_cast<std::int64_t>(random.below(groups)) * 1'000'003 - 500);
    ASSERT_TRUE(same_groups(expected_sums(keys, values), sum_by_key(keys, values)));
  });
}

TYPED_TEST(grouped_operations, sum_by_key_takes_a_few_heavy_groups_and_many_light_ones) {
  random_source random(first_seed());
  for (std::size_t kind : {0u, 2u, 4u, 8u, 21u, 39u}) {
    auto const values = make_data(data_classes<TypeParam>()[kind], random, 50000);
    std::vector<int> keys;
    for (std::size_t i = 0; i < values.size(); ++i)
      keys.push_back(random.coin() ? static_cast<int>(random.below(3)) : static_cast<int>(random.below(20000)));
    std::span<TypeParam const> const span(values);
    ASSERT_TRUE(same_groups(expected_sums(keys, span), sum_by_key(keys, values))) << "seed " << first_seed();
  }
}

TEST(sum_by_key, takes_strings_and_any_range_of_keys) {
  std::list<std::string> const keys = {"b", "a", "b", "c", "a"};
  std::vector<double> const values = {1e308, 1.0, -1e308, -0.0, 2.0};
  auto const sums = sum_by_key(keys, values);
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].key, "a");
  EXPECT_TRUE(same_bits(3.0, sums[0].sum));
  EXPECT_EQ(sums[1].key, "b");
  EXPECT_TRUE(same_bits(0.0, sums[1].sum));
  EXPECT_EQ(sums[2].key, "c");
  EXPECT_TRUE(same_bits(-0.0, sums[2].sum));
  EXPECT_TRUE(sum_by_key(std::vector<int>(), std::vector<double>()).empty());
}

// Every NaN and both zeros among the keys, in many orders: the same groups, to the bit.
TYPED_TEST(grouped_operations, sum_by_key_groups_floating_point_keys_by_value) {
  using Key = TypeParam;
  Key const tiny = from_bits<Key>(1), inf = infinite<Key>(), nan = from_bits<Key>(format<Key>::canonical_nan);
  std::vector<Key> const ordered = {negated(inf), Key(-2), negated(tiny), Key(0), tiny, Key(1), inf, nan};
  for (std::size_t round = 0; round < 40; ++round) {
    random_source random(first_seed() + round);
    std::vector<Key> keys;
    std::vector<double> values;
    std::vector<group_sum<Key, double>> expected;
    for (Key key : ordered) {
      double total = 0;
      auto const members = 1 + random.below(4);
      for (std::size_t i = 0; i < members; ++i) {
        bool const zero = bits_of(key) == 0;
        keys.push_back(is_nan(key) ? random_nan<Key>(random) : zero && random.coin() ? negated(key) : key);
        values.push_back(static_cast<double>(random.below(1000)));
        total += values.back();
      }
      expected.push_back({key, total});
    }
    for (std::size_t i = keys.size() - 1; i > 0; --i) {
      std::size_t const j = random.below(i + 1);
      std::swap(keys[i], keys[j]), std::swap(values[i], values[j]);
    }
    auto const sums = sum_by_key(keys, values);
    ASSERT_EQ(sums.size(), expected.size()) << "seed " << first_seed() + round;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      ASSERT_EQ(bits_of(sums[i].key), bits_of(expected[i].key)) << "seed " << first_seed() + round << ", group " << i;
      ASSERT_TRUE(same_bits(expected[i].sum, sums[i].sum)) << "seed " << first_seed() + round << ", group " << i;
    }
  }
}

// What the C interface asks: groups without values are +0, those of nothing but -0 are -0, on any number of threads.
TYPED_TEST(grouped_operations, sum_groups_may_be_empty_zero_or_wide) {
  using T = TypeParam;
  T const tiny = from_bits<T>(1), huge = largest_finite<T>(), inf = infinite<T>();
  std::vector<std::uint32_t> groups;
  std::vector<T> values;
  for (std::size_t round = 0; round < 1000; ++round) {
    auto const add = [&](std::uint32_t group, T x) {
      groups.push_back(group);
      values.push_back(x);
    };
    add(1, T(-0.0));
    add(2, round == 500 ? T(0) : T(-0.0));
    add(3, round % 2 == 0 ? T(5) : T(-5));
    add(4, round < 500 ? huge : negated(huge));
    add(5, round == 999 ? tiny : round % 2 == 0 ? huge : negated(huge));
    add(6, round == 7 ? inf : T(1));
    add(7, round == 7 ? inf : round == 8 ? negated(inf) : T(1));
    add(8, T(0.1));
  }
  std::vector<reference::total> totals(10);
  for (std::size_t i = 0; i < groups.size(); ++i) totals[groups[i]].add(values[i]);
  std::vector<T> expected, sums(totals.size());
  for (auto const& total : totals) expected.push_back(total.template round<T>());
  ASSERT_TRUE(same_bits(T(0), expected[0]));
  for (std::size_t count : {1, 2, 3, 5}) {
    detail::sum_groups<T>(threads(count), groups, values, sums);
    EXPECT_TRUE(same_bits(expected, sums)) << count << " threads";
  }
}

TEST(sum_by_key, of_negative_zeros_is_one_on_any_number_of_threads) {
  std::vector<double> const values(30000, -0.0);
  std::vector<int> keys(values.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i % 3);
  for (std::size_t threads_used : {1, 2, 4})
    for (auto const& group : sum_by_key(keys, values, threads(threads_used)))
      EXPECT_TRUE(same_bits(-0.0, group.sum)) << threads_used;
}

TEST(sum_by_key, refuses_sizes_that_differ) {
  EXPECT_THROW(static_cast<void>(sum_by_key(std::vector{1, 2, 3}, std::vector{1.0, 2.0})), error);
  EXPECT_THROW(static_cast<void>(sum_by_key(std::vector{1}, std::vector{1.0, 2.0})), error);
}

TYPED_TEST(grouped_operations, segmented_sum_is_the_sum_of_every_segment) {
  for_each_data<TypeParam>(20, 6000, [](auto values, auto& random) {
    std::vector<std::size_t> offsets = {random.below(values.size() + 1)};
    auto const longest = 1 + random.below(random.coin() ? 8 : 3000);
    while (offsets.back() < values.size() && offsets.size() < 2000)
      offsets.push_back(std::min<std::size_t>(values.size(), offsets.back() + random.below(longest + 1)));
    std::vector<TypeParam> expected;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
      expected.push_back(reference::sum<TypeParam>(values.subspan(offsets[s], offsets[s + 1] - offsets[s])));
    ASSERT_TRUE(same_bits(expected, segmented_sum(values, offsets)));
    ASSERT_TRUE(same_bits(expected, segmented_sum(values, offsets, threads(3))));
    ASSERT_TRUE(same_bits(expected, segmented_sum(values, offsets, serial())));
  });
}

TEST(segmented_sum, refuses_offsets_that_descend_or_leave_the_values) {
  std::vector<double> const values(5, 1.0);
  using offsets = std::vector<std::size_t>;
  EXPECT_THROW(static_cast<void>(segmented_sum(values, offsets{0, 3, 2})), error);
  EXPECT_THROW(static_cast<void>(segmented_sum(values, offsets{0, 6})), error);
  EXPECT_TRUE(segmented_sum(values, offsets{}).empty());
  EXPECT_TRUE(segmented_sum(values, offsets{5}).empty());
  EXPECT_TRUE(same_bits(std::vector{0.0, 5.0, 0.0}, segmented_sum(values, offsets{0, 0, 5, 5})));
}

}  // namespace
}  // namespace isobit::test
