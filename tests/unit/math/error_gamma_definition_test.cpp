#include "definition_check.hpp"  // which includes mpfr.h

#include "math/erf/erf_definition.hpp"
#include "math/erfc/erfc_definition.hpp"
#include "math/lgamma/lgamma_definition.hpp"
#include "math/tgamma/tgamma_definition.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 63;

template <class T, class Run> void for_each_function(Run run) {
#define ISOBIT_RUN(f, low, high) \
  run(                           \
      #f, [](T x) { return math::evaluate_with_effort<math::f##_definition>(x); }, low, high)
  ISOBIT_RUN(erf, -6, 6);
  ISOBIT_RUN(erfc, -6, 28);
  bool const is_float = sizeof(T) == sizeof(float);
  ISOBIT_RUN(tgamma, is_float ? -43 : -185, is_float ? 36 : 172);
  ISOBIT_RUN(lgamma, is_float ? -43 : -185, is_float ? 36 : 172);
#undef ISOBIT_RUN
}

template <class T> class error_gamma_definition : public definition_check<T, 192, 3> {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(error_gamma_definition, element_types);

TYPED_TEST(error_gamma_definition, is_that_of_mpfr_for_arguments_of_every_kind) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double low, double high) {
    this->expect_right_for_every_kind(name, evaluate, low, high, seed, 2000);
  });
}

TYPED_TEST(error_gamma_definition, is_that_of_mpfr_at_every_exponent) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double, double) {
    this->expect_right_at_every_exponent(name, evaluate, seed);
  });
}

TYPED_TEST(error_gamma_definition, is_that_of_mpfr_around_special_numbers) {
  using f = format<TypeParam>;
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double, double) {
    for (TypeParam x :
         {TypeParam(0), from_bits<TypeParam>(f::infinity), from_bits<TypeParam>(f::implicit_bit),
          from_bits<TypeParam>(f::canonical_nan), from_bits<TypeParam>(f::infinity - 1),
          // where results saturate, become subnormal, vanish or overflow
          TypeParam(6), TypeParam(5.9215871957945), TypeParam(3.9192059), TypeParam(26.543258430632),
          TypeParam(27.226017111108), TypeParam(28), TypeParam(9.194549), TypeParam(10.054200), TypeParam(10.5),
          TypeParam(0x1p-54), TypeParam(0x1p-55), TypeParam(0x1p-56), TypeParam(0x1p-25), TypeParam(0x1p-26),
          TypeParam(35.040096), TypeParam(36), TypeParam(-41.999996), TypeParam(0x1p-128), TypeParam(0x1.000002p-128),
          TypeParam(0x1.fffffep127), TypeParam(4.0850034e36),
          // where log |gamma| is near zero
          TypeParam(1), TypeParam(2), TypeParam(-2.4570247), TypeParam(-2.7476827), TypeParam(-3.1435809),
          TypeParam(-3.9552943), TypeParam(-4.0393613), TypeParam(-4.9915447), TypeParam(-2.45702473822080475),
          TypeParam(-2.74768264672741257), TypeParam(-3.14358088834998007), TypeParam(-3.95529428487121044),
          TypeParam(-4.03936184050369748), TypeParam(-14.0000000000114707), TypeParam(-16.9999999999999972),
          // of doubles: overflow, underflow, the last exact factorial, poles
          TypeParam(171.624376956302725), TypeParam(172), TypeParam(-170.567490), TypeParam(-177.800000),
          TypeParam(-183.999999), TypeParam(-184), TypeParam(0x1p-1024), TypeParam(0x1.8p-1024), TypeParam(0x1p-1022),
          TypeParam(0x1p-107), TypeParam(0x1.5p-107), TypeParam(0x1p-106), TypeParam(2.5563481638716906e305),
          TypeParam(0x1p1014), TypeParam(0x1p52)})
      ASSERT_NO_FATAL_FAILURE(this->expect_right_around(name, evaluate, x));
  });
}

TYPED_TEST(error_gamma_definition, is_that_of_mpfr_for_and_around_integers_and_halves) {
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double, double) {
    for (int i = 0; i <= (sizeof(TypeParam) == sizeof(float) ? 45 : 190); ++i) {
      ASSERT_NO_FATAL_FAILURE(this->expect_right_around(name, evaluate, static_cast<TypeParam>(i)));
      ASSERT_NO_FATAL_FAILURE(this->expect_right_around(name, evaluate, static_cast<TypeParam>(i + 0.5)));
    }
  });
}

TYPED_TEST(error_gamma_definition, makes_every_nan_the_canonical_one) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>(
      [&](char const* name, auto evaluate, double, double) { this->expect_canonical_nans(name, evaluate, seed); });
}

TYPED_TEST(error_gamma_definition, does_not_depend_on_the_floating_point_environment) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double low, double high) {
    this->expect_no_influence_of_the_environment(name, evaluate, low, high, seed, 10);
  });
}

