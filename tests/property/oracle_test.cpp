// Every result is the one that MPFR finds: the claim of the library, over as much data as time allows.
#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"
#include "support/mpfr_oracle.hpp"

namespace isobit::test {
namespace {

template <class T, class Add> void fill(mpfr_oracle& oracle, std::span<T const> values, Add add) {
  oracle.clear();
  for (T x : values) add(oracle, x);
}

TEST(oracle, has_at_least_25_classes_of_data) { EXPECT_GE(data_classes<double>().size(), 25u); }

// 42 classes of 7200: more than 300,000 vectors.
TEST(oracle, sum_of_doubles) {
  mpfr_oracle oracle;
  std::size_t vectors = 0;
  for_each_data<double>(7200, 20000, [&](auto values, auto&) {
    ++vectors;
    fill(oracle, values, [](auto& o, double x) { o.add(x); });
    ASSERT_TRUE(same_bits(oracle.round<double>(values.size()), sum(values)));
  });
  RecordProperty("vectors", static_cast<int>(vectors));
}

TEST(oracle, sum_of_floats) {
  mpfr_oracle oracle;
  for_each_data<float>(1200, 20000, [&](auto values, auto&) {
    fill(oracle, values, [](auto& o, float x) { o.add(x); });
    ASSERT_TRUE(same_bits(oracle.round<float>(values.size()), sum(values)));
    ASSERT_TRUE(same_bits(oracle.round<double>(values.size()), sum<double>(values)));
  });
}

TEST(oracle, dot_of_doubles) {
  mpfr_oracle oracle;
  for_each_pair<double>(800, 20000, [&](auto x, auto y, auto&) {
    oracle.clear();
    for (std::size_t i = 0; i < x.size(); ++i) oracle.add_product(x[i], y[i]);
    ASSERT_TRUE(same_bits(oracle.round<double>(x.size()), dot(x, y)));
  });
}

TEST(oracle, dot_of_floats) {
  mpfr_oracle oracle;
  for_each_pair<float>(400, 20000, [&](auto x, auto y, auto&) {
    oracle.clear();
    for (std::size_t i = 0; i < x.size(); ++i) oracle.add_product(x[i], y[i]);
    ASSERT_TRUE(same_bits(oracle.round<float>(x.size()), dot(x, y)));
    ASSERT_TRUE(same_bits(oracle.round<double>(x.size()), dot<double>(x, y)));
  });
}

template <class T> void expect_norms_and_moments(std::size_t count) {
  mpfr_oracle oracle;
  for_each_data<T>(count, 3000, [&](auto values, auto& random) {
    fill(oracle, values, [](auto& o, T x) { o.add_product(x, x); });
    ASSERT_TRUE(same_bits(oracle.round<T>(values.size()), squared_norm(values)));
    ASSERT_TRUE(same_bits(oracle.square_root<T>(values.size()), nrm2(values)));
    fill(oracle, values, [](auto& o, T x) { o.add(is_negative(x) ? negated(x) : x); });
    ASSERT_TRUE(same_bits(oracle.round<T>(values.size()), asum(values)));
    if (!values.empty()) {
      fill(oracle, values, [](auto& o, T x) { o.add(x); });
      ASSERT_TRUE(same_bits(oracle.mean<T>(values.size()), mean(values)));
    }
    std::size_t const removed = random.below(2);
    ASSERT_TRUE(same_bits(mpfr_oracle::variance<T>(values, removed), variance(values, removed)));
  });
}
TEST(oracle, norms_and_moments_of_doubles) { expect_norms_and_moments<double>(100); }
TEST(oracle, norms_and_moments_of_floats) { expect_norms_and_moments<float>(100); }

}  // namespace
}  // namespace isobit::test
