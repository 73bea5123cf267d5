#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.h>
#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

std::vector<double> const values = {1e308, 0.1, 1e308, -0.7, -1e308, 3e-310, -1e308, 0.3, 12345.678};

template <class T> std::vector<T> converted() {
  if constexpr (std::same_as<T, double>) return values;
  return {1e38f, 0.1f, 1e38f, -0.7f, -1e38f, 3e-44f, -1e38f, 0.3f, 12345.678f};
}

/// One family of C functions on one array, in its plain and its strided form, against the C++ operation.
template <class T, class Result> struct reduction {
  char const* name;
  isobit_status (*plain)(T const*, std::size_t, Result*);
  isobit_status (*with_stride)(T const*, std::size_t, std::ptrdiff_t, std::size_t, Result*);
  Result (*expected)(vector_view<T const>);
};

#define ISOBIT_TEST_REDUCTION(operation, suffix, T, Result)                                                 \
  reduction<T, Result> {                                                                                    \
    "isobit_" #operation "_" #suffix, isobit_##operation##_##suffix, isobit_##operation##_strided_##suffix, \
        [](vector_view<T const> x) -> Result { return operation<Result>(x, serial()); }                     \
  }

#define ISOBIT_TEST_REDUCTIONS(suffix, T, Result)                                                               \
  std::array<reduction<T, Result>, 5> {                                                                         \
    ISOBIT_TEST_REDUCTION(sum, suffix, T, Result), ISOBIT_TEST_REDUCTION(asum, suffix, T, Result),              \
        ISOBIT_TEST_REDUCTION(squared_norm, suffix, T, Result), ISOBIT_TEST_REDUCTION(nrm2, suffix, T, Result), \
        ISOBIT_TEST_REDUCTION(mean, suffix, T, Result)                                                          \
  }

