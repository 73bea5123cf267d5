// The reduction functions of TS 18661-4: the exact value, rounded once, and the special cases of its annex.
#define ISOBIT_PLAIN_NAMES
#include <isobit/reduc.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "reference/round.hpp"
#include "support/check.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

template <class T> struct calls;
template <> struct calls<double> {
  static constexpr auto sum = reduc_sum, sumabs = reduc_sumabs, sumsq = reduc_sumsq;
  static constexpr auto sumprod = reduc_sumprod;
  static constexpr auto prod = scaled_prod;
  static constexpr auto prodsum = scaled_prodsum, proddiff = scaled_proddiff;
};
template <> struct calls<float> {
  static constexpr auto sum = reduc_sumf, sumabs = reduc_sumabsf, sumsq = reduc_sumsqf;
  static constexpr auto sumprod = reduc_sumprodf;
  static constexpr auto prod = scaled_prodf;
  static constexpr auto prodsum = scaled_prodsumf, proddiff = scaled_proddifff;
};

template <class T> class reduc : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(reduc, numbers);

TYPED_TEST(reduc, sums_are_the_references) {
  using T = TypeParam;
  using call = calls<T>;
  for_each_data<T>(3, 100, [](auto values, auto& random) {
    std::vector<T> other(values.begin(), values.end());
    random.shuffle(std::span<T>(other));
    std::span<T const> const y(other);
    std::size_t const n = values.size();
    bool infinite = false;
    for (T const x : values) infinite |= std::isinf(x);
    T const inf = std::numeric_limits<T>::infinity();
    ASSERT_TRUE(same_bits(reference::sum<T>(values), call::sum(n, values.data())));
    ASSERT_TRUE(same_bits(infinite ? inf : reference::asum<T>(values), call::sumabs(n, values.data())));
    ASSERT_TRUE(same_bits(infinite ? inf : reference::squared_norm<T>(values), call::sumsq(n, values.data())));
    ASSERT_TRUE(same_bits(reference::dot<T>(values, y), call::sumprod(n, values.data(), other.data())));
  });
}

template <class T> struct expected_product {
  T value;
  long scale;
};

/// The exact product, rounded by bisection among the numbers from 1 to 2.
template <class T> expected_product<T> rounded(reference::dyadic const& product) {
  reference::dyadic const size = magnitude(product);
  int const scale = size.exponent() + size.significand().bit_length() - 1;
  reference::dyadic const significand = size * reference::dyadic(reference::integer(1), -scale);
  T const value = reference::round_quotient<T>(significand, reference::integer(1));
  T const with_sign = product.is_negative() ? -value : value;
  return std::fabs(value) == 2 ? expected_product<T>{with_sign / 2, scale + 1} : expected_product<T>{with_sign, scale};
}

/// Factors of every magnitude; some small, so that products are short, and some that differ in the last places only.
template <class T> T random_factor(random_source& random) {
  if (random.one_in(3)) return static_cast<T>(1 + random.below(9)) * (random.one_in(2) ? -1 : 1);
  using bits_type = typename format<T>::bits_type;
  for (;;) {
    T const x = from_bits<T>(static_cast<bits_type>(random.next()));
    if (!is_nonfinite(x) && !is_zero(x)) return x;
  }
}

TYPED_TEST(reduc, products_are_exact_and_rounded_once) {
  using T = TypeParam;
  using call = calls<T>;
  SCOPED_TRACE("seed " + std::to_string(first_seed()));
  random_source random(first_seed());
  for (int round = 0; round < 2000; ++round) {
    std::size_t const n = random.below(12);
    std::vector<T> p, q;
    for (std::size_t i = 0; i < n; ++i) {
      p.push_back(random_factor<T>(random));
      q.push_back(random.one_in(3) ? std::nextafter(p.back(), T(0)) : random_factor<T>(random));
    }
    reference::dyadic of_p(reference::integer(1)), of_sums = of_p, of_differences = of_p;
    for (std::size_t i = 0; i < n; ++i) {
      of_p = of_p * reference::exactly(p[i]);
      of_sums = of_sums * (reference::exactly(p[i]) + reference::exactly(q[i]));
      of_differences = of_differences * (reference::exactly(p[i]) - reference::exactly(q[i]));
    }
    long scale = -1;
    auto const expect = [&](reference::dyadic const& exact, T actual) {
      if (exact.is_zero()) {
        ASSERT_EQ(actual, 0);
        ASSERT_EQ(scale, 0);
      } else {
        auto const expected = rounded<T>(exact);
        ASSERT_TRUE(same_bits(expected.value, actual));
        ASSERT_EQ(expected.scale, scale);
      }
    };
    expect(of_p, call::prod(n, p.data(), &scale));
    expect(of_sums, call::prodsum(n, p.data(), q.data(), &scale));
    expect(of_differences, call::proddiff(n, p.data(), q.data(), &scale));
  }
}