TEST(definition_of_tgamma, gives_its_zeros_the_sign_of_the_function) {
  EXPECT_TRUE(same_bits(-0.0f, math::evaluate<math::tgamma_definition>(-42.5f)));
  EXPECT_TRUE(same_bits(0.0f, math::evaluate<math::tgamma_definition>(-43.5f)));
  EXPECT_TRUE(same_bits(-0.0f, math::evaluate<math::tgamma_definition>(-8388606.5f)));
  EXPECT_TRUE(same_bits(0.0f, math::evaluate<math::tgamma_definition>(-8388607.5f)));
  EXPECT_TRUE(same_bits(-0.0, math::evaluate<math::tgamma_definition>(-184.5)));
  EXPECT_TRUE(same_bits(0.0, math::evaluate<math::tgamma_definition>(-185.5)));
}

// The precision that a float takes is far from what higher precisions need; they must be right all the same.
// 1/x - 0.577... next to a power of two, where no precision of the balls tells the two apart
TEST(definition_of_tgamma, is_rounded_in_every_direction_where_it_is_nearly_a_power_of_two) {
  auto const tgamma = [](double x, rounding direction) {
    return math::evaluate<math::tgamma_definition>(x, direction);
  };
  for (int exponent : {100, 106, 107, 500, 1023}) {
    double const x = std::ldexp(1.0, -exponent), inverse = std::ldexp(1.0, exponent);
    EXPECT_TRUE(same_bits(inverse, tgamma(x, rounding::nearest_even)));
    EXPECT_TRUE(same_bits(inverse, tgamma(x, rounding::upward)));
    EXPECT_TRUE(same_bits(std::nextafter(inverse, 0), tgamma(x, rounding::downward)));
    EXPECT_TRUE(same_bits(-inverse, tgamma(-x, rounding::toward_zero)));
    EXPECT_TRUE(same_bits(std::nextafter(-inverse, -HUGE_VAL), tgamma(-x, rounding::downward)));
  }
  EXPECT_TRUE(same_bits(from_bits<double>(format<double>::infinity - 1), tgamma(0x1p-1024, rounding::toward_zero)));
  EXPECT_TRUE(same_bits(from_bits<double>(format<double>::infinity), tgamma(0x1p-1024, rounding::nearest_even)));
}

TEST(balls_of_error_and_gamma_functions, contain_the_value_at_every_precision) {
  mpfr_t exact, low, high;
  mpfr_init2(exact, 4000), mpfr_init2(low, 4000), mpfr_init2(high, 4000);
  auto const contains = [&](math::ball const& b) {
    mpfr_set_ui(low, 0, MPFR_RNDN);
    for (int i = b.size() - 1; i >= 0; --i) {
      mpfr_add_ui(low, low, b.limb()[i], MPFR_RNDN);
      mpfr_div_2ui(low, low, 64, MPFR_RNDN);
    }
    mpfr_mul_2si(low, low, static_cast<long>(b.exponent()), MPFR_RNDN);
    if (b.is_negative()) mpfr_neg(low, low, MPFR_RNDN);
    mpfr_sub(low, low, exact, MPFR_RNDN);
    mpfr_abs(low, low, MPFR_RNDN);
    mpfr_set_ui_2exp(high, b.radius.mantissa, static_cast<mpfr_exp_t>(b.radius.exponent), MPFR_RNDN);
    return mpfr_lessequal_p(low, high) != 0;
  };
  SCOPED_TRACE(seed);
  random_source random(seed);
  for (int precision : {128, 192, 320, 640, 1280, 2048})
    for (int i = 0; i < 10; ++i) {
      double const x = draw_argument<float>(random, -20, 26);
      if (!(x < 27 && x > -40 && x != 0)) continue;
      mpfr_set_d(exact, x, MPFR_RNDN);
      mpfr_erfc(exact, exact, MPFR_RNDN);
      EXPECT_TRUE(contains(math::erfc_definition::enclose(x, precision))) << "erfc " << hexadecimal(x);
      mpfr_set_d(exact, x, MPFR_RNDN);
      mpfr_erf(exact, exact, MPFR_RNDN);
      EXPECT_TRUE(contains(math::erf_definition::enclose(x, precision))) << "erf " << hexadecimal(x);
      if (precision > 640 || math::is_integer(x)) continue;
      mpfr_set_d(exact, x, MPFR_RNDN);
      int sign;
      mpfr_lgamma(exact, &sign, exact, MPFR_RNDN);
      EXPECT_TRUE(contains(math::lgamma_definition::enclose(x, precision))) << "lgamma " << hexadecimal(x);
      mpfr_set_d(exact, x, MPFR_RNDN);
      mpfr_gamma(exact, exact, MPFR_RNDN);
      EXPECT_TRUE(contains(math::tgamma_definition::enclose(x, precision))) << "tgamma " << hexadecimal(x);
    }
  mpfr_clears(exact, low, high, nullptr);
}

}  // namespace
}  // namespace isobit::test
