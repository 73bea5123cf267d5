#ifndef ISOBIT_MATH_H
#define ISOBIT_MATH_H

/**
 * Elementary functions for C, correctly rounded: those of math.hpp, with the same bits.
 *
 *     double y = isobit_cr_exp(1.5);
 *     float z = isobit_cr_powf(2.0f, 0.5f);
 *     isobit_status status = isobit_cr_exp_array(in, out, count);
 *
 * Each result is the exact value of the function, rounded once to nearest-even, whatever the caller's rounding mode;
 * or in a direction: isobit_cr_exp_rounded(1.5, ISOBIT_UPWARD), isobit_cr_exp_array_rounded(in, out, count,
 * ISOBIT_DOWNWARD). What is not a direction gives a NaN, or ISOBIT_INVALID_ARGUMENT.
 * Special values are those of C (Annex F); a NaN is always the canonical one. A function of one number may raise
 * inexact and no other exception; errno is never set.
 *
 * A function of one number has no way to report an ISOBIT_FORCE_ISA that this machine cannot meet: the first such call
 * prints a message to the standard error output, and the best instruction set is used. The bits do not depend on it.
 *
 * Functions of one and two numbers have the 16-bit types, too, as their bits: isobit_cr_exp_float16(0x3c00) is 0x4170,
 * isobit_cr_exp_bfloat16_array(in, out, count) is of arrays of bfloat16.
 *
 * The arrays choose the number of threads themselves. `out` may be an array of arguments; otherwise it must not
 * overlap it (ISOBIT_INVALID_ARGUMENT, and nothing is written). A `count` of 0 is allowed, with any pointer.
 */

#include <stddef.h>

#include <isobit/isobit.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ISOBIT_OF_ONE(f, T)                                                          \
  ISOBIT_API T isobit_cr_##f(T x);                                                   \
  ISOBIT_API T isobit_cr_##f##_rounded(T x, isobit_rounding direction);              \
  ISOBIT_API isobit_status isobit_cr_##f##_array(T const* in, T* out, size_t count); \
  ISOBIT_API isobit_status isobit_cr_##f##_array_rounded(T const* in, T* out, size_t count, isobit_rounding direction);
#define ISOBIT_OF_TWO(f, T)                                                                            \
  ISOBIT_API T isobit_cr_##f(T x, T y);                                                                \
  ISOBIT_API T isobit_cr_##f##_rounded(T x, T y, isobit_rounding direction);                           \
  ISOBIT_API isobit_status isobit_cr_##f##_array(T const* x, T const* y, T* out, size_t count);        \
  ISOBIT_API isobit_status isobit_cr_##f##_array_rounded(T const* x, T const* y, T* out, size_t count, \
                                                         isobit_rounding direction);
#define ISOBIT_WITH_INTEGER(f, T)                                                                            \
  ISOBIT_API T isobit_cr_##f(T x, int64_t n);                                                                \
  ISOBIT_API T isobit_cr_##f##_rounded(T x, int64_t n, isobit_rounding direction);                           \
  ISOBIT_API isobit_status isobit_cr_##f##_array(T const* x, int64_t const* n, T* out, size_t count);        \
  ISOBIT_API isobit_status isobit_cr_##f##_array_rounded(T const* x, int64_t const* n, T* out, size_t count, \
                                                         isobit_rounding direction);