// What lies a thousand places behind a tie decides it.
TEST(reduc_ties, are_decided_by_the_last_bit) {
  long scale = 0;
  // 3*2^53 - 3, three quarters of the way to the number below.
  EXPECT_EQ(scaled_prod(2, std::vector{0x1p53 - 1, 3.0}.data(), &scale), 1.5 - 0x1p-52);
  EXPECT_EQ(scale, 54);
  // 1 + 2^-53 is a tie; (1 + 2^-53 +- 2^-1074) is not.
  std::vector<double> const one = {1.0}, tie = {0x1p-53};
  EXPECT_EQ(scaled_prodsum(1, one.data(), tie.data(), &scale), 1.0);
  std::vector<double> const p = {1.0, 1.0}, q = {0x1p-53, 0x1p-1074};
  EXPECT_EQ(scaled_prodsum(2, p.data(), q.data(), &scale), 1.0 + 0x1p-52);
  EXPECT_EQ(scaled_proddiff(2, p.data(), q.data(), &scale), 2.0 - 0x1p-52);
  EXPECT_EQ(scale, -1);
  std::vector<double> const mixed = {0x1p-53, -0x1p-1074};
  EXPECT_EQ(scaled_prodsum(2, p.data(), mixed.data(), &scale), 1.0);
  EXPECT_EQ(scale, 0);
}

TEST(reduc_products, of_many_do_not_overflow) {
  std::vector<double> const p(100000, 0x1.8p1000);
  long scale = 0;
  double const r = scaled_prod(p.size(), p.data(), &scale);
  EXPECT_GE(r, 1);
  EXPECT_LT(r, 2);
  EXPECT_EQ(scale, 100000000 + static_cast<long>(100000 * std::log2(1.5)));
}

TYPED_TEST(reduc, special_values) {
  using T = TypeParam;
  using call = calls<T>;
  T const inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  long scale = 7;
  auto const product = [&](std::vector<T> p) {
    scale = 7;
    T const r = call::prod(p.size(), p.data(), &scale);
    EXPECT_EQ(scale, 0);
    return r;
  };
  EXPECT_TRUE(same_bits(T(1), product({})));
  EXPECT_TRUE(same_bits(-inf, product({inf, T(-2)})));
  EXPECT_TRUE(same_bits(T(-0.0), product({T(0), T(-2), T(5)})));
  EXPECT_TRUE(same_bits(T(0), product({T(-0.0), T(-2)})));
  EXPECT_TRUE(std::isnan(product({inf, T(0)})));
  EXPECT_TRUE(std::isnan(product({nan, inf})));
  std::vector<T> const p = {inf, 1}, q = {inf, 1}, three = {nan, -inf, 1};
  EXPECT_TRUE(std::isnan(call::proddiff(1, p.data(), q.data(), &scale)));
  EXPECT_TRUE(std::isnan(call::proddiff(2, p.data(), q.data(), &scale)));
  EXPECT_EQ(call::prodsum(2, p.data(), q.data(), &scale), inf);
  EXPECT_TRUE(std::isnan(call::sum(3, three.data())));
  EXPECT_TRUE(same_bits(inf, call::sumabs(3, three.data())));
  EXPECT_TRUE(same_bits(inf, call::sumsq(3, three.data())));
  EXPECT_TRUE(std::isnan(call::sumabs(1, three.data())));
  EXPECT_TRUE(std::isnan(call::sumprod(1, p.data(), std::vector<T>{0}.data())));
  EXPECT_TRUE(std::isnan(call::sum(2, nullptr)));
  EXPECT_TRUE(std::isnan(call::prod(1, p.data() + 1, nullptr)));
  scale = 77;
  EXPECT_TRUE(std::isnan(call::prod(3, nullptr, &scale)));
  EXPECT_EQ(scale, 0) << "as wherever the product is NaN";
  EXPECT_TRUE(same_bits(T(0), call::sum(0, nullptr)));
}

}  // namespace
}  // namespace isobit::test
