#pragma once

/// Every function, once. X(name) for functions of one number in double and float; of two numbers. Of a
/// number and an integer: pown(x, n). sincos, which has two results, stands apart.
#define ISOBIT_MATH_UNARY(X)                                                                                           \
  X(sin)                                                                                                               \
  X(cos)                                                                                                               \
  X(tan)                                                                                                               \
  X(asin)                                                                                                              \
  X(acos)                                                                                                              \
  X(atan)                                                                                                              \
  X(sinh)                                                                                                              \
  X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) \
      X(rsqrt) X(sinpi) X(cospi) X(erf) X(erfc) X(tanpi) X(asinpi) X(acospi) X(atanpi) X(exp2m1) X(exp10m1) X(log2p1)  \
          X(log10p1) X(tgamma) X(lgamma)
#define ISOBIT_MATH_BINARY(X) X(pow) X(atan2) X(hypot) X(atan2pi) X(powr)
#define ISOBIT_MATH_INTEGER(X) X(pown) X(rootn) X(compoundn)
