// The routines of CRESTA D4.4.1 return what its listings return.
#include <isobit/cresta.h>

#include <cfenv>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/method/extended.hpp>

#include "reference/compensated.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

template <compensation Method, class T> T listed(std::span<T const> values) {
  return reference::one_by_one<reference::compensated<Method, T>>(values).round();
}

/// The third listing; the platform's long double stands for the wider format of doubles where it has 64 bits.
template <class Wide, class T> T listed_in(std::span<T const> values) {
  Wide sum = 0;
  for (T x : values) sum = sum + static_cast<Wide>(x);
  T const result = static_cast<T>(sum);
  return is_nan(result) ? from_bits<T>(format<T>::canonical_nan) : result;
}

TEST(cresta, kahan_and_knuth_are_the_listings) {
  for_each_data<double>(10, 1000, [](auto values, auto&) {
    ASSERT_TRUE(same_bits(listed<compensation::kahan>(values), sum_vec_kahan_double(values.data(), values.size())));
    ASSERT_TRUE(same_bits(listed<compensation::knuth>(values), sum_vec_knuth_double(values.data(), values.size())));
  });
  for_each_data<float>(10, 1000, [](auto values, auto&) {
    ASSERT_TRUE(same_bits(listed<compensation::kahan>(values), sum_vec_kahan_float(values.data(), values.size())));
    ASSERT_TRUE(same_bits(listed<compensation::knuth>(values), sum_vec_knuth_float(values.data(), values.size())));
  });
}

TEST(cresta, high_precision_is_the_listing) {
  for_each_data<float>(10, 1000, [](auto values, auto&) {
    ASSERT_TRUE(same_bits(listed_in<double>(values), sum_vec_highprecision_float(values.data(), values.size())));
  });
  for_each_data<double>(10, 1000, [](auto values, auto&) {
    double const actual = sum_vec_highprecision_double(values.data(), values.size());
    if constexpr (std::numeric_limits<long double>::digits == 64) {
      ASSERT_TRUE(same_bits(listed_in<long double>(values), actual));
    } else {
      auto const state = reference::one_by_one<extended<double, extended_format::double_double>>(values);
      ASSERT_TRUE(same_bits(state.round(), actual));
    }
  });
}

template <class T, class Routine> void expect_defined_ends(Routine routine) {
  EXPECT_TRUE(same_bits(T(0), routine(nullptr, 0)));
  EXPECT_TRUE(same_bits(from_bits<T>(format<T>::canonical_nan), routine(nullptr, 3)));
  std::vector<T> const values = {1, 2, 4};
  std::fesetround(FE_UPWARD);
  T const sum = routine(values.data(), values.size());
  int const mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_TRUE(same_bits(T(7), sum));
  EXPECT_EQ(mode, FE_UPWARD);
}

TEST(cresta, null_is_nan_and_nothing_is_zero) {
  expect_defined_ends<double>(sum_vec_kahan_double);
  expect_defined_ends<double>(sum_vec_knuth_double);
  expect_defined_ends<double>(sum_vec_highprecision_double);
  expect_defined_ends<float>(sum_vec_kahan_float);
  expect_defined_ends<float>(sum_vec_knuth_float);
  expect_defined_ends<float>(sum_vec_highprecision_float);
}

}  // namespace
}  // namespace isobit::test
