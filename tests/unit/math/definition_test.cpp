#include "definition_check.hpp"  // which includes mpfr.h

#include "math/acos/acos_definition.hpp"
#include "math/acosh/acosh_definition.hpp"
#include "math/acospi/acospi_definition.hpp"
#include "math/asin/asin_definition.hpp"
#include "math/asinh/asinh_definition.hpp"
#include "math/asinpi/asinpi_definition.hpp"
#include "math/atan/atan_definition.hpp"
#include "math/atanh/atanh_definition.hpp"
#include "math/atanpi/atanpi_definition.hpp"
#include "math/cos/cos_definition.hpp"
#include "math/cosh/cosh_definition.hpp"
#include "math/cospi/cospi_definition.hpp"
#include "math/exp/exp_definition.hpp"
#include "math/exp10/exp10_definition.hpp"
#include "math/exp10m1/exp10m1_definition.hpp"
#include "math/exp2/exp2_definition.hpp"
#include "math/exp2m1/exp2m1_definition.hpp"
#include "math/expm1/expm1_definition.hpp"
#include "math/log/log_definition.hpp"
#include "math/log10/log10_definition.hpp"
#include "math/log10p1/log10p1_definition.hpp"
#include "math/log1p/log1p_definition.hpp"
#include "math/log2/log2_definition.hpp"
#include "math/log2p1/log2p1_definition.hpp"
#include "math/sin/sin_definition.hpp"
#include "math/sinh/sinh_definition.hpp"
#include "math/sinpi/sinpi_definition.hpp"
#include "math/tan/tan_definition.hpp"
#include "math/tanh/tanh_definition.hpp"
#include "math/tanpi/tanpi_definition.hpp"

namespace isobit::test {
namespace {

constexpr std::uint64_t seed = 62;

template <class T, class Run> void for_each_function(Run run) {
#define ISOBIT_RUN(f, low, high) \
  run(                           \
      #f, [](T x) { return math::evaluate_with_effort<math::f##_definition>(x); }, low, high)
  ISOBIT_RUN(exp, -10, 10);
  ISOBIT_RUN(exp2, -10, 10);
  ISOBIT_RUN(exp10, -10, 10);
  ISOBIT_RUN(expm1, -10, 10);
  ISOBIT_RUN(log, 0, 20);
  ISOBIT_RUN(log2, 0, 20);
  ISOBIT_RUN(log10, 0, 20);
  ISOBIT_RUN(log1p, -1, 20);
  ISOBIT_RUN(sin, -10, 10);
  ISOBIT_RUN(cos, -10, 10);
  ISOBIT_RUN(tan, -10, 10);
  ISOBIT_RUN(sinpi, -10, 10);
  ISOBIT_RUN(cospi, -10, 10);
  ISOBIT_RUN(tanpi, -10, 10);
  ISOBIT_RUN(asinpi, -1, 1);
  ISOBIT_RUN(acospi, -1, 1);
  ISOBIT_RUN(atanpi, -10, 10);
  ISOBIT_RUN(exp2m1, -10, 10);
  ISOBIT_RUN(exp10m1, -10, 10);
  ISOBIT_RUN(log2p1, -1, 20);
  ISOBIT_RUN(log10p1, -1, 20);
  ISOBIT_RUN(asin, -1, 1);
  ISOBIT_RUN(acos, -1, 1);
  ISOBIT_RUN(atan, -10, 10);
  ISOBIT_RUN(sinh, -10, 10);
  ISOBIT_RUN(cosh, -10, 10);
  ISOBIT_RUN(tanh, -10, 10);
  ISOBIT_RUN(asinh, -10, 10);
  ISOBIT_RUN(acosh, 1, 20);
  ISOBIT_RUN(atanh, -1, 1);
#undef ISOBIT_RUN
}

// The largest that double functions are known to need is near 2 * 53 + 64 bits, for arguments of any size.
template <class T> class definition : public definition_check<T, 320, 2> {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(definition, element_types);

TYPED_TEST(definition, is_that_of_mpfr_for_arguments_of_every_kind) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double low, double high) {
    this->expect_right_for_every_kind(name, evaluate, low, high, seed, 3000);
  });
}

TYPED_TEST(definition, is_that_of_mpfr_at_every_exponent) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double, double) {
    this->expect_right_at_every_exponent(name, evaluate, seed);
  });
}

