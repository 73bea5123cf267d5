#include <isobit/sum/moments.hpp>

#include <list>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

template <class T> class moments : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(moments, element_types);

TYPED_TEST(moments, are_the_reference) {
  for_each_data<TypeParam>(30, 6000, [](auto values, auto& random) {
    ASSERT_TRUE(same_bits(reference::mean<double>(values), mean<double>(values)));
    ASSERT_TRUE(same_bits(reference::mean<float>(values), mean<float>(values)));
    ASSERT_TRUE(same_bits(reference::variance<TypeParam>(values, 1), variance(values)));
    std::size_t const removed = random.below(4);
    ASSERT_TRUE(same_bits(reference::variance<double>(values, removed), variance<double>(values, removed)));
    ASSERT_TRUE(same_bits(reference::variance<float>(values, removed), variance<float>(values, removed)));
  });
}

TYPED_TEST(moments, take_strides_ranges_and_projections) {
  for_each_data<TypeParam>(5, 2000, [](auto values, auto& random) {
    auto const expected_mean = reference::mean<TypeParam>(values);
    auto const expected_variance = reference::variance<TypeParam>(values, 1);
    for (std::ptrdiff_t stride : {2, -1, -3}) {
      strided_copy<TypeParam> const copy(values, stride, random);
      ASSERT_TRUE(same_bits(expected_mean, mean(copy.view())));
      ASSERT_TRUE(same_bits(expected_variance, variance(copy.view())));
    }
    std::list<TypeParam> const list(values.begin(), values.end());
    ASSERT_TRUE(same_bits(expected_mean, mean(list)));
    ASSERT_TRUE(same_bits(expected_variance, variance(list)));
    std::list<std::pair<int, TypeParam>> pairs;
    for (TypeParam x : values) pairs.emplace_back(0, x);
    auto const second = &std::pair<int, TypeParam>::second;
    ASSERT_TRUE(same_bits(expected_mean, mean(pairs, second)));
    ASSERT_TRUE(same_bits(expected_variance, variance(pairs, 1, second)));
  });
}

TYPED_TEST(moments, mean_of_complex_numbers_rounds_each_part) {
  for_each_pair<TypeParam>(5, 2000, [](auto real, auto imaginary, auto&) {
    auto const z = complex_of(real, imaginary);
    std::complex<TypeParam> const expected(reference::mean<TypeParam>(real), reference::mean<TypeParam>(imaginary));
    ASSERT_TRUE(same_parts(expected, mean(z)));
  });
}

template <class Half> void expect_moments_of_halves() {
  random_source random(first_seed());
  for (int i = 0; i < 200; ++i) {
    auto const values = random_halves<Half>(random, random_size(random, 3000));
    std::span<Half const> const span(values);
    ASSERT_TRUE(same_bits(reference::mean<float>(span), mean(values))) << "seed " << first_seed() << ", case " << i;
    ASSERT_TRUE(same_bits(reference::variance<double>(span, 1), variance<double>(values))) << "case " << i;
  }
}
TEST(moments_of_halves, are_the_reference) {
  expect_moments_of_halves<float16>();
  expect_moments_of_halves<bfloat16>();
}

TEST(variance, loses_nothing_to_a_large_mean) {
  EXPECT_TRUE(same_bits(1.0, variance(std::vector{1e9 + 1, 1e9 + 2, 1e9 + 3})));
  EXPECT_TRUE(same_bits(0.0, variance(std::vector(1000, 0.1))));
  EXPECT_TRUE(same_bits(1.25, variance(std::vector{1.0, 2.0, 3.0, 4.0}, 0)));
  double const huge = largest_finite<double>();
  EXPECT_TRUE(same_bits(0.0, variance(std::vector{huge, huge, huge})));
}

// A single 1 among zeros: the quotient is (n-1)/(n(n-1)) = 1/n, from the smallest numerator there is.
double deviation_of(std::vector<double> const& values) {
  exact sum;
  exact_product squares;
  sum.add(values);
  squares.add_products(values, values);
  return detail::standard_deviation<double>(sum, squares, values.size(), 1);
}

