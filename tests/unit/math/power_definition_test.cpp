#include <gtest/gtest.h>

#include "math/arguments.hpp"
#include "math/cbrt/cbrt_definition.hpp"
#include "math/evaluate.hpp"
#include "math/hypot/hypot_definition.hpp"
#include "math/oracle.hpp"  // which includes mpfr.h
#include "math/pow/pow_definition.hpp"
#include "math/rsqrt/rsqrt_definition.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 61;

template <class T> class power_definition : public testing::Test {
protected:
  using shape = format<T>;

  void expect_cbrt(T x) {
    ASSERT_TRUE(same_bits(oracle_(mpfr_function("cbrt"), x), math::evaluate<math::cbrt_definition>(x)))
        << hexadecimal(x);
  }
  void expect_rsqrt(T x) {
    ASSERT_TRUE(same_bits(oracle_(mpfr_function("rsqrt"), x), math::evaluate<math::rsqrt_definition>(x)))
        << hexadecimal(x);
  }
  void expect_hypot(T x, T y) {
    ASSERT_TRUE(same_bits(oracle_(mpfr_hypot, x, y), math::evaluate<math::hypot_definition>(x, y)))
        << hexadecimal(x) << ", " << hexadecimal(y);
  }
  void expect_pow(T x, T y) {
    auto const [result, precision] = math::evaluate_with_effort<math::pow_definition>(x, y);
    ASSERT_TRUE(same_bits(oracle_(mpfr_pow, x, y), *result)) << hexadecimal(x) << ", " << hexadecimal(y);
    ASSERT_TRUE(result) << hexadecimal(x) << ", " << hexadecimal(y);
    ASSERT_LE(precision, 320) << hexadecimal(x) << ", " << hexadecimal(y);
  }
  /// The number and both of its neighbours.
  template <class Body> static void around(T x, Body body) {
    for (int step : {-1, 0, 1}) body(from_bits<T>(typename shape::bits_type(bits_of(x) + static_cast<unsigned>(step))));
  }
  static T number(std::uint64_t significand, int exponent) { return make_number<T>(false, significand, exponent); }

  /// Zeros, subnormal numbers, small ones, large ones, infinities and NaNs of every sign.
  static std::vector<T> special_values() {
    std::vector<T> values;
    for (T const x : {T(0),
                      from_bits<T>(1),
                      from_bits<T>(2),
                      from_bits<T>(shape::implicit_bit - 1),
                      from_bits<T>(shape::implicit_bit),
                      T(0.5),
                      from_bits<T>(bits_of(T(1)) - 1),
                      T(1),
                      from_bits<T>(bits_of(T(1)) + 1),
                      T(1.5),
                      T(2),
                      T(3),
                      T(1 << 20),
                      number(1, shape::stored_bits),
                      number(3, shape::stored_bits - 1),
                      number(1, shape::stored_bits + 1),
                      number(1, 70),
                      from_bits<T>(shape::infinity - 1),
                      from_bits<T>(shape::infinity),
                      from_bits<T>(shape::canonical_nan),
                      from_bits<T>(shape::infinity + 1)}) {
      values.push_back(x);
      values.push_back(negated(x));
    }
    return values;
  }

  function_oracle<T> oracle_;
};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(power_definition, element_types);

TYPED_TEST(power_definition, follows_annex_f) {
  auto const values = this->special_values();
  for (auto const x : values) {
    ASSERT_NO_FATAL_FAILURE(this->expect_cbrt(x));
    ASSERT_NO_FATAL_FAILURE(this->expect_rsqrt(x));
    for (auto const y : values) {
      ASSERT_NO_FATAL_FAILURE(this->expect_hypot(x, y));
      ASSERT_NO_FATAL_FAILURE(this->expect_pow(x, y));
    }
  }
}

TYPED_TEST(power_definition, is_that_of_mpfr_for_arguments_of_every_kind) {
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 5000; ++i) {
    auto const x = draw_argument<TypeParam>(random, -10, 10);
    auto const y = draw_argument<TypeParam>(random, -10, 10);
    ASSERT_NO_FATAL_FAILURE(this->expect_cbrt(x));
    ASSERT_NO_FATAL_FAILURE(this->expect_rsqrt(x));
    ASSERT_NO_FATAL_FAILURE(this->expect_hypot(x, y));
    ASSERT_NO_FATAL_FAILURE(this->expect_pow(x, y));
  }
}

