// Dot products and norms by bins, over shapes and drivers: the definition's bits, or its bound.
#include <isobit/method/binned_operations.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/executor.hpp>

#include "support/binned.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

template <class T> class by_bins : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(by_bins, element_types);

auto const five_backwards = executor(5, [](std::size_t count, task_ref body) {
  for (std::size_t part = count; part > 0; --part) body(part - 1);
});

/// check(driver) with several.
template <class Check> void for_each_driver(Check check) {
  check(serial());
  check(threads(3));
  check(five_backwards);
  check(automatic());
}

template <class T> reference::bins<T> bins_of_products(std::span<T const> x, std::span<T const> y) {
  reference::bins<T> bins(default_bin_width<T>);
  for (std::size_t i = 0; i < x.size(); ++i) add_product(bins, x[i], y[i]);
  return bins;
}

TYPED_TEST(by_bins, dot_is_the_definitions) {
  using T = TypeParam;
  for_each_pair<T>(2, 1500, [](std::span<T const> x, std::span<T const> y, random_source& random) {
    auto const expected = bins_of_products(x, y);
    strided_copy<T> const left(x, 2, random), right(y, -3, random);
    for_each_driver([&](auto const& driver) {
      ASSERT_TRUE(same_bits(expected.round(3), dot<binned<T, 3>>(x, y, driver)));
      ASSERT_TRUE(same_bits(expected.round(2), dot<binned<T, 2>>(left.view(), right.view(), driver)));
      ASSERT_TRUE(same_bits(expected.round(3), dot<binned<T, 3>>(x, right.view(), driver)));
    });
  });
}

TYPED_TEST(by_bins, asum_is_the_definitions) {
  using T = TypeParam;
  for_each_data<T>(3, 9000, [](std::span<T const> values, random_source& random) {
    reference::bins<T> expected(default_bin_width<T>);
    for (T x : values) expected.add(is_negative(x) ? negated(x) : x);
    strided_copy<T> const apart(values, random.coin() ? 3 : -2, random);
    for_each_driver([&](auto const& driver) {
      ASSERT_TRUE(same_bits(expected.round(3), asum<binned<T, 3>>(values, driver)));
      ASSERT_TRUE(same_bits(expected.round(1), asum<binned<T, 1>>(apart.view(), driver)));
    });
  });
}

/// The root of a sum of squares that is off by at most 2n * 2^((1-K)W) * max x^2. docs/maths/binned.md#error
template <int K, class T> testing::AssertionResult is_norm_within_bound(std::span<T const> values, T norm) {
  reference::dyadic squares, largest;
  for (T x : values) {
    auto const square = reference::exactly(x) * reference::exactly(x);
    squares = squares + square;
    if (largest < square) largest = square;
  }
  if (squares.is_zero()) return same_bits(T{0}, norm);
  auto const terms = static_cast<std::int64_t>(2 * values.size());
  auto const bound = largest * reference::dyadic(reference::integer(terms), (1 - K) * default_bin_width<T>);
  auto const low = squares <= bound ? T{0} : reference::round_square_root<T>(squares - bound);
  auto const high = reference::round_square_root<T>(squares + bound);
  if (low <= norm && norm <= high) return testing::AssertionSuccess();
  return testing::AssertionFailure() << hexadecimal(norm) << " is not from " << hexadecimal(low) << " to "
                                     << hexadecimal(high);
}

TYPED_TEST(by_bins, nrm2_keeps_its_bound_and_does_not_show_the_driver) {
  using T = TypeParam;
  std::size_t finite = 0;
  for_each_data<T>(2, 3000, [&](std::span<T const> values, random_source& random) {
    T const expected = nrm2<binned<T, 3>>(values, serial());
    if (std::ranges::none_of(values, [](T x) { return is_nonfinite(x); })) {
      ++finite;
      ASSERT_TRUE((is_norm_within_bound<3>(values, expected)));
      ASSERT_TRUE((is_norm_within_bound<2>(values, nrm2<binned<T, 2>>(values))));
    } else {
      ASSERT_TRUE(is_nonfinite(expected));
    }
    strided_copy<T> const apart(values, random.coin() ? 3 : -2, random);
    for_each_driver([&](auto const& driver) {
      ASSERT_TRUE(same_bits(expected, nrm2<binned<T, 3>>(values, driver)));
      ASSERT_TRUE(same_bits(expected, nrm2<binned<T, 3>>(apart.view(), driver)));
    });
  });
  EXPECT_GT(finite, 20u);
}

TYPED_TEST(by_bins, nrm2_neither_overflows_nor_vanishes) {
  using T = TypeParam;
  T const huge = power_of_two<T>(false, format<T>::max_exponent - 4), tiny = from_bits<T>(1);
  T const small = power_of_two<T>(false, format<T>::min_exponent + format<T>::precision);
  for (T unit : {huge, small, tiny, T{1}}) {
    EXPECT_TRUE(same_bits(5 * unit, nrm2<binned<T>>(std::vector<T>{3 * unit, -4 * unit})));
    T const part = unit == huge ? huge / 64 : unit;
    std::vector<T> const many(10000, part);
    for_each_driver([&](auto const& driver) { EXPECT_TRUE(same_bits(100 * part, nrm2<binned<T>>(many, driver))); });
  }
  std::vector<T> const wide = {huge, tiny, -tiny, small, T{1}};
  EXPECT_TRUE(same_bits(huge, nrm2<binned<T>>(wide)));
  EXPECT_TRUE(same_bits(infinite<T>(), nrm2<binned<T>>(std::vector<T>(1000, largest_finite<T>()))));
}

TEST(by_bins_of_doubles, products_of_1e300_and_subnormals) {
  std::vector<double> const x = {1e300, 1e-300, 5e-324, -1e300, 2.0}, y = {1e-300, 1e300, 1e300, 1e-300, 5e-324};
  std::span<double const> const left(x), right(y);
  EXPECT_TRUE(same_bits(bins_of_products(left, right).round(3), (dot<binned<double, 3>>(x, y))));
  std::vector<double> const large(3, 1e300);
  EXPECT_TRUE(same_bits(infinite<double>(), (dot<binned<double, 3>>(large, large))));
}

template <class T> class by_bins_of_halves : public testing::Test {};
using storage_types = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(by_bins_of_halves, storage_types);

TYPED_TEST(by_bins_of_halves, they_are_widened_first) {
  random_source random(first_seed());
  for (std::size_t size : {0u, 1u, 300u, 9000u}) {
    auto const x = random_halves<TypeParam>(random, size), y = random_halves<TypeParam>(random, size);
    std::vector<float> left, right;
    for (auto v : x) left.push_back(widen(v));
    for (auto v : y) right.push_back(widen(v));
    using bins = binned<float, 3>;
    for_each_driver([&](auto const& driver) {
      EXPECT_TRUE(same_bits(dot<bins>(left, right, serial()), dot<bins>(x, y, driver))) << size;
      EXPECT_TRUE(same_bits(asum<bins>(left, serial()), asum<bins>(x, driver))) << size;
      EXPECT_TRUE(same_bits(nrm2<bins>(left, serial()), nrm2<bins>(x, driver))) << size;
    });
  }
}

TEST(by_bins_of_doubles, sizes_that_differ_are_refused) {
  std::vector<double> const three(3), four(4);
  EXPECT_THROW((void)(dot<binned<double>>(three, four)), error);
  EXPECT_THROW((void)(dot<binned<double>>(four, three, threads(2))), error);
  EXPECT_THROW((void)(dot<binned<double>>(vector_view(four.data(), 2, 2), three)), error);
}

}  // namespace
}  // namespace isobit::test