TEST(standard_deviation, is_rounded_once) {
  EXPECT_TRUE(same_bits(1.0, deviation_of({1e9 + 1, 1e9 + 2, 1e9 + 3})));
  EXPECT_TRUE(same_bits(0.0, deviation_of({0.1, 0.1, 0.1})));
  EXPECT_TRUE(same_bits(from_bits<double>(format<double>::canonical_nan), deviation_of({1.0})));
  // Its square is far below the smallest number.
  EXPECT_TRUE(same_bits(0x1p-1060, deviation_of({0x1p-1060, 0x1p-1059, 0x3p-1060})));
  // The root of the rounded variance rounds to the number above.
  EXPECT_TRUE(same_bits(0x1.0662cb0079661p0, deviation_of({0.0, 0x1.7311d8af1ca20p0})));
}

TEST(variance, keeps_every_bit_of_a_small_quotient) {
  for (std::size_t n : {2u, 3u, 7u, 100u, 1001u, 4999u, 70001u, 1000003u}) {
    std::vector<double> values(n);
    values[n / 2] = 1.0;
    EXPECT_TRUE(same_bits(1.0 / static_cast<double>(n), variance(values))) << n;
    EXPECT_TRUE(
        same_bits(reference::round_quotient<double>(reference::dyadic(reference::integer(false, n - 1)),
                                                    reference::integer(false, n) * reference::integer(false, n)),
                  variance(values, 0)))
        << n;
  }
}

TEST(mean, sees_the_smallest_number_beside_a_tie) {
  std::vector<double> x(1024);
  x[8] = 0x1p-20, x[16] = 0x1p-53, x[9] = 1, x[1021] = 0x1p-1074;
  EXPECT_TRUE(same_bits(0x1.0000100000001p-10, mean(x)));
  x[1021] = -0x1p-1074;
  EXPECT_TRUE(same_bits(0x1.00001p-10, mean(x)));
}

TEST(moments, take_projections) {
  struct particle {
    double mass;
  };
  std::vector<double> const masses = {1, 2, 4, 8.5};
  std::vector<particle> const particles = {{1}, {2}, {4}, {8.5}};
  EXPECT_TRUE(same_bits(mean(masses), mean(particles, &particle::mass)));
  EXPECT_TRUE(same_bits(variance(masses), variance(particles, &particle::mass)));
  EXPECT_TRUE(same_bits(variance(masses, 0), variance(particles, 0, &particle::mass)));
  EXPECT_TRUE(same_bits(variance(masses), variance(masses, [](double x) { return -x; })));
  EXPECT_TRUE(same_bits(variance(masses), variance(std::list<double>(masses.begin(), masses.end()))));
  EXPECT_TRUE(same_bits(variance(masses), variance(masses, {})));  // as sum(masses, {}): no driver in particular
}

TEST(moments, of_too_few_values_are_nan) {
  double const nan = from_bits<double>(format<double>::canonical_nan);
  std::vector<double> const none, one = {5.0};
  EXPECT_TRUE(same_bits(nan, mean(none)));
  EXPECT_TRUE(same_bits(nan, mean(std::list<double>())));
  EXPECT_TRUE(same_bits(nan, variance(none)));
  EXPECT_TRUE(same_bits(nan, variance(none, 0)));
  EXPECT_TRUE(same_bits(nan, variance(one)));
  EXPECT_TRUE(same_bits(0.0, variance(one, 0)));
  EXPECT_TRUE(same_bits(nan, variance(std::vector{1.0, 2.0, 3.0}, 5)));
}

TEST(standard_deviation_of_values, is_the_root_of_the_exact_variance) {
  std::vector const values = {0.0, 1.0, 12.0};
  // The root of the rounded variance is the number above.
  EXPECT_TRUE(same_bits(0x1.aa220c42b9ff4p+2, standard_deviation(values)));
  EXPECT_TRUE(same_bits(0x1.aa220c42b9ff4p+2, standard_deviation(values, threads(2))));
  EXPECT_TRUE(same_bits(2.0, standard_deviation(std::vector{1e9 + 1, 1e9 + 3, 1e9 + 5})));
  EXPECT_TRUE(same_bits(1.0, standard_deviation(std::vector{1.0, 3.0}, 0)));
  EXPECT_TRUE(same_bits(1.0f, standard_deviation<float>(std::vector{1.0, 3.0}, 0)));
  EXPECT_TRUE(same_bits(0.0, standard_deviation(std::vector{0.1, 0.1, 0.1})));
  EXPECT_TRUE(same_bits(from_bits<double>(format<double>::canonical_nan), standard_deviation(std::vector{1.0})));
}

}  // namespace
}  // namespace isobit::test
