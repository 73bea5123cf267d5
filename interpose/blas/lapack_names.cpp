// LAPACK, as far as isobit does not compute it itself: it goes to the reference LAPACK, if there is one.

#include "symbols.hpp"

#define ISOBIT_LAPACK_NAME(name) ISOBIT_BLAS_LEFT_FORTRAN(name, lapack)
#include "lapack_names.def"
