/* A real BLAS with 64-bit integers under BLAS's own names. What isobit replaces must not be reached. */
#include <stdint.h>
#include <stdlib.h>

int64_t idamax_(int64_t const* n, double const* x, int64_t const* step) {
  int64_t place = 0;
  for (int64_t i = 0; i < *n; ++i)
    if (place == 0 || x[i * *step] > x[(place - 1) * *step]) place = i + 1;
  return place;
}
void dgemm_(void) { abort(); }
void cblas_dgemm(void) { abort(); }
void dgetrf_(void) { abort(); }
void dpotrf_(void) { abort(); }
void dgesdd_(void) { abort(); }