#define ISOBIT_NUMBER_WITH_INTEGER(name) ISOBIT_WITH_INTEGER(name, double) ISOBIT_WITH_INTEGER(name##f, float)
#define ISOBIT_OF_ONE_NUMBER(name) \
  ISOBIT_OF_ONE(name, double)      \
  ISOBIT_OF_ONE(name##f, float) ISOBIT_OF_ONE(name##_float16, uint16_t) ISOBIT_OF_ONE(name##_bfloat16, uint16_t)
#define ISOBIT_OF_TWO_NUMBERS(name) \
  ISOBIT_OF_TWO(name, double)       \
  ISOBIT_OF_TWO(name##f, float) ISOBIT_OF_TWO(name##_float16, uint16_t) ISOBIT_OF_TWO(name##_bfloat16, uint16_t)

ISOBIT_OF_ONE_NUMBER(exp)     /**< e^x: isobit_cr_exp, isobit_cr_expf, isobit_cr_exp_array, isobit_cr_expf_array */
ISOBIT_OF_ONE_NUMBER(exp2)    /**< 2^x */
ISOBIT_OF_ONE_NUMBER(exp10)   /**< 10^x */
ISOBIT_OF_ONE_NUMBER(expm1)   /**< e^x - 1 */
ISOBIT_OF_ONE_NUMBER(exp2m1)  /**< 2^x - 1 */
ISOBIT_OF_ONE_NUMBER(exp10m1) /**< 10^x - 1 */
ISOBIT_OF_ONE_NUMBER(log)     /**< natural logarithm */
ISOBIT_OF_ONE_NUMBER(log2)    /**< logarithm to base 2 */
ISOBIT_OF_ONE_NUMBER(log10)   /**< logarithm to base 10 */
ISOBIT_OF_ONE_NUMBER(log1p)   /**< log(1 + x) */
ISOBIT_OF_ONE_NUMBER(log2p1)  /**< log2(1 + x) */
ISOBIT_OF_ONE_NUMBER(log10p1) /**< log10(1 + x) */

ISOBIT_OF_ONE_NUMBER(sin)
ISOBIT_OF_ONE_NUMBER(cos)
ISOBIT_OF_ONE_NUMBER(tan)
ISOBIT_OF_ONE_NUMBER(sinpi) /**< sin(pi x) */
ISOBIT_OF_ONE_NUMBER(cospi) /**< cos(pi x) */
ISOBIT_OF_ONE_NUMBER(tanpi) /**< tan(pi x) */
ISOBIT_OF_ONE_NUMBER(asin)
ISOBIT_OF_ONE_NUMBER(acos)
ISOBIT_OF_ONE_NUMBER(atan)
ISOBIT_OF_TWO_NUMBERS(atan2)   /**< isobit_cr_atan2(y, x): the angle of the point (x, y) */
ISOBIT_OF_ONE_NUMBER(asinpi)   /**< asin(x) / pi */
ISOBIT_OF_ONE_NUMBER(acospi)   /**< acos(x) / pi */
ISOBIT_OF_ONE_NUMBER(atanpi)   /**< atan(x) / pi */
ISOBIT_OF_TWO_NUMBERS(atan2pi) /**< atan2(y, x) / pi */

ISOBIT_OF_ONE_NUMBER(sinh)
ISOBIT_OF_ONE_NUMBER(cosh)
ISOBIT_OF_ONE_NUMBER(tanh)
ISOBIT_OF_ONE_NUMBER(asinh)
ISOBIT_OF_ONE_NUMBER(acosh)
ISOBIT_OF_ONE_NUMBER(atanh)

ISOBIT_OF_TWO_NUMBERS(pow)            /**< x^y */
ISOBIT_OF_TWO_NUMBERS(powr)           /**< exp(y log(x)): pow for x >= 0, where 0^0, inf^0 and 1^inf are NaN */
ISOBIT_NUMBER_WITH_INTEGER(pown)      /**< x^n */
ISOBIT_NUMBER_WITH_INTEGER(rootn)     /**< x^(1/n) */
ISOBIT_NUMBER_WITH_INTEGER(compoundn) /**< (1 + x)^n */
ISOBIT_OF_TWO_NUMBERS(hypot)          /**< square root of x^2 + y^2 */
ISOBIT_OF_ONE_NUMBER(cbrt)            /**< cube root */
ISOBIT_OF_ONE_NUMBER(rsqrt)           /**< 1 / square root */

ISOBIT_OF_ONE_NUMBER(erf)
ISOBIT_OF_ONE_NUMBER(erfc)
ISOBIT_OF_ONE_NUMBER(tgamma) /**< the gamma function */
ISOBIT_OF_ONE_NUMBER(lgamma) /**< log |gamma(x)| */

#undef ISOBIT_OF_TWO_NUMBERS
#undef ISOBIT_NUMBER_WITH_INTEGER
#undef ISOBIT_WITH_INTEGER
#undef ISOBIT_OF_ONE_NUMBER
#undef ISOBIT_OF_TWO
#undef ISOBIT_OF_ONE

/** Sine and cosine of one angle; of an array, sines and cosines must not overlap. */
ISOBIT_API void isobit_cr_sincos(double x, double* sine, double* cosine);
ISOBIT_API void isobit_cr_sincosf(float x, float* sine, float* cosine);
ISOBIT_API isobit_status isobit_cr_sincos_array(double const* in, double* sines, double* cosines, size_t count);
ISOBIT_API isobit_status isobit_cr_sincosf_array(float const* in, float* sines, float* cosines, size_t count);

/* As IEEE 754 defines them, rounded to nearest-even whatever the caller's mode. */
ISOBIT_API double isobit_cr_sqrt(double x);
ISOBIT_API float isobit_cr_sqrtf(float x);
ISOBIT_API double isobit_cr_fma(double x, double y, double z); /**< x*y + z, rounded once */
ISOBIT_API float isobit_cr_fmaf(float x, float y, float z);
ISOBIT_API double isobit_cr_divide(double x, double y);
ISOBIT_API float isobit_cr_dividef(float x, float y);

/* Complex functions: each part correctly rounded, special values as in C's Annex G. A complex number is passed by its
 * address: of a C99 `double _Complex`, of a std::complex<double>, or of two doubles, real part first (floats for names
 * that end in f). The result may be an argument. */
#define ISOBIT_OF_ONE_COMPLEX(name)                            \
  ISOBIT_API void isobit_cr_c##name(void const* z, void* out); \
  ISOBIT_API void isobit_cr_c##name##f(void const* z, void* out);

ISOBIT_OF_ONE_COMPLEX(exp)
ISOBIT_OF_ONE_COMPLEX(log)
ISOBIT_OF_ONE_COMPLEX(sqrt)
ISOBIT_OF_ONE_COMPLEX(sin)
ISOBIT_OF_ONE_COMPLEX(cos)
ISOBIT_OF_ONE_COMPLEX(tan)
ISOBIT_OF_ONE_COMPLEX(asin)
ISOBIT_OF_ONE_COMPLEX(acos)
ISOBIT_OF_ONE_COMPLEX(atan)
ISOBIT_OF_ONE_COMPLEX(sinh)
ISOBIT_OF_ONE_COMPLEX(cosh)
ISOBIT_OF_ONE_COMPLEX(tanh)
ISOBIT_OF_ONE_COMPLEX(asinh)
ISOBIT_OF_ONE_COMPLEX(acosh)
ISOBIT_OF_ONE_COMPLEX(atanh)
ISOBIT_API void isobit_cr_cpow(void const* z, void const* w, void* out); /**< z^w */
ISOBIT_API void isobit_cr_cpowf(void const* z, void const* w, void* out);
#undef ISOBIT_OF_ONE_COMPLEX

#ifdef __cplusplus
}
#endif

#endif
