// What stays with the real BLAS, since moving numbers and finding the largest has the same bits everywhere. It passes
// through here to be counted and named in the report.

#include "symbols.hpp"

#define ISOBIT_MOVES(name) ISOBIT_BLAS_LEFT_FORTRAN(name, any) ISOBIT_BLAS_LEFT_C(name, any)
#define ISOBIT_REAL_MOVES(stem) ISOBIT_MOVES(s##stem) ISOBIT_MOVES(d##stem)
#define ISOBIT_EVERY_MOVES(stem) ISOBIT_REAL_MOVES(stem) ISOBIT_MOVES(c##stem) ISOBIT_MOVES(z##stem)

ISOBIT_EVERY_MOVES(copy);
ISOBIT_EVERY_MOVES(swap);
ISOBIT_REAL_MOVES(amax);
ISOBIT_REAL_MOVES(amin);
ISOBIT_REAL_MOVES(max);
ISOBIT_REAL_MOVES(min);
