// What a program has after -O3 -ffast-math: loops that call vector functions. A module once for each library of such
// functions and each instruction set: loop_exp, loop_expf, ...
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>

#define ONE(name, T)                                                 \
  void loop_##name(T const* restrict x, T* restrict out, size_t n) { \
    for (size_t i = 0; i < n; ++i) out[i] = name(x[i]);              \
  }
#define TWO(name, T)                                                                      \
  void loop_##name(T const* restrict x, T const* restrict y, T* restrict out, size_t n) { \
    for (size_t i = 0; i < n; ++i) out[i] = name(x[i], y[i]);                             \
  }
#define ISOBIT_UNARY(name) ONE(name, double) ONE(name##f, float)
#define ISOBIT_BINARY(name) TWO(name, double) TWO(name##f, float)
#include "libmvec_functions.def"
