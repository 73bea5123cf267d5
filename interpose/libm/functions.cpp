#include <isobit/math/functions.hpp>

#include "consequences.hpp"
#include "counters.hpp"
#include "direction.hpp"
#include "math/in_use.hpp"

// Every function has a name of its own here and libm's in the object file: the compiler believes to know what libm's
// do. The other names are those of glibc: of the types _Float64, _Float32x and _Float32, and what programs call that
// were built with -ffinite-math-only before glibc 2.31.

#define ISOBIT_EXPORTED(symbol) __asm__(symbol) __attribute__((visibility("default")))
#define ISOBIT_ALIAS(own, name, symbol, target) \
  extern "C" decltype(isobit_m_##name) isobit_m_##own ISOBIT_EXPORTED(symbol) __attribute__((alias(target)));

#define ISOBIT_DEFINE_UNARY(name, T, kind)                                     \
  extern "C" T isobit_m_##name(T x) noexcept ISOBIT_EXPORTED(#name);           \
  T isobit_m_##name(T x) noexcept {                                            \
    isobit::interpose::count(isobit::interpose::counted::name);                \
    return isobit::interpose::with_consequences<isobit::interpose::kind>(      \
        isobit::interpose::call(isobit::math::functions_in_use().name, x), x); \
  }
#define ISOBIT_DEFINE_BINARY(name, T, kind)                                          \
  extern "C" T isobit_m_##name(T x, T y) noexcept ISOBIT_EXPORTED(#name);            \
  T isobit_m_##name(T x, T y) noexcept {                                             \
    isobit::interpose::count(isobit::interpose::counted::name);                      \
    return isobit::interpose::with_consequences<isobit::interpose::kind>(            \
        isobit::interpose::call(isobit::math::functions_in_use().name, x, y), x, y); \
  }
