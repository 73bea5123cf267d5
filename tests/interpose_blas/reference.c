/* A reference LAPACK, as far as tests see one, with integers of the size INTEGER: it calls BLAS by its names, and its
   own routines, too. With OPTIMISED it is one of those that only look like it. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef INTEGER
#define INTEGER int32_t
#endif
typedef INTEGER integer;

void dgemm_(char const*, char const*, integer const*, integer const*, integer const*, double const*, double const*,
            integer const*, double const*, integer const*, double const*, double*, integer const*);
/* isobit has its own. */
void dgetrf_(integer const* m, integer const* n, double* a, integer const* lda, integer* pivots, integer* info) {
  (void)m, (void)n, (void)a, (void)lda, (void)pivots, (void)info;
  abort();
}

#ifdef OPTIMISED
int gotoblas = 1;
#endif

void ilaver_(integer* major, integer* minor, integer* patch) { *major = 3, *minor = 12, *patch = 9; }

/* Ends the program, as that of the reference LAPACK does. */
void xerbla_(char const* name, integer const* position, size_t length) {
  (void)name, (void)length;
  exit((int)*position);
}

double dlange_(void) { return 5; }

/* The functions of libm that LAPACK calls: whether isobit's are called, which all make the same of any NaN, and whether
   they give what is known without rounding. */
static double wrong_functions(void) {
  uint64_t const bits = UINT64_C(0x7ff8000000000123), canonical = UINT64_C(0x7ff8000000000000);
  double nan_with_payload, answers[7];
  memcpy(&nan_with_payload, &bits, sizeof bits);
  double const volatile x = nan_with_payload, one = 1, large = ldexp(1, 1000), small = ldexp(1, -1060);
  answers[0] = log(x), answers[1] = sin(x), answers[2] = cos(x), answers[3] = log10(x), answers[4] = atan2(x, one);
  answers[5] = pow(x, one), answers[6] = cabs(x + one * I);
  int wrong = 0;
  for (int i = 0; i < 7; ++i) wrong += memcmp(&answers[i], &canonical, sizeof canonical) != 0;
  wrong += cabs(3 * one + 4 * I) != 5 || cabsf((float)(3 * one) + 4 * I) != 5 || cexp(0 * one) != 1;
  wrong += csqrt(3 * one + 4 * I) != 2 + I || csqrt(-3 * one + 4 * I) != 1 + 2 * I;
  wrong += csqrt(-3 * one - 4 * I) != 1 - 2 * I || csqrtf((float)(3 * one) + 4 * I) != 2 + I;
  wrong += csqrt(5 * large + 12 * large * I) != ldexp(3, 500) + ldexp(2, 500) * I;
  wrong += csqrt(5 * small - 12 * small * I) != ldexp(3, -530) - ldexp(2, -530) * I;
  wrong += csqrt(0 * one) != 0 || csqrt(-4 * one) != 2 * I || csqrt(one * INFINITY) != INFINITY;
  return wrong;
}

/* What isobit's routines give, that this library's dlange_ was called, what m was, and which functions are wrong. */
void dgesdd_(char const* job, integer const* m, double* results, integer* info) {
  integer const one = 1, two = 2, three = 3, eighth = 8;
  integer pivots[2] = {-1, -1};
  double const unit = 1, zero = 0, a[3] = {1e16, 1, -1e16}, ones[3] = {1, 1, 1};
  double matrix[4] = {0, 2, 1, 1};
  if (*job == 'X') {
    *info = -8;
    return xerbla_("DGESDD", &eighth, 6);
  }
  *info = 0;
  dgemm_("N", "N", &one, &one, &three, &unit, a, &one, ones, &three, &zero, &results[0], &one);
  dgetrf_(&two, &two, matrix, &two, pivots, info);
  results[1] = (double)(10 * pivots[0] + pivots[1]);
  results[2] = dlange_();
  results[3] = (double)*m;
  results[4] = wrong_functions();
}