TYPED_TEST(power_definition, decides_cubes_squares_and_their_neighbours) {
  using f = format<TypeParam>;
  for (std::uint64_t n = 1; n <= 400; ++n) {
    for (int const exponent : {f::min_exponent + 1, f::min_exponent + 30, -3, 0, 1, 2, f::max_exponent - 30}) {
      this->around(this->number(n * n * n, exponent), [&](TypeParam x) { this->expect_cbrt(x); });
      this->around(this->number(n * n, exponent), [&](TypeParam x) { this->expect_rsqrt(x); });
    }
    ASSERT_FALSE(this->HasFatalFailure());
  }
  for (int exponent = f::min_exponent; exponent < f::max_exponent; ++exponent) {
    this->around(this->number(1, exponent), [&](TypeParam x) { this->expect_cbrt(x), this->expect_rsqrt(x); });
    ASSERT_FALSE(this->HasFatalFailure());
  }
}

// (a^2 - b^2)^2 + (2ab)^2 = (a^2 + b^2)^2, where the last may have a bit too many: then the result is a midpoint.
TYPED_TEST(power_definition, decides_pythagorean_triples_and_near_misses) {
  using f = format<TypeParam>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  auto const bits = (f::precision + 1) / 2;
  for (int i = 0; i < 3000; ++i) {
    std::uint64_t const a = random.below(std::uint64_t{1} << bits) + 2, b = random.below(a - 1) + 1;
    std::uint64_t const legs[] = {a * a - b * b, 2 * a * b};
    if ((legs[0] | legs[1]) >> f::precision != 0) continue;
    int const exponent = random.between(f::min_exponent, f::max_exponent - f::precision - 2);
    auto const y = this->number(legs[1], exponent);
    this->around(this->number(legs[0], exponent), [&](TypeParam x) {
      this->expect_hypot(x, y);
      this->expect_hypot(y, negated(x));
    });
    ASSERT_FALSE(this->HasFatalFailure());
  }
}

TYPED_TEST(power_definition, adds_squares_at_every_distance) {
  using f = format<TypeParam>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int distance = -70; distance <= 70; ++distance) {
    for (int i = 0; i < 40; ++i) {
      int const exponent = random.between(f::min_exponent + 80, f::max_exponent - 80);
      auto const x = random_number<TypeParam>(random, exponent, exponent);
      auto const y = random_number<TypeParam>(random, exponent + distance, exponent + distance);
      ASSERT_NO_FATAL_FAILURE(this->expect_hypot(x, y));
      // All ones, and a power of two: the sum of squares is next to a square.
      auto const ones = from_bits<TypeParam>(bits_of(x) | (f::implicit_bit - 1u));
      auto const power = from_bits<TypeParam>(bits_of(y) & f::infinity);
      ASSERT_NO_FATAL_FAILURE(this->expect_hypot(ones, power));
    }
  }
}

// With j^2 near 2^50 and x = 2^52 + 2j, (2^52 + j)^2 / 2^52 = x + j^2 / 2^52 makes x^2 + y^2 differ from (x + 1/2)^2 by
// a few units of 2^-26 or less: a midpoint or next to one, by bits that lie far below those of x^2.
using power_definition_of_doubles = power_definition<double>;
TEST_F(power_definition_of_doubles, tells_midpoints_from_their_neighbours) {
  for (int distance = -20; distance <= 20; ++distance) {
    std::uint64_t const j = (std::uint64_t{1} << 25) + static_cast<std::uint64_t>(distance);
    std::uint64_t const one = std::uint64_t{1} << 52;
    ASSERT_NO_FATAL_FAILURE(expect_hypot(number(one + 2 * j, 0), number(one + j, -26)));
  }
}

// The subnormal numbers of double are too far from 1 to be legs of large triples: small ones, at the lowest exponents.
TYPED_TEST(power_definition, rounds_subnormal_lengths) {
  for (unsigned x = 1; x <= 60; ++x)
    for (unsigned y = 0; y <= x; ++y)
      ASSERT_NO_FATAL_FAILURE(this->expect_hypot(from_bits<TypeParam>(x), from_bits<TypeParam>(y)));
}