TYPED_TEST(definition, is_that_of_mpfr_around_special_numbers) {
  using f = format<TypeParam>;
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double, double) {
    for (TypeParam x :
         {TypeParam(0), TypeParam(1), TypeParam(0.5), TypeParam(2), from_bits<TypeParam>(f::infinity),
          from_bits<TypeParam>(f::implicit_bit), from_bits<TypeParam>(f::canonical_nan),
          // where results overflow, become subnormal, and vanish
          TypeParam(709.782712893384), TypeParam(-745.1332191019412), TypeParam(-708.3964185322641),
          TypeParam(710.4758600739439), TypeParam(308.25471555991675), TypeParam(-323.60724533877976),
          TypeParam(-307.6526555685888), TypeParam(1024), TypeParam(1022), TypeParam(1074), TypeParam(1075),
          TypeParam(88.72284), TypeParam(-103.972084), TypeParam(-87.33655), TypeParam(89.41599), TypeParam(38.53184),
          TypeParam(-45.154499), TypeParam(-37.92978), TypeParam(128), TypeParam(126), TypeParam(149), TypeParam(150),
          // where results become those of tiny arguments, or saturate
          TypeParam(0x1p-27), TypeParam(0x1p-26), TypeParam(0x1p-12), TypeParam(0x1p-13), TypeParam(0x1p-53),
          TypeParam(0x1p-54), TypeParam(0x1p-55), TypeParam(0x1p-24), TypeParam(0x1p-25), TypeParam(0x1p-26),
          TypeParam(19.06), TypeParam(9.01), TypeParam(53), TypeParam(24)})
      ASSERT_NO_FATAL_FAILURE(this->expect_right_around(name, evaluate, x));
  });
}

TYPED_TEST(definition, is_that_of_mpfr_for_integers_halves_and_powers_of_ten) {
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double, double) {
    for (int i = -1100; i <= 1100; ++i) {
      ASSERT_NO_FATAL_FAILURE(this->expect_right(name, evaluate, static_cast<TypeParam>(i)));
      ASSERT_NO_FATAL_FAILURE(this->expect_right(name, evaluate, static_cast<TypeParam>(i + 0.5)));
    }
    double ten = 1;
    for (int i = 0; i <= 23; ++i, ten *= 10)
      ASSERT_NO_FATAL_FAILURE(this->expect_right_around(name, evaluate, static_cast<TypeParam>(ten)));
    for (int i = 20; i < 60; ++i)
      ASSERT_NO_FATAL_FAILURE(this->expect_right_around(name, evaluate, power_of_two<TypeParam>(false, i)));
  });
}

TYPED_TEST(definition, makes_every_nan_the_canonical_one) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>(
      [&](char const* name, auto evaluate, double, double) { this->expect_canonical_nans(name, evaluate, seed); });
}

TYPED_TEST(definition, does_not_depend_on_the_floating_point_environment) {
  SCOPED_TRACE(seed);
  for_each_function<TypeParam>([&](char const* name, auto evaluate, double low, double high) {
    this->expect_no_influence_of_the_environment(name, evaluate, low, high, seed, 30);
  });
}

TEST(definition_of_exp10, rounds_the_midpoint_10_to_the_23_to_even) {
  EXPECT_TRUE(same_bits(0x1.52d02c7e14af6p+76, math::evaluate<math::exp10_definition>(23.0)));
}

TEST(definition_of_exp2, rounds_the_midpoint_below_the_smallest_number_to_zero) {
  EXPECT_TRUE(same_bits(0.0, math::evaluate<math::exp2_definition>(-1075.0)));
  EXPECT_TRUE(same_bits(0x1p-1074, math::evaluate<math::exp2_definition>(-0x1.0cbffffffffffp10)));
  EXPECT_TRUE(same_bits(0.0f, math::evaluate<math::exp2_definition>(-150.0f)));
  EXPECT_TRUE(same_bits(0x1p-149f, math::evaluate<math::exp2_definition>(-0x1.2bfffep7f)));
}

}  // namespace
}  // namespace isobit::test
