// Plane rotations: those that rotg finds against MPFR, those that rotmg finds against its published steps.
#include <isobit/linalg/rotation.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/float_environment.hpp"
#include "support/linalg_values.hpp"
#include "support/mpfr_real.hpp"

namespace isobit::test {
namespace {

using linalg::modified_rotation, linalg::rotation, linalg::rotg, linalg::rotmg;

template <class T> class linalg_rotation : public testing::Test {};
using types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(linalg_rotation, types);

/// Sums of squares are exact in half of this, and so are products of two of them in all: p/sqrt(q) of such numbers is
/// exact, or farther from the middle between two numbers than its error here.
template <class R> constexpr mpfr_prec_t bits = sizeof(R) == 8 ? 10000 : 1500;

template <class R> real with_bits(R value) {
  real x(bits<R>);
  mpfr_set_d(x, static_cast<double>(value), MPFR_RNDN);
  return x;
}
template <class R> void add_product(real& sum, R a, R b) {
  real term = with_bits(a);
  mpfr_mul(term, term, with_bits(b), MPFR_RNDN);
  mpfr_add(sum, sum, term, MPFR_RNDN);
}
/// |a|^2.
template <class T> real square_of(T a) {
  auto sum = with_bits(real_of<T>(0));
  add_product(sum, real_part(a), real_part(a));
  add_product(sum, imaginary_part(a), imaginary_part(a));
  return sum;
}
template <class R> real sum_of(real const& a, real const& b) {
  real x(bits<R>);
  mpfr_add(x, a, b, MPFR_RNDN);
  return x;
}
/// The square root of a product.
template <class R> real root_of(real const& a, real const& b) {
  real x(bits<R>);
  mpfr_mul(x, a, b, MPFR_RNDN);
  mpfr_sqrt(x, x, MPFR_RNDN);
  return x;
}
/// a*b/c, rounded; an exact zero is +0.
template <class R> R quotient(real const& a, real const& b, real const& c) {
  real x(bits<R>);
  mpfr_mul(x, a, b, MPFR_RNDN);
  mpfr_div(x, x, c, MPFR_RNDN);
  return mpfr_zero_p(static_cast<mpfr_srcptr>(x)) != 0 ? R(0) : rounded_to<R>(x);
}

template <std::floating_point R> rotation<R> expected_rotation(R a, R b) {
  if (b == 0) return {a, 1, 0, 0};
  if (a == 0) return {b, 0, 1, 1};
  auto const one = with_bits(R(1));
  bool const a_larger = std::fabs(a) > std::fabs(b);
  real r = root_of<R>(sum_of<R>(square_of(a), square_of(b)), one);
  if (std::signbit(a_larger ? a : b)) mpfr_neg(r, r, MPFR_RNDN);
  rotation<R> g;
  g.r = quotient<R>(r, one, one);
  g.c = quotient<R>(with_bits(a), one, r);
  g.s = quotient<R>(with_bits(b), one, r);
  g.z = a_larger ? g.s : g.c == 0 ? R(1) : quotient<R>(r, one, with_bits(a));
  return g;
}
template <class R> rotation<std::complex<R>> expected_rotation(std::complex<R> a, std::complex<R> b) {
  if (b == std::complex<R>()) return {a, 1, 0, 0};
  auto const one = with_bits(R(1));
  real const a_square = square_of(a), b_square = square_of(b);
  if (a == std::complex<R>()) {
    real const size = root_of<R>(b_square, one);
    return {quotient<R>(size, one, one),
            0,
            {quotient<R>(with_bits(b.real()), one, size), quotient<R>(with_bits(negated(b.imag())), one, size)},
            {}};
  }
  // |r| = sqrt(q) and |a| = sqrt(p), so |r|/|a| = sqrt(pq)/p and so on.
  real const square = sum_of<R>(a_square, b_square), root = root_of<R>(a_square, square);
  auto re = with_bits(R(0)), im = re;
  add_product(re, a.real(), b.real()), add_product(re, a.imag(), b.imag());
  add_product(im, a.imag(), b.real()), add_product(im, negated(a.real()), b.imag());
  return {{quotient<R>(with_bits(a.real()), root, a_square), quotient<R>(with_bits(a.imag()), root, a_square)},
          quotient<R>(root, one, square),
          {quotient<R>(re, one, root), quotient<R>(im, one, root)},
          {}};
}

template <class T> testing::AssertionResult same_rotation(rotation<T> const& expected, rotation<T> const& actual) {
  if (auto result = same(expected.r, actual.r); !result) return result << " of r";
  if (auto result = same(expected.c, actual.c); !result) return result << " of c";
  if (auto result = same(expected.s, actual.s); !result) return result << " of s";
  return same(expected.z, actual.z) << " of z";
}
template <class T> void check_rotation(T a, T b) {
  ASSERT_TRUE(same_rotation(expected_rotation(a, b), rotg(a, b))) << "a = " << a << ", b = " << b;
}

template <class R> std::vector<R> nasty_numbers() {
  using f = format<R>;
  std::vector<R> numbers;
  R const tiny = power_of_two<R>(false, f::min_exponent), huge = power_of_two<R>(false, f::max_exponent - 1);
  for (R const x : {R(0), tiny, 3 * tiny, std::numeric_limits<R>::min(), R(1) / huge, power_of_two<R>(false, -100),
                    R(0.1), R(1), R(3), R(4), R(5), R(12), huge, largest_finite<R>()})
    numbers.push_back(x), numbers.push_back(negated(x));
  return numbers;
}

TYPED_TEST(linalg_rotation, is_rounded_once_at_the_ends_of_the_range) {
  using T = TypeParam;
  auto const numbers = nasty_numbers<real_of<T>>();
  if constexpr (!is_complex<T>) {
    for (T const a : numbers)
      for (T const b : numbers) check_rotation(a, b);
  } else {
    random_source random(first_seed());
    auto const any = [&] { return numbers[random.below(numbers.size())]; };
    for (std::size_t i = 0; i < scaled_count(3000); ++i) {
      auto const a_re = any(), a_im = any(), b_re = any(), b_im = any();
      SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
      check_rotation(T(a_re, a_im), T(b_re, b_im));
    }
    // The longest integers there are.
    auto const tiny = numbers[2], huge = numbers[numbers.size() - 2];
    for (T const& a : {T(huge, tiny), T(tiny, huge), T(huge, negated(tiny))})
      for (T const& b : {T(huge, tiny), T(tiny, huge), T(negated(tiny), huge), T(tiny, tiny), T(huge, huge)})
        check_rotation(a, b), check_rotation(b, a);
  }
}

TYPED_TEST(linalg_rotation, is_rounded_once) {
  using T = TypeParam;
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(10000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    auto const number = [&](int kind) {
      T x = nasty<T>(random, kind);
      while (!std::isfinite(real_part(x)) || !std::isfinite(imaginary_part(x))) x = nasty<T>(random, 0);
      return x;
    };
    int const kind = random.between(0, 9), other = random.coin() ? kind : random.between(0, 9);
    T const a = number(kind);
    check_rotation(a, random.one_in(16) ? T(-a) : number(other));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(linalg_rotg, exact_results_are_exact) {
  auto const g = rotg(3.0, 4.0);
  EXPECT_EQ(g.r, 5);
  EXPECT_EQ(g.c, 0.6);
  EXPECT_EQ(g.s, 0.8);
  EXPECT_EQ(g.z, 5.0 / 3);
  EXPECT_EQ(rotg(5.0f, -12.0f).r, -13);
  EXPECT_EQ(rotg(-12.0f, 5.0f).r, -13);
  auto const h = rotg(std::complex<double>(3, 4), std::complex<double>(0, 12));
  EXPECT_EQ(h.r, std::complex<double>(7.8, 10.4));
  EXPECT_EQ(h.c, 5.0 / 13);
}

TEST(linalg_rotg, r_overflows_and_s_underflows_alone) {
  double const huge = 0x1p1023, tiny = 0x1p-1074;
  auto const large = rotg(huge * 1.5, huge * 1.5);
  EXPECT_EQ(large.r, std::numeric_limits<double>::infinity());
  EXPECT_EQ(large.c, std::sqrt(0.5));
  auto const small = rotg(huge, -tiny);
  EXPECT_EQ(small.r, huge);
  EXPECT_EQ(small.c, 1);
  EXPECT_TRUE(same_bits(-0.0, small.s));
  EXPECT_TRUE(same_bits(-0.0, small.z));
  auto const turned = rotg(-tiny, huge);
  EXPECT_TRUE(same_bits(-0.0, turned.c));
  EXPECT_EQ(turned.z, 1);
}

TYPED_TEST(linalg_rotation, what_is_not_finite_gives_nan) {
  using T = TypeParam;
  using R = real_of<T>;
  auto const nan = from_bits<R>(format<R>::canonical_nan);
  auto const expected = rotation<T>{make<T>(nan, nan), nan, make<T>(nan, nan), is_complex<T> ? T() : T(nan)};
  for (R const bad : {infinite<R>(), infinite<R>(true), negated(nan)})
    for (T const& x : {make<T>(bad, 0), make<T>(is_complex<T> ? R(1) : bad, bad)})
      for (T const& y : {T(), T(1)}) {
        EXPECT_TRUE(same_rotation(expected, rotg(x, y)));
        EXPECT_TRUE(same_rotation(expected, rotg(y, x)));
      }
}

/// Lawson, Hanson, Kincaid and Krogh's procedure, as far as numbers are finite.
template <class T> modified_rotation<T> published_steps(T d1, T d2, T x1, T y1) {
  T const gam = 4096, gamsq = gam * gam, rgamsq = 1 / gamsq;
  T flag = -2, h11 = 0, h21 = 0, h12 = 0, h22 = 0;
  auto const result = [&] {
    return modified_rotation<T>{d1,
                                d2,
                                x1,
                                flag,
                                flag == 0 ? T(1) : h11,
                                flag == 1 ? T(-1) : h21,
                                flag == 1 ? T(1) : h12,
                                flag == 0 ? T(1) : h22};
  };
  modified_rotation<T> const nothing{0, 0, 0, -1, 0, 0, 0, 0};
  if (d1 < 0) return nothing;
  T const p2 = d2 * y1;
  if (p2 == 0) return result();
  T const p1 = d1 * x1;
  T const q2 = p2 * y1;
  T const q1 = p1 * x1;
  if (std::fabs(q1) > std::fabs(q2)) {
    h21 = -y1 / x1;
    h12 = p2 / p1;
    T const product = h12 * h21;
    T const u = 1 - product;
    if (u <= 0) return nothing;
    flag = 0;
    d1 = d1 / u;
    d2 = d2 / u;
    x1 = x1 * u;
  } else {
    if (q2 < 0) return nothing;
    flag = 1;
    h11 = p1 / p2;
    h22 = x1 / y1;
    T const product = h11 * h22;
    T const u = 1 + product;
    T const new_d1 = d2 / u;
    d2 = d1 / u;
    d1 = new_d1;
    x1 = y1 * u;
  }
  auto const fix_h = [&] {
    if (flag == 0) h11 = 1, h22 = 1;
    if (flag == 1) h21 = -1, h12 = 1;
    flag = -1;
  };
  while (d1 <= rgamsq && d1 != 0) fix_h(), d1 = d1 * gamsq, x1 = x1 / gam, h11 = h11 / gam, h12 = h12 / gam;
  while (d1 >= gamsq) fix_h(), d1 = d1 / gamsq, x1 = x1 * gam, h11 = h11 * gam, h12 = h12 * gam;
  while (std::fabs(d2) <= rgamsq && d2 != 0) fix_h(), d2 = d2 * gamsq, h21 = h21 / gam, h22 = h22 / gam;
  while (std::fabs(d2) >= gamsq) fix_h(), d2 = d2 / gamsq, h21 = h21 * gam, h22 = h22 * gam;
  return result();
}

template <class T>
testing::AssertionResult same_modified(modified_rotation<T> const& expected, modified_rotation<T> const& actual) {
  using m = modified_rotation<T>;
  for (auto const part : {&m::d1, &m::d2, &m::x1, &m::flag, &m::h11, &m::h21, &m::h12, &m::h22})
    if (auto result = same_bits(expected.*part, actual.*part); !result) return result;
  return testing::AssertionSuccess();
}

template <class T> class linalg_modified_rotation : public testing::Test {};
using real_types = testing::Types<float, double>;
TYPED_TEST_SUITE(linalg_modified_rotation, real_types);

TYPED_TEST(linalg_modified_rotation, takes_the_published_steps) {
  using T = TypeParam;
  random_source random(first_seed());
  int with_flag[4] = {}, scaled_twice = 0;
  int const reach = sizeof(T) == 8 ? 200 : 25;
  for (int i = 0; i < 20000; ++i) {  // so many that every branch is met
    SCOPED_TRACE("seed " + std::to_string(first_seed()) + ", example " + std::to_string(i));
    int const width = random.coin() ? 3 : reach;
    auto const number = [&] {
      return random.one_in(20) ? zero<T>(random.coin()) : random_number<T>(random, -width, width);
    };
    T d1 = number(), d2 = number();
    T const x1 = number(), y1 = number();
    if (!random.one_in(8)) d1 = std::fabs(d1);
    if (random.coin()) d2 = std::fabs(d2);
    auto const expected = published_steps(d1, d2, x1, y1);
    ASSERT_TRUE(same_modified(expected, rotmg(d1, d2, x1, y1))) << d1 << ' ' << d2 << ' ' << x1 << ' ' << y1;
    ++with_flag[static_cast<int>(expected.flag) + 2];
    scaled_twice += std::fabs(expected.h11) > 0x1p23 || std::fabs(expected.h22) > 0x1p23;
  }
  for (int const count : with_flag) EXPECT_GT(count, 0);
  EXPECT_GT(scaled_twice, 0);
}

TYPED_TEST(linalg_modified_rotation, takes_the_second_coordinate_to_zero) {
  using T = TypeParam;
  // Powers of two, so that nothing is rounded.
  for (T const d1 : {T(1), T(0x1p-26), T(0x1p30), T(0x1p60)})
    for (T const d2 : {T(1), T(0x1p-50), T(0x1p28)}) {
      T const x1 = 2, y1 = -4;
      auto const m = rotmg(d1, d2, x1, y1);
      EXPECT_EQ(m.h21 * x1 + m.h22 * y1, 0);
      EXPECT_EQ(m.h11 * x1 + m.h12 * y1, m.x1);
      EXPECT_EQ(m.flag == -1, d1 != 1 || d2 != 1);
    }
}

TYPED_TEST(linalg_modified_rotation, ends_whatever_it_is_given) {
  using T = TypeParam;
  auto numbers = nasty_numbers<T>();
  for (T const x : {infinite<T>(), infinite<T>(true), from_bits<T>(format<T>::canonical_nan)}) numbers.push_back(x);
  for (T const d1 : numbers)
    for (T const d2 : numbers)
      for (T const x1 : numbers)
        for (T const y1 : {T(0), T(1), numbers[2], largest_finite<T>(), infinite<T>(), numbers.back()}) {
          auto const m = rotmg(d1, d2, x1, y1);
          EXPECT_TRUE(m.flag == -2 || m.flag == -1 || m.flag == 0 || m.flag == 1);
          for (T const part : {m.d1, m.d2, m.x1, m.h11, m.h21, m.h12, m.h22})
            if (std::isnan(part)) {
              ASSERT_TRUE(same_bits(from_bits<T>(format<T>::canonical_nan), part))
                  << d1 << ' ' << d2 << ' ' << x1 << ' ' << y1;
            }
        }
}

TYPED_TEST(linalg_rotation, the_environment_is_neither_seen_nor_changed) {
  using T = TypeParam;
  using R = real_of<T>;
  auto const normal = read_environment();
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(40); ++i) {
    T const a = nasty<T>(random, random.between(0, 6)), b = nasty<T>(random, random.between(0, 6));
    R const d = std::fabs(real_part(a));
    auto const right = rotg(a, b);
    auto const modified = rotmg(d, real_part(b), R(3), imaginary_part(a));
    for (auto const control : every_control_word()) {
      write_environment({control, 0});
      auto const other = rotg(a, b);
      auto const other_modified = rotmg(d, real_part(b), R(3), imaginary_part(a));
      auto const after = read_environment();
      write_environment(normal);
      ASSERT_TRUE(same_rotation(right, other));
      ASSERT_TRUE(same_modified(modified, other_modified));
      ASSERT_TRUE(undisturbed(float_environment{control, 0}, after));
    }
  }
}

}  // namespace
}  // namespace isobit::test
