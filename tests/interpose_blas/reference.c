/* A reference LAPACK, as far as tests see one, with integers of the size INTEGER: it calls BLAS by its names, and its
   own routines, too. With OPTIMISED it is one of those that only look like it. */
#include <stdint.h>
#include <stdlib.h>

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

/* What isobit's routines give, that this library's dlange_ was called, and what m was. */
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
}
