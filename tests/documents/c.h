/* What the examples in C take for granted. */

#include <isobit/isobit.h>
#include <isobit/linalg.h>

extern ptrdiff_t m, n, k;
extern double *a, *b, *c;
