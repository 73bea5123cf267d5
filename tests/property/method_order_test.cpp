// The order of the elements does not show in any method that promises it: one set of bits, one state.
#include <gtest/gtest.h>

#include "support/bin_data.hpp"
#include "support/methods.hpp"

namespace isobit::test {
namespace {

template <class T> using bits_type = typename format<T>::bits_type;
template <class T> bits_type<T> magnitude_key(T x) {
  return static_cast<bits_type<T>>(bits_of(x) & ~format<T>::sign_bit);
}
/// Orders all numbers by value, NaN by bits.
template <class T> bits_type<T> value_key(T x) {
  return static_cast<bits_type<T>>(is_negative(x) ? ~bits_of(x) : bits_of(x) | format<T>::sign_bit);
}

/// check(values, name) for the papers' orders: increasing, decreasing, by magnitude, and any.
template <class T, class Check> void for_each_order(std::span<T const> values, random_source& random, Check check) {
  std::vector<T> permuted(values.begin(), values.end());
  std::span<T const> const view(permuted);
  std::ranges::sort(permuted, {}, value_key<T>);
  check(view, "increasing");
  std::ranges::reverse(permuted);
  check(view, "decreasing");
  std::ranges::sort(permuted, {}, magnitude_key<T>);
  check(view, "increasing magnitude");
  std::ranges::reverse(permuted);
  check(view, "decreasing magnitude");
  for (int i = 0; i < 4; ++i) {
    random.shuffle(std::span(permuted));
    check(view, "random");
  }
}

template <class T> class method_order : public testing::Test {};
TYPED_TEST_SUITE(method_order, order_free_methods);

TYPED_TEST(method_order, does_not_show) {
  using T = typename TypeParam::value_type;
  static_assert(satisfies(TypeParam::promise, guarantee::order_free));
  auto const check = [](std::span<T const> values, random_source& random) {
    auto const expected = sum_of_all<TypeParam>(values);
    for_each_order(values, random, [&](std::span<T const> permuted, char const* order) {
      ASSERT_TRUE(same_outcome(expected, sum_of_all<TypeParam>(permuted))) << order;
      ASSERT_TRUE(same_outcome(expected, sum_one_by_one<TypeParam>(permuted))) << order << ", one by one";
    });
  };
  for_each_data<T>(8, 2000, check);
  for_each_bin_data<T>(default_bin_width<T>, 8, 300, check);
}

// The other way round: these orders do show in sums that promise nothing, or the test above could not fail.
template <class T> class order_of_a : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(order_of_a, element_types);

template <class T> T plain_sum(std::span<T const> values) {
  T sum = 0;
  for (T x : values) sum += x;
  return sum;
}

template <class T> T kahan_sum(std::span<T const> values) {
  T sum = 0, correction = 0;
  for (T x : values) {
    T const y = x - correction;
    T const next = sum + y;
    correction = (next - sum) - y;
    sum = next;
  }
  return sum;
}

template <class T, class Sum> std::size_t vectors_that_show_their_order(Sum sum) {
  std::size_t shown = 0;
  for_each_data<T>(8, 2000, [&](std::span<T const> values, random_source& random) {
    bool shows = false;
    for_each_order(values, random, [&](std::span<T const> permuted, char const*) {
      shows = shows || bits_of(sum(permuted)) != bits_of(sum(values));
    });
    if (shows) ++shown;
  });
  return shown;
}

TYPED_TEST(order_of_a, plain_sum_shows) {
  EXPECT_GT(vectors_that_show_their_order<TypeParam>(plain_sum<TypeParam>), 10 * scaled_count(8));
}
TYPED_TEST(order_of_a, compensated_sum_shows) {
  EXPECT_GT(vectors_that_show_their_order<TypeParam>(kahan_sum<TypeParam>), 4 * scaled_count(8));
}

}  // namespace
}  // namespace isobit::test
