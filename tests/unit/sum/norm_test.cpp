#include <isobit/sum/norm.hpp>

#include <list>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

template <class T> class norm_operations : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(norm_operations, element_types);

template <class Result, class T, class Values> void expect_norms(std::span<T const> expected, Values const& values) {
  ASSERT_TRUE(same_bits(reference::asum<Result>(expected), asum<Result>(values)));
  ASSERT_TRUE(same_bits(reference::squared_norm<Result>(expected), squared_norm<Result>(values)));
  ASSERT_TRUE(same_bits(reference::nrm2<Result>(expected), nrm2<Result>(values)));
}

TYPED_TEST(norm_operations, are_the_reference) {
  for_each_data<TypeParam>(40, 20000, [](auto values, auto&) {
    expect_norms<double>(values, values);
    expect_norms<float>(values, values);
    ASSERT_TRUE(same_bits(reference::nrm2<TypeParam>(values), nrm2(values)));
  });
}

TYPED_TEST(norm_operations, of_every_small_size_are_the_reference) {
  random_source random(first_seed());
  for (auto const& kind : data_classes<TypeParam>()) {
    for (std::size_t size = 0; size <= 80; ++size) {
      SCOPED_TRACE(std::string(kind.name) + ", size " + std::to_string(size) + ", seed " +
                   std::to_string(first_seed()));
      auto const values = make_data(kind, random, size);
      expect_norms<TypeParam>(std::span<TypeParam const>(values), values);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TYPED_TEST(norm_operations, take_strides_ranges_and_projections) {
  for_each_data<TypeParam>(5, 3000, [](auto values, auto& random) {
    for (std::ptrdiff_t stride : {2, -1, -3}) {
      strided_copy<TypeParam> const copy(values, stride, random);
      expect_norms<TypeParam>(values, copy.view());
    }
    std::list<TypeParam> const list(values.begin(), values.end());
    expect_norms<TypeParam>(values, list);
    std::vector<std::pair<int, TypeParam>> pairs;
    for (TypeParam x : values) pairs.emplace_back(0, x);
    auto const second = &std::pair<int, TypeParam>::second;
    ASSERT_TRUE(same_bits(reference::asum<TypeParam>(values), asum(pairs, second)));
    ASSERT_TRUE(same_bits(reference::squared_norm<TypeParam>(values), squared_norm(pairs, second)));
    ASSERT_TRUE(same_bits(reference::nrm2<TypeParam>(values), nrm2(pairs, second)));
  });
}

TYPED_TEST(norm_operations, of_complex_numbers_take_both_parts) {
  for_each_pair<TypeParam>(5, 3000, [](auto real, auto imaginary, auto& random) {
    auto const z = complex_of(real, imaginary);
    std::vector<TypeParam> parts(real.begin(), real.end());
    parts.insert(parts.end(), imaginary.begin(), imaginary.end());
    std::span<TypeParam const> const both(parts);
    expect_norms<TypeParam>(both, z);
    expect_norms<double>(both, z);
    strided_copy<std::complex<TypeParam>> const copy(z, -2, random);
    expect_norms<TypeParam>(both, copy.view());
  });
}

template <class Half> void expect_norms_of_halves() {
  random_source random(first_seed());
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", case " + std::to_string(i));
    auto const values = random_halves<Half>(random, random_size(random, 3000));
    expect_norms<float>(std::span<Half const>(values), values);
    expect_norms<double>(std::span<Half const>(values), values);
    if (testing::Test::HasFailure()) return;
  }
}
TEST(norms_of_halves, are_the_reference) {
  expect_norms_of_halves<float16>();
  expect_norms_of_halves<bfloat16>();
}

TEST(nrm2, neither_overflows_nor_underflows_on_the_way) {
  double const scale = power_of_two<double>(false, 1000);
  EXPECT_TRUE(same_bits(5 * scale, nrm2(std::vector{3 * scale, -4 * scale})));
  double const huge = largest_finite<double>();
  EXPECT_TRUE(same_bits(huge, nrm2(std::vector{huge})));
  EXPECT_TRUE(same_bits(infinite<double>(), nrm2(std::vector{huge, huge})));
  double const tiny = from_bits<double>(1);
  EXPECT_TRUE(same_bits(tiny, nrm2(std::vector{tiny})));
  EXPECT_TRUE(same_bits(from_bits<double>(5), nrm2(std::vector{from_bits<double>(3), from_bits<double>(4)})));
  EXPECT_TRUE(same_bits(0.0, nrm2(std::vector{-0.0, -0.0})));
  EXPECT_TRUE(same_bits(0.0, asum(std::vector{-0.0})));
  EXPECT_TRUE(same_bits(infinite<double>(), nrm2(std::vector{1.0, -infinite<double>(), infinite<double>()})));
}

}  // namespace
}  // namespace isobit::test
