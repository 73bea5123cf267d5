#include "linalg/divide.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/linalg_values.hpp"
#include "support/mpfr_entry.hpp"

namespace isobit::test {
namespace {

template <class R> class complex_division : public testing::Test {};
using types = testing::Types<float, double>;
TYPED_TEST_SUITE(complex_division, types);

template <class R> std::complex<R> expected(std::complex<R> a, std::complex<R> b) {
  mpfr_entry re, im, denominator;
  // Nothing meets a zero of the divisor, so an infinity does not become NaN.
  if (b.real() != 0) re.add_product(a.real(), b.real()), im.add_product(a.imag(), b.real());
  if (b.imag() != 0) re.add_product(a.imag(), b.imag()), im.add_product(-a.real(), b.imag());
  denominator.add_product(b.real(), b.real()), denominator.add_product(b.imag(), b.imag());
  return {re.quotient<R>(denominator), im.quotient<R>(denominator)};
}

template <class R> bool is_zero(std::complex<R> z) { return z.real() == 0 && z.imag() == 0; }
template <class R> bool is_finite(std::complex<R> z) { return !is_nonfinite(z.real()) && !is_nonfinite(z.imag()); }

TYPED_TEST(complex_division, is_rounded_once) {
  using T = std::complex<TypeParam>;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(20000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    T const b = nasty<T>(random, random_kind(random));
    T a = nasty<T>(random, random_kind(random));
    if (!is_finite(b) || is_zero(b)) continue;
    if (random.one_in(3)) {  // a quotient that is a number, or close to one
      T const q = nasty<T>(random, random.coin() ? 6 : 0);
      entry_oracle<T> product;
      product.add_product(q, b);
      a = product.round();
    }
    if (is_nan(a.real()) || is_nan(a.imag())) continue;
    ASSERT_TRUE(same(expected(a, b), linalg::divide(a, b))) << a << " / " << b;
  }
}

TYPED_TEST(complex_division, ties_are_decided) {
  using R = TypeParam;
  using T = std::complex<R>;
  random_source random(first_seed() + 1);
  for (std::size_t i = 0; i < scaled_count(3000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    // (2^p + odd)(m + ni)/(m + ni) with p bits: the quotient is a tie or next to one.
    int const bits = format<R>::precision;
    auto const tie = (std::uint64_t{1} << bits) + 2 * random.below(std::uint64_t{1} << (bits - 1)) + 1;
    R const high = make_number<R>(false, tie >> 3, 3), low = make_number<R>(false, tie & 7, 0);
    R const m = random_integer<R>(random, 3);
    // high*m and low*m are one number only if few bits are in use: take powers of two and i.
    T const b = random.coin() ? T(m == 0 ? R(4) : power_of_two<R>(m < 0, random.between(-5, 5)), 0)
                              : T(0, power_of_two<R>(random.coin(), 3));
    T const a = T(high, low) * b;
    ASSERT_TRUE(same(expected(a, b), linalg::divide(a, b)));
    T const c(high, high), d(R(2), R(2));
    ASSERT_TRUE(same(expected(c, d), linalg::divide(c, d)));
    // The numerator ar*br + ai*bi has more bits than a number: with b = 1 +- i it is a sum of two.
    T const e(high, random.coin() ? low : R(low / 2)), f(R(1), random.coin() ? R(1) : R(-1));
    ASSERT_TRUE(same(expected(e, f), linalg::divide(e, f)));
  }
}

TYPED_TEST(complex_division, near_ties_are_decided) {
  using R = TypeParam;
  using T = std::complex<R>;
  random_source random(first_seed() + 2);
  for (std::size_t i = 0; i < scaled_count(3000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    // (x + 2^-p)/(1 + t^2) with x in [1, 2): a tie, but for t^2.
    int const t = random.between(1, 90);
    R const x = random_number<R>(random, 0, 0);
    T const a(x, power_of_two<R>(is_negative(x), t - format<R>::precision)), b(1, power_of_two<R>(false, -t));
    ASSERT_TRUE(same(expected(a, b), linalg::divide(a, b))) << a << " / " << b;
  }
}

TYPED_TEST(complex_division, cancelling_numerators_are_rounded_once) {
  using R = TypeParam;
  using T = std::complex<R>;
  random_source random(first_seed() + 3);
  for (std::size_t i = 0; i < scaled_count(3000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    R const x = random_number<R>(random, -3, 3);
    T const b = nasty<T>(random, 0);
    if (b.imag() == 0 || !is_finite(b)) continue;
    T const a(x, -(x * b.real()) / b.imag());
    ASSERT_TRUE(same(expected(a, b), linalg::divide(a, b))) << a << " / " << b;
  }
}

TYPED_TEST(complex_division, special_values) {
  using R = TypeParam;
  using T = std::complex<R>;
  R const inf = infinite<R>(), nan = from_bits<R>(format<R>::canonical_nan),
          signalling = from_bits<R>(format<R>::infinity | 1u);
  R const big = largest_finite<R>();
  EXPECT_TRUE(same(T(nan, nan), linalg::divide(T(1, signalling), T(1, 1))));
  EXPECT_TRUE(same(T(nan, nan), linalg::divide(T(1, 1), T(negated(nan), 1))));
  EXPECT_TRUE(same(T(inf, -inf), linalg::divide(T(1, -1), T(0, 0))));
  EXPECT_TRUE(same(T(-inf, nan), linalg::divide(T(1, 0), T(R(-0.0), 0))));
  EXPECT_TRUE(same(T(0, 0), linalg::divide(T(-1, -1), T(inf, 1))));
  EXPECT_TRUE(same(T(nan, nan), linalg::divide(T(-inf, -1), T(1, inf))));
  EXPECT_TRUE(same(T(inf, -inf), linalg::divide(T(inf, 1), T(1, 1))));
  EXPECT_TRUE(same(T(inf, nan), linalg::divide(T(inf, inf), T(1, 1))));
  EXPECT_TRUE(same(T(inf, R(0.5)), linalg::divide(T(inf, 1), T(2, 0))));
  EXPECT_TRUE(same(T(R(0.5), -inf), linalg::divide(T(inf, 1), T(R(-0.0), 2))));
  EXPECT_TRUE(same(T(-inf, inf), linalg::divide(T(inf, -inf), T(-2, 0))));
  EXPECT_TRUE(same(T(inf, 0), linalg::divide(T(inf, 0), T(big, 0))));
  EXPECT_TRUE(same(T(1, 0), linalg::divide(T(big, big), T(big, big))));
  EXPECT_TRUE(same(nan, linalg::divide(R(0), R(0))));
}

// A real number over a real one, by itself and as complex numbers.
TYPED_TEST(complex_division, of_real_numbers_is_that_of_real_ones) {
  using R = TypeParam;
  using T = std::complex<R>;
  R const inf = infinite<R>(), big = largest_finite<R>(), tiny = from_bits<R>(1);
  R const numbers[] = {R(0), R(-0.0), tiny, -tiny, R(1), R(-1), R(3), R(-7), big, -big, inf, -inf};
  for (R a : numbers)
    for (R b : numbers) {
      R const quotient = linalg::divide(a, b);
      EXPECT_TRUE(same(quotient, linalg::divide(T(a, 0), T(b, 0)).real())) << a << " / " << b;
      if (is_nan(quotient)) continue;
      EXPECT_EQ(quotient, a / b) << a << " / " << b;
      bool const exact_zero = a == 0 || b == inf || b == -inf;
      EXPECT_EQ(is_negative(quotient), !exact_zero && is_negative(a) != is_negative(b)) << a << " / " << b;
    }
}

}  // namespace
}  // namespace isobit::test