#define ISOBIT_TYPED_NAMES(name)                       \
  ISOBIT_ALIAS(name##_f64, name, #name "f64", #name)   \
  ISOBIT_ALIAS(name##_f32x, name, #name "f32x", #name) \
  ISOBIT_ALIAS(name##_f32, name##f, #name "f32", #name "f")
#define ISOBIT_FINITE_NAMES(name)                                \
  ISOBIT_ALIAS(name##_finite, name, "__" #name "_finite", #name) \
  ISOBIT_ALIAS(name##f_finite, name##f, "__" #name "f_finite", #name "f")

#define ISOBIT_UNARY(name, kind) \
  ISOBIT_DEFINE_UNARY(name, double, kind) ISOBIT_DEFINE_UNARY(name##f, float, kind) ISOBIT_TYPED_NAMES(name)
#define ISOBIT_BINARY(name, kind) \
  ISOBIT_DEFINE_BINARY(name, double, kind) ISOBIT_DEFINE_BINARY(name##f, float, kind) ISOBIT_TYPED_NAMES(name)

ISOBIT_UNARY(exp, vanishing)
ISOBIT_UNARY(exp2, like_exp2)
ISOBIT_UNARY(exp10, vanishing)
ISOBIT_UNARY(expm1, like_argument)
ISOBIT_UNARY(exp2m1, like_argument)
ISOBIT_UNARY(exp10m1, like_argument)
ISOBIT_UNARY(log, like_logarithm)
ISOBIT_UNARY(log2, like_logarithm)
ISOBIT_UNARY(log10, like_logarithm)
ISOBIT_UNARY(log1p, like_argument_with_poles)
ISOBIT_UNARY(log2p1, like_argument_with_poles)
ISOBIT_UNARY(log10p1, like_argument_with_poles)
ISOBIT_UNARY(sin, like_argument)
ISOBIT_UNARY(cos, never_small)
ISOBIT_UNARY(tan, like_argument)
ISOBIT_UNARY(sinpi, like_sinpi)
ISOBIT_UNARY(cospi, never_small)
ISOBIT_UNARY(tanpi, like_tanpi)
ISOBIT_UNARY(asin, like_argument)
ISOBIT_UNARY(acos, never_small)
ISOBIT_UNARY(atan, like_argument)
ISOBIT_BINARY(atan2, like_atan2)
ISOBIT_UNARY(asinpi, like_argument)
ISOBIT_UNARY(acospi, never_small)
ISOBIT_UNARY(atanpi, like_argument)
ISOBIT_BINARY(atan2pi, like_atan2)
ISOBIT_UNARY(sinh, like_argument)
ISOBIT_UNARY(cosh, never_small)
ISOBIT_UNARY(tanh, like_argument)
ISOBIT_UNARY(asinh, like_argument)
ISOBIT_UNARY(acosh, never_small)
ISOBIT_UNARY(atanh, like_argument_with_poles)
ISOBIT_BINARY(pow, like_pow)
ISOBIT_BINARY(powr, like_pow)
ISOBIT_BINARY(hypot, like_hypot)
ISOBIT_UNARY(cbrt, never_small)
ISOBIT_UNARY(rsqrt, like_logarithm)
ISOBIT_UNARY(erf, like_argument)
ISOBIT_UNARY(erfc, vanishing)

#define ISOBIT_DEFINE_WITH_INTEGER(name, function, T, kind)                                       \
  extern "C" T isobit_m_##name(T x, long long n) noexcept ISOBIT_EXPORTED(#name);                 \
  T isobit_m_##name(T x, long long n) noexcept {                                                  \
    isobit::interpose::count(isobit::interpose::counted::name);                                   \
    return isobit::interpose::with_consequences<isobit::interpose::kind>(                         \
        isobit::cr::function(x, n, isobit::interpose::wanted_direction()), x, static_cast<T>(n)); \
  }
#define ISOBIT_WITH_INTEGER(name, kind)                \
  ISOBIT_DEFINE_WITH_INTEGER(name, name, double, kind) \
  ISOBIT_DEFINE_WITH_INTEGER(name##f, name, float, kind) ISOBIT_TYPED_NAMES(name)
ISOBIT_WITH_INTEGER(pown, like_pow)
ISOBIT_WITH_INTEGER(rootn, like_pow)
ISOBIT_WITH_INTEGER(compoundn, like_compound)

ISOBIT_FINITE_NAMES(acos)
ISOBIT_FINITE_NAMES(acosh)
ISOBIT_FINITE_NAMES(asin)
ISOBIT_FINITE_NAMES(atan2)
ISOBIT_FINITE_NAMES(atanh)
ISOBIT_FINITE_NAMES(cosh)
ISOBIT_FINITE_NAMES(exp)
ISOBIT_FINITE_NAMES(exp2)
ISOBIT_FINITE_NAMES(exp10)
ISOBIT_FINITE_NAMES(hypot)
ISOBIT_FINITE_NAMES(log)
ISOBIT_FINITE_NAMES(log2)
ISOBIT_FINITE_NAMES(log10)
ISOBIT_FINITE_NAMES(pow)
ISOBIT_FINITE_NAMES(sinh)
ISOBIT_ALIAS(pow10, exp10, "pow10", "exp10")
ISOBIT_ALIAS(pow10f, exp10f, "pow10f", "exp10f")

#define ISOBIT_SINCOS(name, T, sine_name, cosine_name)                                                               \
  extern "C" void isobit_m_##name(T x, T* sine, T* cosine) noexcept ISOBIT_EXPORTED(#name);                          \
  void isobit_m_##name(T x, T* sine, T* cosine) noexcept {                                                           \
    isobit::interpose::count(isobit::interpose::counted::name);                                                      \
    auto const& functions = isobit::math::functions_in_use();                                                        \
    if (auto const direction = isobit::interpose::wanted_direction(); direction != isobit::rounding::nearest_even) { \
      *sine = functions.sine_name.directed(x, direction), *cosine = functions.cosine_name.directed(x, direction);    \
    } else {                                                                                                         \
      auto const both = functions.name.scalar(x);                                                                    \
      *sine = both.sin, *cosine = both.cos;                                                                          \
    }                                                                                                                \
    isobit::interpose::with_consequences<isobit::interpose::like_argument>(*sine, x);                                \
  }
ISOBIT_SINCOS(sincos, double, sin, cos)
ISOBIT_SINCOS(sincosf, float, sinf, cosf)
ISOBIT_TYPED_NAMES(sincos)

// libm's, where the program has a libm.
extern "C" int signgam __attribute__((weak));

namespace {

/// The sign of the gamma function; at its poles what glibc says.
template <class T> int sign_of_gamma(T x) noexcept {
  if (!isobit::is_negative(x) || isobit::is_nonfinite(x)) return 1;
  if (isobit::is_zero(x)) return -1;
  if (isobit::interpose::is_integer(x)) return 1;
  auto const whole = static_cast<std::uint64_t>(-x);  // greater ones are integers
  return whole % 2 == 0 ? -1 : 1;
}

}  // namespace

// Of lgamma, the two forms with a sign; of __gamma_r_finite, the caller multiplies by the sign.
#define ISOBIT_LGAMMA(name, T, with_sign, tgamma_with_sign, tgamma_name)                                     \
  extern "C" T isobit_m_##with_sign(T x, int* sign) noexcept ISOBIT_EXPORTED(#with_sign);                    \
  T isobit_m_##with_sign(T x, int* sign) noexcept {                                                          \
    isobit::interpose::count(isobit::interpose::counted::name);                                              \
    *sign = sign_of_gamma(x);                                                                                \
    return isobit::interpose::with_consequences<isobit::interpose::like_lgamma>(                             \
        isobit::interpose::call(isobit::math::functions_in_use().name, x), x);                               \
  }                                                                                                          \
  ISOBIT_ALIAS(with_sign##_finite, with_sign, "__" #with_sign "_finite", #with_sign)                         \
  extern "C" T isobit_m_##name(T x) noexcept ISOBIT_EXPORTED(#name);                                         \
  T isobit_m_##name(T x) noexcept {                                                                          \
    int sign = 0;                                                                                            \
    T const result = isobit_m_##with_sign(x, &sign);                                                         \
    if (&signgam != nullptr) signgam = sign;                                                                 \
    return result;                                                                                           \
  }                                                                                                          \
  extern "C" T isobit_m_##tgamma_with_sign(T x, int* sign) noexcept ISOBIT_EXPORTED("__" #tgamma_with_sign); \
  T isobit_m_##tgamma_with_sign(T x, int* sign) noexcept {                                                   \
    *sign = 1;                                                                                               \
    return isobit_m_##tgamma_name(x);                                                                        \
  }
ISOBIT_UNARY(tgamma, like_tgamma)
ISOBIT_LGAMMA(lgamma, double, lgamma_r, gamma_r_finite, tgamma)
ISOBIT_LGAMMA(lgammaf, float, lgammaf_r, gammaf_r_finite, tgammaf)
ISOBIT_TYPED_NAMES(lgamma)
ISOBIT_ALIAS(lgamma_f64_r, lgamma_r, "lgammaf64_r", "lgamma_r")
ISOBIT_ALIAS(lgamma_f32x_r, lgamma_r, "lgammaf32x_r", "lgamma_r")
ISOBIT_ALIAS(lgamma_f32_r, lgammaf_r, "lgammaf32_r", "lgammaf_r")
ISOBIT_ALIAS(gamma, lgamma, "gamma", "lgamma")
ISOBIT_ALIAS(gammaf, lgammaf, "gammaf", "lgammaf")