template <class T, class Result> void check_reduction(reduction<T, Result> const& f) {
  SCOPED_TRACE(f.name);
  auto const x = converted<T>();
  Result result = 7;
  ASSERT_EQ(f.plain(x.data(), x.size(), &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(f.expected(x), result));
  for (std::ptrdiff_t const stride : {-3, -2, -1, 1, 2, 3})
    for (std::size_t const threads : {0, 1, 2, 5}) {
      ASSERT_EQ(f.with_stride(x.data(), 3, stride, threads, &result), ISOBIT_OK);
      EXPECT_TRUE(same_bits(f.expected(blas_vector(x.data(), 3, stride)), result)) << "stride " << stride;
    }
  ASSERT_EQ(f.plain(nullptr, 0, &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(f.expected({}), result));

  result = 7;
  EXPECT_EQ(f.plain(nullptr, 1, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f.plain(x.data(), x.size(), nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f.plain(x.data(), std::size_t(-1), &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f.with_stride(x.data(), 3, 0, 1, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f.with_stride(x.data(), 3, PTRDIFF_MIN, 1, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(f.with_stride(x.data(), 3, PTRDIFF_MAX, 1, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(result, 7) << "a failed call must not write a result";
}

TEST(c_interface, reductions_have_the_bits_of_the_cpp_interface) {
  for (auto const& f : ISOBIT_TEST_REDUCTIONS(f64, double, double)) check_reduction(f);
  for (auto const& f : ISOBIT_TEST_REDUCTIONS(f32, float, float)) check_reduction(f);
  for (auto const& f : ISOBIT_TEST_REDUCTIONS(f32_f64, float, double)) check_reduction(f);
}

TEST(c_interface, variance) {
  double result = 0;
  std::vector<double> const x = {1e9 + 1, 1e9 + 2, 1e9 + 3};
  ASSERT_EQ(isobit_variance_f64(x.data(), 3, 1, &result), ISOBIT_OK);
  EXPECT_EQ(result, 1.0);
  ASSERT_EQ(isobit_variance_strided_f64(x.data(), 2, -2, 2, 0, &result), ISOBIT_OK);
  EXPECT_EQ(result, 1.0);
  ASSERT_EQ(isobit_variance_f64(x.data(), 1, 1, &result), ISOBIT_OK);
  EXPECT_TRUE(is_nan(result));
  float single = 0;
  std::vector<float> const y = {1, 2, 4};
  ASSERT_EQ(isobit_variance_f32(y.data(), 3, 1, &single), ISOBIT_OK);
  EXPECT_TRUE(same_bits(7.0f / 3.0f, single));
  ASSERT_EQ(isobit_variance_f32_f64(y.data(), 3, 1, &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(7.0 / 3.0, result));
  EXPECT_EQ(isobit_variance_f64(nullptr, 3, 1, &result), ISOBIT_INVALID_ARGUMENT);
}

TEST(c_interface, dot) {
  std::vector<double> const x = {1e200, 0.1, -1e200}, y = {1e200, 0.3, 1e200};
  double result = 0;
  ASSERT_EQ(isobit_dot_f64(x.data(), y.data(), 3, &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(dot(x, y), result));
  ASSERT_EQ(isobit_dot_strided_f64(x.data(), -1, y.data(), 1, 3, 2, &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(dot(blas_vector(x.data(), 3, -1), y), result));
  std::vector<float> const u = {1e30f, 0.1f, -1e30f}, v = {1e30f, 0.3f, 1e30f};
  float single = 0;
  ASSERT_EQ(isobit_dot_f32(u.data(), v.data(), 3, &single), ISOBIT_OK);
  EXPECT_TRUE(same_bits(dot(u, v), single));
  ASSERT_EQ(isobit_dot_f32_f64(u.data(), v.data(), 3, &result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(dot<double>(u, v), result));
  EXPECT_EQ(isobit_dot_f64(x.data(), nullptr, 3, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_dot_strided_f64(x.data(), 1, y.data(), 0, 3, 0, &result), ISOBIT_INVALID_ARGUMENT);
}

TEST(c_interface, scans) {
  std::vector<double> expected(values.size()), result(values.size());
  inclusive_scan(values, expected);
  ASSERT_EQ(isobit_inclusive_scan_f64(values.data(), values.size(), 3, result.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(expected, result));
  exclusive_scan(values, expected);
  result = values;
  ASSERT_EQ(isobit_exclusive_scan_f64(result.data(), result.size(), 0, result.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(expected, result));
  auto const singles = converted<float>();
  std::vector<float> single_expected(singles.size()), single_result(singles.size());
  inclusive_scan(singles, single_expected);
  ASSERT_EQ(isobit_inclusive_scan_f32(singles.data(), singles.size(), 1, single_result.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(single_expected, single_result));
  exclusive_scan(singles, single_expected);
  ASSERT_EQ(isobit_exclusive_scan_f32(singles.data(), singles.size(), 1, single_result.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(single_expected, single_result));
  EXPECT_EQ(isobit_inclusive_scan_f64(values.data(), values.size(), 0, nullptr), ISOBIT_INVALID_ARGUMENT);
  result = values;
  EXPECT_EQ(isobit_inclusive_scan_f64(result.data(), result.size() - 1, 0, result.data() + 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_NE(std::string(isobit_last_error()).find("overlap"), std::string::npos);
  EXPECT_EQ(isobit_exclusive_scan_f64(result.data() + 1, result.size() - 1, 0, result.data()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_TRUE(same_bits(values, result)) << "a failed call must not write a result";
}

TEST(c_interface, segments) {
  std::vector<double> const x = {1e308, 1, -1e308, 2, 3};
  std::vector<std::size_t> offsets = {0, 3, 3, 5};
  std::vector<double> sums(3);
  ASSERT_EQ(isobit_segmented_sum_f64(x.data(), x.size(), offsets.data(), 3, 0, sums.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(std::vector<double>{1, 0, 5}, sums));
  std::vector<float> const y = {1e38f, 1, -1e38f, 2, 3};
  std::vector<float> single_sums(3);
  ASSERT_EQ(isobit_segmented_sum_f32(y.data(), y.size(), offsets.data(), 3, 2, single_sums.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(std::vector<float>{1, 0, 5}, single_sums));
  EXPECT_EQ(isobit_segmented_sum_f64(x.data(), x.size(), nullptr, 3, 0, sums.data()), ISOBIT_INVALID_ARGUMENT);
  auto both = x;
  EXPECT_EQ(isobit_segmented_sum_f64(both.data(), both.size(), offsets.data(), 3, 0, &both[2]),
            ISOBIT_INVALID_ARGUMENT);
  EXPECT_TRUE(same_bits(x, both)) << "a failed call must not write a result";
  EXPECT_EQ(isobit_segmented_sum_f64(x.data(), x.size(), offsets.data(), SIZE_MAX, 0, sums.data()),
            ISOBIT_INVALID_ARGUMENT);
  offsets.back() = 6;
  EXPECT_EQ(isobit_segmented_sum_f64(x.data(), x.size(), offsets.data(), 3, 0, sums.data()), ISOBIT_OUT_OF_RANGE);
  offsets = {0, 4, 3, 5};
  EXPECT_EQ(isobit_segmented_sum_f64(x.data(), x.size(), offsets.data(), 3, 0, sums.data()), ISOBIT_INVALID_ARGUMENT);
}

TEST(c_interface, groups) {
  std::vector<std::uint32_t> const groups = {2, 0, 2, 0, 2};
  std::vector<double> const x = {1e308, 1, -1e308, 2, 3};
  std::vector<double> sums(3);
  ASSERT_EQ(isobit_grouped_sum_f64(groups.data(), x.data(), x.size(), 3, 2, sums.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(std::vector<double>{3, 0, 3}, sums));
  std::vector<float> const y = {1e38f, 1, -1e38f, 2, 3};
  std::vector<float> single_sums(3);
  ASSERT_EQ(isobit_grouped_sum_f32(groups.data(), y.data(), y.size(), 3, 0, single_sums.data()), ISOBIT_OK);
  EXPECT_TRUE(same_bits(std::vector<float>{3, 0, 3}, single_sums));
  EXPECT_EQ(isobit_grouped_sum_f64(groups.data(), x.data(), x.size(), 2, 0, sums.data()), ISOBIT_INVALID_ARGUMENT);
}

TEST(c_interface, every_status_has_a_text) {
  for (int status = ISOBIT_OK; status <= ISOBIT_SINGULAR; ++status)
    EXPECT_STRNE(isobit_status_string(static_cast<isobit_status>(status)), "unknown status");
  EXPECT_STREQ(isobit_status_string(static_cast<isobit_status>(9)), "unknown status");
}

TEST(c_interface, version_and_instruction_set) {
  EXPECT_EQ(isobit_version_string(), std::to_string(ISOBIT_VERSION_MAJOR) + "." + std::to_string(ISOBIT_VERSION_MINOR) +
                                         "." + std::to_string(ISOBIT_VERSION_PATCH));
  char const* set = nullptr;
  ASSERT_EQ(isobit_instruction_set(&set), ISOBIT_OK);
  EXPECT_EQ(set, std::string(name(active_instruction_set())));
  EXPECT_EQ(isobit_instruction_set(nullptr), ISOBIT_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace isobit::test