TYPED_TEST(power_definition, decides_small_powers) {
  using T = TypeParam;
  for (unsigned x = 1; x <= 70; ++x) {
    for (int scale : {-5, -2, -1, 0, 1, 3})
      for (int y = -60; y <= 60; ++y) {
        T const base = this->number(x, scale);
        ASSERT_NO_FATAL_FAILURE(this->expect_pow(base, T(y)));
        ASSERT_NO_FATAL_FAILURE(this->expect_pow(negated(base), T(y)));
      }
  }
}

// m^n of one bit more than T has is a midpoint, of two more it is not, and neighbours of the base are near one.
TYPED_TEST(power_definition, decides_powers_of_about_the_precision) {
  using T = TypeParam;
  using f = format<T>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int n = 2; n <= 12; ++n) {
    for (int i = 0; i < 300; ++i) {
      int const bits = (f::precision + 2) / n + 1;
      std::uint64_t const m = random.below(std::uint64_t{1} << bits) | 1;
      int const limit = f::max_exponent / n - bits;
      int const scale = random.coin() ? 0 : random.between(-limit - 2 * bits, limit);
      this->around(this->number(m, scale), [&](T x) { this->expect_pow(x, T(n)); });
      ASSERT_FALSE(this->HasFatalFailure());
    }
  }
}

// Results at and below the least subnormal number, where midpoints have few bits.
TYPED_TEST(power_definition, rounds_subnormal_powers) {
  using T = TypeParam;
  using f = format<T>;
  for (unsigned m = 1; m <= 15; m += 2)
    for (int n = 1; n <= 5; ++n)
      for (int exponent = f::min_exponent - 20; exponent <= f::min_exponent + 4; ++exponent) {
        if (exponent % n != 0) continue;
        ASSERT_NO_FATAL_FAILURE(this->expect_pow(this->number(m, exponent / n), T(n)));
        ASSERT_NO_FATAL_FAILURE(this->expect_pow(negated(this->number(m, exponent / n)), T(n)));
      }
  for (int exponent = f::min_exponent - 4; exponent <= f::max_exponent + 1; ++exponent) {
    ASSERT_NO_FATAL_FAILURE(this->expect_pow(T(2), T(exponent)));
    ASSERT_NO_FATAL_FAILURE(this->expect_pow(T(0.5), T(exponent)));
    ASSERT_NO_FATAL_FAILURE(this->expect_pow(T(4), T(exponent) / 2));
  }
}

TYPED_TEST(power_definition, decides_roots_of_perfect_powers) {
  using T = TypeParam;
  using f = format<T>;
  for (int k = 1; k <= 6; ++k) {
    for (std::uint64_t m = 1; m <= 300; ++m) {
      std::uint64_t const power = math::detail::small_power(m, std::uint64_t{1} << k);
      if (power == 0 || power >> f::precision != 0) continue;
      for (int scale : {-3, -1, 0, 1, 2})
        for (int n : {-7, -3, -1, 1, 3, 5, 9}) {
          T const y = T(n) / T(1 << k);
          this->around(this->number(power, scale << k), [&](T x) { this->expect_pow(x, y); });
          this->expect_pow(this->number(power, (scale << k) + 1), y);
        }
      ASSERT_FALSE(this->HasFatalFailure());
    }
  }
}

// x next to 1 and y so large that the result is anywhere, or overflows, or is next to 1.
TYPED_TEST(power_definition, magnifies_what_is_near_one) {
  using T = TypeParam;
  using f = format<T>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 3000; ++i) {
    auto const distance =
        static_cast<typename f::bits_type>(random.below(std::uint64_t{2} << random.below(f::precision)));
    T const x =
        from_bits<T>(typename f::bits_type(random.coin() ? bits_of(T(1)) + distance : bits_of(T(1)) - distance));
    int const exponent = random.between(-20, f::precision + 14);
    T const y = random_number<T>(random, exponent, exponent);
    ASSERT_NO_FATAL_FAILURE(this->expect_pow(x, y));
  }
  for (int exponent = 0; exponent <= f::precision + 14; ++exponent)
    this->around(T(1), [&](T x) {
      this->expect_pow(x, this->number(3, exponent));
      this->expect_pow(x, negated(this->number(1, exponent)));
    });
}

}  // namespace
}  // namespace isobit::test
