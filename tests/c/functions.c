#include <isobit/math.h>

#include <math.h>

#include "every_function.h"

/* The bits of a number that a format of 16 bits holds. */
static uint16_t bits_of(double x, int digits, int bias) {
  int exponent;
  double const significand = frexp(fabs(x), &exponent);
  if (x == 0) return 0;
  return (uint16_t)((x < 0 ? 0x8000 : 0) + (exponent + bias - 2) * (1 << (digits - 1)) +
                    (int)ldexp(significand, digits));
}
static uint16_t float16(double x) { return bits_of(x, 11, 15); }
static uint16_t bfloat16(double x) { return bits_of(x, 8, 127); }

/* At arguments where the value is exact: f(at) = value, of every type, single and in an array. */
#define OF_ONE(name, T, at, value)                                                           \
  do {                                                                                       \
    T const in = (T)(at);                                                                    \
    T out = 77;                                                                              \
    EXPECT(isobit_cr_##name(in) == (T)(value));                                              \
    EXPECT(isobit_cr_##name##_rounded(in, ISOBIT_UPWARD) == (T)(value));                     \
    GIVES((T)(value), out, isobit_cr_##name##_array_rounded(&in, &out, 1, ISOBIT_DOWNWARD)); \
    out = 77;                                                                                \
    GIVES((T)(value), out, isobit_cr_##name##_array(&in, &out, 1));                          \
  } while (0)
#define OF_TWO(name, T, first, second, value)                                                   \
  do {                                                                                          \
    T const x = (T)(first), y = (T)(second);                                                    \
    T out = 77;                                                                                 \
    EXPECT(isobit_cr_##name(x, y) == (T)(value));                                               \
    EXPECT(isobit_cr_##name##_rounded(x, y, ISOBIT_UPWARD) == (T)(value));                      \
    GIVES((T)(value), out, isobit_cr_##name##_array_rounded(&x, &y, &out, 1, ISOBIT_DOWNWARD)); \
    out = 77;                                                                                   \
    GIVES((T)(value), out, isobit_cr_##name##_array(&x, &y, &out, 1));                          \
  } while (0)
#define WITH_INTEGER(name, T, at, integer, value)                                               \
  do {                                                                                          \
    T const x = (T)(at);                                                                        \
    int64_t const n = integer;                                                                  \
    T out = 77;                                                                                 \
    EXPECT(isobit_cr_##name(x, n) == (T)(value));                                               \
    EXPECT(isobit_cr_##name##_rounded(x, n, ISOBIT_UPWARD) == (T)(value));                      \
    GIVES((T)(value), out, isobit_cr_##name##_array(&x, &n, &out, 1));                          \
    out = 77;                                                                                   \
    GIVES((T)(value), out, isobit_cr_##name##_array_rounded(&x, &n, &out, 1, ISOBIT_DOWNWARD)); \
  } while (0)
#define NUMBER_WITH_INTEGER(name, at, integer, value) \
  WITH_INTEGER(name, double, at, integer, value);     \
  WITH_INTEGER(name##f, float, at, integer, value)
#define OF_ONE_NUMBER(name, at, value)                           \
  OF_ONE(name, double, at, value);                               \
  OF_ONE(name##f, float, at, value);                             \
  OF_ONE(name##_float16, uint16_t, float16(at), float16(value)); \
  OF_ONE(name##_bfloat16, uint16_t, bfloat16(at), bfloat16(value))
#define OF_TWO_NUMBERS(name, first, second, value)                                   \
  OF_TWO(name, double, first, second, value);                                        \
  OF_TWO(name##f, float, first, second, value);                                      \
  OF_TWO(name##_float16, uint16_t, float16(first), float16(second), float16(value)); \
  OF_TWO(name##_bfloat16, uint16_t, bfloat16(first), bfloat16(second), bfloat16(value))
#define OF_COMPLEX(name, T, real, imaginary, real_value, imaginary_value) \
  do {                                                                    \
    T z[2];                                                               \
    z[0] = (T)(real), z[1] = (T)(imaginary);                              \
    isobit_cr_##name(z, z);                                               \
    EXPECT(z[0] == (T)(real_value) && z[1] == (T)(imaginary_value));      \
  } while (0)
#define OF_ONE_COMPLEX(name, real, imaginary, real_value, imaginary_value)   \
  OF_COMPLEX(c##name, double, real, imaginary, real_value, imaginary_value); \
  OF_COMPLEX(c##name##f, float, real, imaginary, real_value, imaginary_value)

void call_functions(void) {
  double sine = -1, cosine = -1, zero = 0;
  float sinef = -1, cosinef = -1, zerof = 0;
  double base[] = {3, 4}, power[] = {1.5, 0};
  float basef[] = {3, 4}, powerf[] = {1.5F, 0};
  OF_ONE_NUMBER(exp, 0, 1);
  OF_ONE_NUMBER(exp2, 3, 8);
  OF_ONE_NUMBER(exp10, 2, 100);
  OF_ONE_NUMBER(expm1, 0, 0);
  OF_ONE_NUMBER(log, 1, 0);
  OF_ONE_NUMBER(log2, 8, 3);
  OF_ONE_NUMBER(log10, 1000, 3);
  OF_ONE_NUMBER(log1p, 0, 0);
  OF_ONE_NUMBER(sin, 0, 0);
  OF_ONE_NUMBER(cos, 0, 1);
  OF_ONE_NUMBER(tan, 0, 0);
  OF_ONE_NUMBER(sinpi, 0.5, 1);
  OF_ONE_NUMBER(cospi, 1, -1);
  OF_ONE_NUMBER(exp2m1, 3, 7);
  OF_ONE_NUMBER(exp10m1, 2, 99);
  OF_ONE_NUMBER(log2p1, 7, 3);
  OF_ONE_NUMBER(log10p1, 9, 1);
  OF_ONE_NUMBER(tanpi, 0.25, 1);
  OF_ONE_NUMBER(asinpi, 1, 0.5);
  OF_ONE_NUMBER(acospi, -1, 1);
  OF_ONE_NUMBER(atanpi, 1, 0.25);
  OF_TWO_NUMBERS(atan2pi, 1, -1, 0.75);
  OF_TWO_NUMBERS(powr, 3, 4, 81);
  OF_ONE_NUMBER(asin, 0, 0);
  OF_ONE_NUMBER(acos, 1, 0);
  OF_ONE_NUMBER(atan, 0, 0);
  OF_TWO_NUMBERS(atan2, 0, 1, 0);
  OF_ONE_NUMBER(sinh, 0, 0);
  OF_ONE_NUMBER(cosh, 0, 1);
  OF_ONE_NUMBER(tanh, 0, 0);
  OF_ONE_NUMBER(asinh, 0, 0);
  OF_ONE_NUMBER(acosh, 1, 0);
  OF_ONE_NUMBER(atanh, 0, 0);
  OF_TWO_NUMBERS(pow, 3, 4, 81);
  NUMBER_WITH_INTEGER(pown, -3, 3, -27);
  NUMBER_WITH_INTEGER(rootn, 81, 4, 3);
  NUMBER_WITH_INTEGER(compoundn, 0.5, 2, 2.25);
  OF_TWO_NUMBERS(hypot, 3, 4, 5);
  OF_ONE_NUMBER(cbrt, 27, 3);
  OF_ONE_NUMBER(rsqrt, 16, 0.25);
  OF_ONE_NUMBER(erf, 0, 0);
  OF_ONE_NUMBER(erfc, 0, 1);
  OF_ONE_NUMBER(tgamma, 5, 24);
  OF_ONE_NUMBER(lgamma, 2, 0);

  isobit_cr_sincos(0, &sine, &cosine);
  EXPECT(sine == 0 && cosine == 1);
  isobit_cr_sincosf(0, &sinef, &cosinef);
  EXPECT(sinef == 0 && cosinef == 1);
  GIVES(1, cosine, isobit_cr_sincos_array(&zero, &sine, &cosine, 1));
  GIVES(1, cosinef, isobit_cr_sincosf_array(&zerof, &sinef, &cosinef, 1));

  EXPECT(isobit_cr_sqrt(9) == 3 && isobit_cr_sqrtf(9) == 3);
  EXPECT(isobit_cr_fma(2, 3, 4) == 10 && isobit_cr_fmaf(2, 3, 4) == 10);
  EXPECT(isobit_cr_divide(6, 2) == 3 && isobit_cr_dividef(6, 2) == 3);

  OF_ONE_COMPLEX(exp, 0, 0, 1, 0);
  OF_ONE_COMPLEX(log, 1, 0, 0, 0);
  OF_ONE_COMPLEX(sqrt, 3, 4, 2, 1);
  OF_ONE_COMPLEX(sin, 0, 0, 0, 0);
  OF_ONE_COMPLEX(cos, 0, 0, 1, 0);
  OF_ONE_COMPLEX(tan, 0, 0, 0, 0);
  OF_ONE_COMPLEX(asin, 0, 0, 0, 0);
  OF_ONE_COMPLEX(acos, 1, 0, 0, 0);
  OF_ONE_COMPLEX(atan, 0, 0, 0, 0);
  OF_ONE_COMPLEX(sinh, 0, 0, 0, 0);
  OF_ONE_COMPLEX(cosh, 0, 0, 1, 0);
  OF_ONE_COMPLEX(tanh, 0, 0, 0, 0);
  OF_ONE_COMPLEX(asinh, 0, 0, 0, 0);
  OF_ONE_COMPLEX(acosh, 1, 0, 0, 0);
  OF_ONE_COMPLEX(atanh, 0, 0, 0, 0);
  isobit_cr_cpow(base, power, base);
  EXPECT(base[0] == 2 && base[1] == 11);
  isobit_cr_cpowf(basef, powerf, basef);
  EXPECT(basef[0] == 2 && basef[1] == 11);
}
