// The functions one by one: compiled without fast math, and so that no compiler makes vectors of them.
#define _GNU_SOURCE
#include <math.h>

#define ONE(f, T)                                 \
  void scalar_##f(int n, T const* x, T* out) {    \
    for (int i = 0; i < n; ++i) out[i] = f(x[i]); \
  }
#define TWO(f, T)                                          \
  void scalar_##f(int n, T const* x, T const* y, T* out) { \
    for (int i = 0; i < n; ++i) out[i] = f(x[i], y[i]);    \
  }
#define UNARY(name, low, high) ONE(name, double) ONE(name##f, float)
#define BINARY(name, low, high) TWO(name, double) TWO(name##f, float)
#include "functions.def"
