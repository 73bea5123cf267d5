/* What the examples in C take for granted. */

#include <complex.h>
#include <stdio.h>

#include <isobit/isobit.h>
#include <isobit/linalg.h>
#include <isobit/math.h>
#include <isobit/solver.h>
#include <isobit/sparse.h>

extern ptrdiff_t m, n, k;
extern double *a, *b, *c;
extern int32_t *i, *j;
extern double *x, *contributions;
