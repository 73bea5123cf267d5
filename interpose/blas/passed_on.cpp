// What stays with the real BLAS. It passes through here to be counted and named in the report.

#include "symbols.hpp"

#define ISOBIT_LEFT(name) ISOBIT_BLAS_LEFT_FORTRAN(name, real_blas) ISOBIT_BLAS_LEFT_C(name, real_blas)
#define ISOBIT_MOVES(name) ISOBIT_BLAS_LEFT_FORTRAN(name, any) ISOBIT_BLAS_LEFT_C(name, any)
#define ISOBIT_REAL(X, stem) X(s##stem) X(d##stem)
#define ISOBIT_COMPLEX(X, stem) X(c##stem) X(z##stem)
#define ISOBIT_EVERY(X, stem) ISOBIT_REAL(X, stem) ISOBIT_COMPLEX(X, stem)

// ISOBIT_EACH(A, X, a, b, ...) is A(X, a) A(X, b) ...
#define ISOBIT_AGAIN_1(...) ISOBIT_AGAIN_2(ISOBIT_AGAIN_2(ISOBIT_AGAIN_2(ISOBIT_AGAIN_2(__VA_ARGS__))))
#define ISOBIT_AGAIN_2(...) ISOBIT_AGAIN_3(ISOBIT_AGAIN_3(ISOBIT_AGAIN_3(ISOBIT_AGAIN_3(__VA_ARGS__))))
#define ISOBIT_AGAIN_3(...) ISOBIT_AGAIN_4(ISOBIT_AGAIN_4(ISOBIT_AGAIN_4(ISOBIT_AGAIN_4(__VA_ARGS__))))
#define ISOBIT_AGAIN_4(...) __VA_ARGS__
#define ISOBIT_PARENTHESES ()
#define ISOBIT_EACH(A, X, ...) __VA_OPT__(ISOBIT_AGAIN_1(ISOBIT_NEXT(A, X, __VA_ARGS__)))
#define ISOBIT_NEXT(A, X, stem, ...) A(X, stem) __VA_OPT__(ISOBIT_NEXT_NAME ISOBIT_PARENTHESES(A, X, __VA_ARGS__))
#define ISOBIT_NEXT_NAME() ISOBIT_NEXT

// Moving and exchanging numbers has the same bits everywhere.
ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_MOVES, copy, swap);

ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_LEFT, rotg, axpby, gbmv, trmv, tbmv, tpmv, tbsv, tpsv, symv, syr, spmv, spr, symm,
            syr2k, trmm, gemm_batch, gemm_batch_strided, omatcopy, imatcopy, geadd);
ISOBIT_EACH(ISOBIT_REAL, ISOBIT_LEFT, rotm, rotmg, sbmv, syr2, spr2, sum, amax);
ISOBIT_EACH(ISOBIT_COMPLEX, ISOBIT_LEFT, hemv, hbmv, hpmv, her, hpr, her2, hpr2, hemm, her2k, gemm3m, axpyc);
ISOBIT_LEFT(scsum);
ISOBIT_LEFT(dzsum);
