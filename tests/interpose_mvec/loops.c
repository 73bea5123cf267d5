// Loops that compilers vectorise by calls of vector functions, and the same functions one by one, from scalar.c. Prints
// for each function how many results of the loop have other bits.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { count = 1003 };  // a tail of odd length
static double x[count], y[count], out[count], also[count];
static float xf[count], yf[count], outf[count], alsof[count];

#ifdef _OPENMP
#define LOOP _Pragma("omp simd") for (int i = 0; i < count; ++i)
#else
#define LOOP for (int i = 0; i < count; ++i)
#endif

static void report(char const* name, void const* got, void const* expected, size_t size) {
  int different = 0;
  for (int i = 0; i < count; ++i)
    different += memcmp((char const*)got + (size_t)i * size, (char const*)expected + (size_t)i * size, size) != 0;
  printf("%s %d\n", name, different);
}

static void fill(double low, double high) {
  unsigned long long state = 42;
  for (int i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x[i] = low + (high - low) * ((double)(state >> 11) * 0x1p-53);
    y[i] = -5 + 10 * ((double)(state >> 5 & 0xffffffff) * 0x1p-32);
    xf[i] = (float)x[i], yf[i] = (float)y[i];
  }
}

#define UNARY(name, low, high)                              \
  extern void scalar_##name(int, double const*, double*);   \
  extern void scalar_##name##f(int, float const*, float*);  \
  __attribute__((noinline)) static void test_##name(void) { \
    fill(low, high);                                        \
    LOOP out[i] = name(x[i]);                               \
    LOOP outf[i] = name##f(xf[i]);                          \
    scalar_##name(count, x, also);                          \
    scalar_##name##f(count, xf, alsof);                     \
    report(#name, out, also, sizeof out[0]);                \
    report(#name "f", outf, alsof, sizeof outf[0]);         \
  }
#define BINARY(name, low, high)                                          \
  extern void scalar_##name(int, double const*, double const*, double*); \
  extern void scalar_##name##f(int, float const*, float const*, float*); \
  __attribute__((noinline)) static void test_##name(void) {              \
    fill(low, high);                                                     \
    LOOP out[i] = name(x[i], y[i]);                                      \
    LOOP outf[i] = name##f(xf[i], yf[i]);                                \
    scalar_##name(count, x, y, also);                                    \
    scalar_##name##f(count, xf, yf, alsof);                              \
    report(#name, out, also, sizeof out[0]);                             \
    report(#name "f", outf, alsof, sizeof outf[0]);                      \
  }
#include "functions.def"
#undef UNARY
#undef BINARY

int main(void) {
#define UNARY(f, low, high) test_##f();
#define BINARY(f, low, high) test_##f();
#include "functions.def"
}
