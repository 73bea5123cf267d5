#include "reference/operations.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/mpfr_oracle.hpp"

namespace isobit::test {
namespace {

template <class T> class reference_operations : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(reference_operations, element_types);

template <class Result>
void expect_sum_agrees(reference::total const& total, mpfr_oracle const& oracle, std::size_t n) {
  for (auto mode : {rounding::nearest_even, rounding::toward_zero, rounding::upward, rounding::downward})
    ASSERT_TRUE(same_bits(oracle.round<Result>(n, mode), total.template round<Result>(mode)));
  if (n != 0) {
    ASSERT_TRUE(same_bits(oracle.mean<Result>(n), total.template mean<Result>(n)));
  }
}

TYPED_TEST(reference_operations, sums_and_means_are_those_of_mpfr) {
  mpfr_oracle oracle;
  for_each_data<TypeParam>(30, 700, [&](auto values, auto&) {
    oracle.clear();
    for (auto x : values) oracle.add(x);
    auto const total = reference::total_of(values);
    expect_sum_agrees<double>(total, oracle, values.size());
    expect_sum_agrees<float>(total, oracle, values.size());
    expect_sum_agrees<float16>(total, oracle, values.size());
    expect_sum_agrees<bfloat16>(total, oracle, values.size());
  });
}

TYPED_TEST(reference_operations, dot_products_are_those_of_mpfr) {
  mpfr_oracle oracle;
  for_each_pair<TypeParam>(30, 700, [&](auto x, auto y, auto&) {
    oracle.clear();
    for (std::size_t i = 0; i < x.size(); ++i) oracle.add_product(x[i], y[i]);
    ASSERT_TRUE(same_bits(oracle.template round<double>(x.size()), reference::dot<double>(x, y)));
    ASSERT_TRUE(same_bits(oracle.template round<float>(x.size()), reference::dot<float>(x, y)));
  });
}

TYPED_TEST(reference_operations, norms_are_those_of_mpfr) {
  mpfr_oracle oracle;
  for_each_data<TypeParam>(20, 700, [&](auto values, auto&) {
    oracle.clear();
    for (auto x : values) oracle.add_product(x, x);
    ASSERT_TRUE(same_bits(oracle.template round<TypeParam>(values.size()), reference::squared_norm<TypeParam>(values)));
    ASSERT_TRUE(same_bits(oracle.template square_root<double>(values.size()), reference::nrm2<double>(values)));
    ASSERT_TRUE(same_bits(oracle.template square_root<float>(values.size()), reference::nrm2<float>(values)));
    oracle.clear();
    for (auto x : values) oracle.add(reference::magnitude_of(x));
    ASSERT_TRUE(same_bits(oracle.template round<TypeParam>(values.size()), reference::asum<TypeParam>(values)));
  });
}

TYPED_TEST(reference_operations, variances_are_those_of_mpfr) {
  for_each_data<TypeParam>(15, 300, [&](auto values, auto& random) {
    std::size_t const removed = random.below(3);
    ASSERT_TRUE(
        same_bits(mpfr_oracle::variance<double>(values, removed), reference::variance<double>(values, removed)));
    ASSERT_TRUE(same_bits(mpfr_oracle::variance<float>(values, removed), reference::variance<float>(values, removed)));
  });
}

TEST(reference_rounding, to_odd_keeps_exact_values_and_makes_inexact_ones_odd) {
  for_each_data<double>(30, 60, [&](auto values, auto&) {
    auto const total = reference::total_of(values);
    if (!total.is_finite()) return;
    auto const odd = total.template round<float>(rounding::to_odd);
    auto const low = total.template round<float>(rounding::downward);
    auto const high = total.template round<float>(rounding::upward);
    if (bits_of(low) == bits_of(high)) {
      ASSERT_TRUE(same_bits(low, odd));
    } else {
      ASSERT_TRUE(bits_of(odd) == bits_of(low) || bits_of(odd) == bits_of(high));
      ASSERT_EQ(bits_of(odd) & 1u, 1u);
    }
  });
}

TEST(reference_sum, of_nothing_of_zeros_and_of_specials) {
  auto const sum = [](std::vector<double> const& values) {
    return reference::sum<double>(std::span<double const>(values));
  };
  double const infinity = infinite<double>();
  EXPECT_TRUE(same_bits(0.0, sum({})));
  EXPECT_TRUE(same_bits(-0.0, sum({-0.0, -0.0})));
  EXPECT_TRUE(same_bits(0.0, sum({-0.0, 0.0})));
  EXPECT_TRUE(same_bits(0.0, sum({1.0, -1.0})));
  EXPECT_TRUE(same_bits(0.0, sum({1e308, 1e308, -1e308, -1e308})));
  EXPECT_TRUE(same_bits(infinity, sum({1e308, 1e308, -1.0})));
  EXPECT_TRUE(same_bits(-infinity, sum({-infinity, 1.0})));
  EXPECT_TRUE(same_bits(from_bits<double>(0x7ff8000000000000u), sum({-infinity, infinity})));
  EXPECT_TRUE(same_bits(from_bits<double>(0x7ff8000000000000u), sum({from_bits<double>(0xfff0000000000001u)})));
}

TEST(reference_integer, obeys_the_laws_of_arithmetic) {
  random_source random(first_seed());
  auto const draw = [&] {
    reference::integer x(random.coin(), random.next() >> random.below(64));
    for (auto i = random.below(4); i > 0; --i)
      x = (x << random.below(70)) + reference::integer(random.coin(), random.next());
    return x;
  };
  for (int i = 0; i < 2000; ++i) {
    auto const a = draw(), b = draw(), c = draw();
    ASSERT_EQ((a + b) + c, a + (b + c));
    ASSERT_EQ((a * b) * c, a * (b * c));
    ASSERT_EQ(a * (b + c), a * b + a * c);
    ASSERT_EQ(a - a, reference::integer());
    ASSERT_EQ((a - b) + b, a);
    ASSERT_EQ(a << 37, a * (reference::integer(1) << 37));
    ASSERT_EQ(a < b, (a - b).is_negative());
  }
}

}  // namespace
}  // namespace isobit::test
