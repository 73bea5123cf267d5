#include <gtest/gtest.h>

#include "math/arguments.hpp"
#include "math/atan2/atan2_definition.hpp"
#include "math/evaluate.hpp"
#include "math/oracle.hpp"  // which includes mpfr.h
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 72;

template <class T> class atan2_definition : public testing::Test {
protected:
  void expect_right(T y, T x) {
    auto const [result, precision] = math::evaluate_with_effort<math::atan2_definition>(y, x);
    ASSERT_TRUE(same_bits(oracle_(mpfr_function_of_two("atan2"), y, x), *result))
        << hexadecimal(y) << ", " << hexadecimal(x);
    ASSERT_TRUE(result) << hexadecimal(y) << ", " << hexadecimal(x);
    ASSERT_LE(precision, 320) << hexadecimal(y) << ", " << hexadecimal(x);
  }
  void expect_right_with_every_sign(T y, T x) {
    ASSERT_NO_FATAL_FAILURE(expect_right(y, x));
    ASSERT_NO_FATAL_FAILURE(expect_right(negated(y), x));
    ASSERT_NO_FATAL_FAILURE(expect_right(y, negated(x)));
    ASSERT_NO_FATAL_FAILURE(expect_right(negated(y), negated(x)));
  }

  function_oracle<T> oracle_;
};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(atan2_definition, element_types);

TYPED_TEST(atan2_definition, follows_annex_f) {
  using T = TypeParam;
  using f = format<T>;
  T const values[] = {T(0),
                      from_bits<T>(1),
                      from_bits<T>(f::implicit_bit),
                      T(1),
                      T(3),
                      largest_finite<T>(),
                      from_bits<T>(f::infinity),
                      from_bits<T>(f::canonical_nan),
                      from_bits<T>(f::infinity + 1)};
  for (T const y : values)
    for (T const x : values) ASSERT_NO_FATAL_FAILURE(this->expect_right_with_every_sign(y, x));
}

TYPED_TEST(atan2_definition, is_that_of_mpfr_for_arguments_of_every_kind) {
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 5000; ++i) {
    auto const y = draw_argument<TypeParam>(random, -10, 10);
    auto const x = draw_argument<TypeParam>(random, -10, 10);
    ASSERT_NO_FATAL_FAILURE(this->expect_right(y, x));
  }
}

TYPED_TEST(atan2_definition, is_that_of_mpfr_at_every_distance) {
  using f = format<TypeParam>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int distance = -70; distance <= 70; ++distance) {
    int const exponent = random.between(f::min_exponent + 80, f::max_exponent - 80);
    for (int i = 0; i < 10; ++i) {
      auto const x = random_number<TypeParam>(random, exponent, exponent);
      auto const y = random_number<TypeParam>(random, exponent + distance, exponent + distance);
      ASSERT_NO_FATAL_FAILURE(this->expect_right_with_every_sign(y, x));
    }
  }
}

// y/x is a number of T or near one, and the result is below it by less than an ulp.
TYPED_TEST(atan2_definition, rounds_quotients_that_are_numbers_to_themselves) {
  using T = TypeParam;
  using f = format<T>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 2000; ++i) {
    int const divisor_bits = random.between(1, f::precision - 2);
    std::uint64_t const divisor = random.next() >> (64 - divisor_bits) | 1;
    std::uint64_t const quotient = random.next() >> (63 - f::precision + random.between(0, divisor_bits - 1)) | 1;
    // Cut off to a number of T; if nothing was cut, the quotient is exact.
    int const exponent = random.one_in(2) ? random.between(-160, -30) : random.between(-70, -50);
    T const y = make_number<T>(false, divisor * quotient, exponent);
    ASSERT_NO_FATAL_FAILURE(this->expect_right_with_every_sign(y, make_number<T>(false, divisor, 0)));
  }
}

// Here y/x can be the midpoint of two numbers, and the result is the one below.
TYPED_TEST(atan2_definition, rounds_subnormal_midpoints_toward_zero) {
  using T = TypeParam;
  using f = format<T>;
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int i = 0; i < 400; ++i) {
    int const exponent = random.between(f::min_exponent - 3, f::min_exponent + f::precision + 2);
    int const divisor_exponent = random.between(0, f::max_exponent - 1);
    bool const is_short = random.coin();
    T const y = is_short ? make_number<T>(false, 1 + random.below(64), exponent + divisor_exponent)
                         : random_number<T>(random, exponent + divisor_exponent, exponent + divisor_exponent);
    T const x = power_of_two<T>(false, divisor_exponent);
    ASSERT_NO_FATAL_FAILURE(this->expect_right_with_every_sign(y, x));
    ASSERT_NO_FATAL_FAILURE(this->expect_right_with_every_sign(y, make_number<T>(false, 3, divisor_exponent)));
  }
}

}  // namespace
}  // namespace isobit::test
