#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/rounding.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/math/sine_and_cosine.hpp>

/// Elementary functions, correctly rounded: each result is the exact value of the function, rounded once to
/// nearest-even. That is one number, so it has the same bits on every machine, in every release, for one number or an
/// array, on one thread or many.
///
///     double y = isobit::cr::exp(1.5);
///     isobit::cr::exp(in, out);                        // a whole array; `out` may be `in`
///     isobit::cr::exp(in, out, isobit::threads(4));    // on four threads
///
/// Every function of one result takes a direction, too, whatever the caller's rounding mode: the exact value rounded
/// upward is the least number that is not below it. sqrt, fma and divide do not.
///
///     double above = isobit::cr::exp(1.5, isobit::rounding::upward);
///     isobit::cr::exp(in, out, isobit::rounding::downward);
///
/// Functions of one and two numbers have 16-bit ones, too: `float16` and `bfloat16`, with the exact value rounded once.
///
///     isobit::float16 e = isobit::cr::exp(isobit::float16{0x3c00});  // of 1: 2.719
///
/// Special values are those of C (Annex F); a NaN is always the canonical one. The caller's rounding mode and
/// flush-to-zero neither matter nor change. A call of one number may raise inexact, as an inexact operation does, and
/// no other exception; a call of arrays raises none.
///
/// Arrays must have equal sizes and `out` must be `in` or not overlap it; else `error` is thrown and nothing written.
/// Arrays throw it too where ISOBIT_FORCE_ISA cannot be met. A call of one number never throws: the first one then
/// prints a message to the standard error output, and the best instruction set is used. The bits do not depend on it.
ISOBIT_NAMESPACE_BEGIN
namespace cr {

/// Every such integer is a double: `exp(1)` is `exp(1.0)`. A larger one might have to be rounded: convert it yourself.
template <class T>
concept small_integer = std::integral<T> && sizeof(T) <= sizeof(int);

#define ISOBIT_OF_ONE(f, T)                                                              \
  [[nodiscard]] ISOBIT_API T f(T x) noexcept;                                            \
  [[nodiscard]] ISOBIT_API T f(T x, rounding direction) noexcept;                        \
  ISOBIT_API void f(std::span<T const> in, std::span<T> out, driver_ref const& on = {}); \
  ISOBIT_API void f(std::span<T const> in, std::span<T> out, rounding direction, driver_ref const& on = {});
#define ISOBIT_OF_TWO(f, T)                                                                                   \
  [[nodiscard]] ISOBIT_API T f(T x, T y) noexcept;                                                            \
  [[nodiscard]] ISOBIT_API T f(T x, T y, rounding direction) noexcept;                                        \
  ISOBIT_API void f(std::span<T const> x, std::span<T const> y, std::span<T> out, driver_ref const& on = {}); \
  ISOBIT_API void f(std::span<T const> x, std::span<T const> y, std::span<T> out, rounding direction,         \
                    driver_ref const& on = {});
#define ISOBIT_WITH_INTEGER(f, T)                                                                                \
  [[nodiscard]] ISOBIT_API T f(T x, std::int64_t n) noexcept;                                                    \
  [[nodiscard]] ISOBIT_API T f(T x, std::int64_t n, rounding direction) noexcept;                                \
  ISOBIT_API void f(std::span<T const> x, std::span<std::int64_t const> n, std::span<T> out,                     \
                    driver_ref const& on = {});                                                                  \
  ISOBIT_API void f(std::span<T const> x, std::span<std::int64_t const> n, std::span<T> out, rounding direction, \
                    driver_ref const& on = {});
#define ISOBIT_NUMBER_WITH_INTEGER(f) ISOBIT_WITH_INTEGER(f, double) ISOBIT_WITH_INTEGER(f, float)
#define ISOBIT_OF_ONE_NUMBER(f) \
  ISOBIT_OF_ONE(f, double)      \
  ISOBIT_OF_ONE(f, float)       \
  ISOBIT_OF_ONE(f, float16)     \
  ISOBIT_OF_ONE(f, bfloat16)    \
  template <small_integer Integer> [[nodiscard]] double f(Integer x) noexcept { return f(static_cast<double>(x)); }
#define ISOBIT_OF_TWO_NUMBERS(f)                                                                            \
  ISOBIT_OF_TWO(f, double)                                                                                  \
  ISOBIT_OF_TWO(f, float)                                                                                   \
  ISOBIT_OF_TWO(f, float16)                                                                                 \
  ISOBIT_OF_TWO(f, bfloat16)                                                                                \
  template <small_integer First, small_integer Second> [[nodiscard]] double f(First x, Second y) noexcept { \
    return f(static_cast<double>(x), static_cast<double>(y));                                               \
  }

ISOBIT_OF_ONE_NUMBER(exp)      ///< e^x
ISOBIT_OF_ONE_NUMBER(exp2)     ///< 2^x
ISOBIT_OF_ONE_NUMBER(exp10)    ///< 10^x
ISOBIT_OF_ONE_NUMBER(expm1)    ///< e^x - 1
ISOBIT_OF_ONE_NUMBER(exp2m1)   ///< 2^x - 1
ISOBIT_OF_ONE_NUMBER(exp10m1)  ///< 10^x - 1
ISOBIT_OF_ONE_NUMBER(log)      ///< natural logarithm
ISOBIT_OF_ONE_NUMBER(log2)     ///< logarithm to base 2
ISOBIT_OF_ONE_NUMBER(log10)    ///< logarithm to base 10
ISOBIT_OF_ONE_NUMBER(log1p)    ///< log(1 + x)
ISOBIT_OF_ONE_NUMBER(log2p1)   ///< log2(1 + x)
ISOBIT_OF_ONE_NUMBER(log10p1)  ///< log10(1 + x)

ISOBIT_OF_ONE_NUMBER(sin)
ISOBIT_OF_ONE_NUMBER(cos)
ISOBIT_OF_ONE_NUMBER(tan)
ISOBIT_OF_ONE_NUMBER(sinpi)  ///< sin(pi x)
ISOBIT_OF_ONE_NUMBER(cospi)  ///< cos(pi x)
ISOBIT_OF_ONE_NUMBER(tanpi)  ///< tan(pi x)
ISOBIT_OF_ONE_NUMBER(asin)
ISOBIT_OF_ONE_NUMBER(acos)
ISOBIT_OF_ONE_NUMBER(atan)
ISOBIT_OF_TWO_NUMBERS(atan2)    ///< atan2(y, x): the angle of the point (x, y)
ISOBIT_OF_ONE_NUMBER(asinpi)    ///< asin(x) / pi
ISOBIT_OF_ONE_NUMBER(acospi)    ///< acos(x) / pi
ISOBIT_OF_ONE_NUMBER(atanpi)    ///< atan(x) / pi
ISOBIT_OF_TWO_NUMBERS(atan2pi)  ///< atan2(y, x) / pi

ISOBIT_OF_ONE_NUMBER(sinh)
ISOBIT_OF_ONE_NUMBER(cosh)
ISOBIT_OF_ONE_NUMBER(tanh)
ISOBIT_OF_ONE_NUMBER(asinh)
ISOBIT_OF_ONE_NUMBER(acosh)
ISOBIT_OF_ONE_NUMBER(atanh)

ISOBIT_OF_TWO_NUMBERS(pow)             ///< x^y
ISOBIT_OF_TWO_NUMBERS(powr)            ///< exp(y log(x)): pow for x >= 0, where 0^0, inf^0 and 1^inf are NaN
ISOBIT_NUMBER_WITH_INTEGER(pown)       ///< x^n
ISOBIT_NUMBER_WITH_INTEGER(rootn)      ///< x^(1/n)
ISOBIT_NUMBER_WITH_INTEGER(compoundn)  ///< (1 + x)^n
ISOBIT_OF_TWO_NUMBERS(hypot)           ///< square root of x^2 + y^2
ISOBIT_OF_ONE_NUMBER(cbrt)             ///< cube root
ISOBIT_OF_ONE_NUMBER(rsqrt)            ///< 1 / square root

ISOBIT_OF_ONE_NUMBER(erf)
ISOBIT_OF_ONE_NUMBER(erfc)
ISOBIT_OF_ONE_NUMBER(tgamma)  ///< the gamma function
ISOBIT_OF_ONE_NUMBER(lgamma)  ///< log |gamma(x)|

#undef ISOBIT_OF_TWO_NUMBERS
#undef ISOBIT_NUMBER_WITH_INTEGER
#undef ISOBIT_WITH_INTEGER
#undef ISOBIT_OF_ONE_NUMBER
#undef ISOBIT_OF_TWO
#undef ISOBIT_OF_ONE

/// Both of one angle.
[[nodiscard]] ISOBIT_API sine_and_cosine<double> sincos(double x) noexcept;
[[nodiscard]] ISOBIT_API sine_and_cosine<float> sincos(float x) noexcept;
ISOBIT_API void sincos(std::span<double const> in, std::span<double> sines, std::span<double> cosines,
                       driver_ref const& on = {});
ISOBIT_API void sincos(std::span<float const> in, std::span<float> sines, std::span<float> cosines,
                       driver_ref const& on = {});

/// As IEEE 754 defines them: here so that a program can take all its functions from one place.
[[nodiscard]] ISOBIT_API double sqrt(double x) noexcept;
[[nodiscard]] ISOBIT_API float sqrt(float x) noexcept;
[[nodiscard]] ISOBIT_API double fma(double x, double y, double z) noexcept;
[[nodiscard]] ISOBIT_API float fma(float x, float y, float z) noexcept;
[[nodiscard]] ISOBIT_API double divide(double x, double y) noexcept;
[[nodiscard]] ISOBIT_API float divide(float x, float y) noexcept;

}  // namespace cr
ISOBIT_NAMESPACE_END
