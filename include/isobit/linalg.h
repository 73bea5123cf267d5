#ifndef ISOBIT_LINALG_H
#define ISOBIT_LINALG_H

/**
 * Dense linear algebra for C: that of linalg.hpp, with the same bits. Every entry of a result is the sum of products
 * that defines it, computed exactly and rounded once.
 *
 *     double a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 0, 0, 1, 1, 1}, c[4];     // 2 x 3, 3 x 2, 2 x 2
 *     isobit_status status = isobit_dgemm(ISOBIT_ROW_MAJOR, ISOBIT_NO_TRANSPOSE, ISOBIT_NO_TRANSPOSE,
 *                                         2, 2, 3, 1.0, a, 3, b, 2, 0.0, c, 2, 0);
 *     if (status != ISOBIT_OK) fprintf(stderr, "%s\n", isobit_last_error());
 *
 * Names and arguments are BLAS's, sizes and leading dimensions have the width of a pointer. The letter before the name
 * says the type: s float, d double, c complex of float, z complex of double. Complex numbers are passed by pointers to
 * void: an array of C99's `double _Complex`, of C++'s `std::complex<double>`, or of pairs of doubles, real part first;
 * a single one, such as alpha, by a pointer as well. They must be aligned as the real type is.
 *
 * `threads` is the number of threads, 0 to let the library choose; it does not show in the bits. Vectors have their
 * elements `inc` apart as in BLAS: with a negative one the pointer is still the lowest address, 0 is refused.
 *
 * ISOBIT_INVALID_ARGUMENT for a negative size, a leading dimension that is too small, null with elements, an unknown
 * enumerator, or a result that overlaps what is read. Nothing is written then. What is not read may be null: with
 * alpha = 0, all that alpha is a factor of.
 */

#include <stddef.h>

#include <isobit/isobit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values are CBLAS's. */
typedef enum isobit_layout ISOBIT_AN_INT { ISOBIT_ROW_MAJOR = 101, ISOBIT_COLUMN_MAJOR = 102 } isobit_layout;
typedef enum isobit_transpose ISOBIT_AN_INT {
  ISOBIT_NO_TRANSPOSE = 111,
  ISOBIT_TRANSPOSE = 112,
  ISOBIT_CONJUGATE_TRANSPOSE = 113
} isobit_transpose;
/** Which half of a square matrix is read and written, its diagonal included. */
typedef enum isobit_triangle ISOBIT_AN_INT { ISOBIT_UPPER = 121, ISOBIT_LOWER = 122 } isobit_triangle;
/** Whether the diagonal of a triangular matrix is read, or is of ones. */
typedef enum isobit_diagonal ISOBIT_AN_INT { ISOBIT_STORED_DIAGONAL = 131, ISOBIT_UNIT_DIAGONAL = 132 } isobit_diagonal;
/** Where a triangular, symmetric or Hermitian matrix stands: op(a)*b, or b*op(a). */
typedef enum isobit_side ISOBIT_AN_INT { ISOBIT_LEFT = 141, ISOBIT_RIGHT = 142 } isobit_side;

/* What differs from type to type: the name, a single number, an element of an array, the real type. */
#define ISOBIT_FOR_REAL(declare, stem) \
  declare(isobit_s##stem, float, float, float) declare(isobit_d##stem, double, double, double)
#define ISOBIT_FOR_COMPLEX(declare, stem) \
  declare(isobit_c##stem, void const*, void, float) declare(isobit_z##stem, void const*, void, double)
#define ISOBIT_FOR_ALL(declare, stem) ISOBIT_FOR_REAL(declare, stem) ISOBIT_FOR_COMPLEX(declare, stem)

/** c = alpha*op(a)*op(b) + beta*c, with op(a) m x k and op(b) k x n. For beta = 0 c is not read, for alpha = 0 neither
    a nor b is. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                   \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b,     \
                                ptrdiff_t m, ptrdiff_t n, ptrdiff_t k, number alpha, element const* a, ptrdiff_t lda, \
                                element const* b, ptrdiff_t ldb, number beta, element* c, ptrdiff_t ldc,              \
                                size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, gemm)
#undef ISOBIT_DECLARE

/** The same for one half of an n x n matrix c; the other is neither read nor written. */
#define ISOBIT_DECLARE(name, number, element, real)                                                            \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose_a,      \
                                isobit_transpose transpose_b, ptrdiff_t n, ptrdiff_t k, number alpha,          \
                                element const* a, ptrdiff_t lda, element const* b, ptrdiff_t ldb, number beta, \
                                element* c, ptrdiff_t ldc, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, gemmt)
#undef ISOBIT_DECLARE

/** `count` products of one shape, c_i = alpha*op(a_i)*op(b_i) + beta*c_i; a_i is stride_a elements after a_(i-1), and
    so on. No two of the c_i may overlap. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                   \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b,     \
                                ptrdiff_t m, ptrdiff_t n, ptrdiff_t k, number alpha, element const* a, ptrdiff_t lda, \
                                ptrdiff_t stride_a, element const* b, ptrdiff_t ldb, ptrdiff_t stride_b, number beta, \
                                element* c, ptrdiff_t ldc, ptrdiff_t stride_c, ptrdiff_t count, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, gemm_batch_strided)
#undef ISOBIT_DECLARE

/** One half of c = alpha*op(a)*transposed(op(a)) + beta*c, with op(a) n x k. A complex a has no
    ISOBIT_CONJUGATE_TRANSPOSE here. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                  \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, ptrdiff_t n, \
                                ptrdiff_t k, number alpha, element const* a, ptrdiff_t lda, number beta, element* c, \
                                ptrdiff_t ldc, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, syrk)
#undef ISOBIT_DECLARE

/** One half of c = alpha*op(a)*adjoint(op(a)) + beta*c, with op(a) n x k; ISOBIT_TRANSPOSE is refused. The diagonal
    comes out real; the imaginary parts of that of c are not read. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                  \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, ptrdiff_t n, \
                                ptrdiff_t k, real alpha, element const* a, ptrdiff_t lda, real beta, element* c,     \
                                ptrdiff_t ldc, size_t threads);
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, herk)
#undef ISOBIT_DECLARE

/** One half of c = alpha*(op(a)*transposed(op(b)) + op(b)*transposed(op(a))) + beta*c, with op(a) and op(b) n x k.
    Complex matrices have no ISOBIT_CONJUGATE_TRANSPOSE here. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                  \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, ptrdiff_t n, \
                                ptrdiff_t k, number alpha, element const* a, ptrdiff_t lda, element const* b,        \
                                ptrdiff_t ldb, number beta, element* c, ptrdiff_t ldc, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, syr2k)
#undef ISOBIT_DECLARE

/** One half of c = alpha*op(a)*adjoint(op(b)) + conj(alpha)*op(b)*adjoint(op(a)) + beta*c; ISOBIT_TRANSPOSE is refused.
    The diagonal comes out real; the imaginary parts of that of c are not read. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                  \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, ptrdiff_t n, \
                                ptrdiff_t k, number alpha, element const* a, ptrdiff_t lda, element const* b,        \
                                ptrdiff_t ldb, real beta, element* c, ptrdiff_t ldc, size_t threads);
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, her2k)
#undef ISOBIT_DECLARE

/** y = alpha*op(a)*x + beta*y, with a m x n. For beta = 0 y is not read, for alpha = 0 neither a nor x is. */
#define ISOBIT_DECLARE(name, number, element, real)                                                              \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_transpose transpose, ptrdiff_t m, ptrdiff_t n,      \
                                number alpha, element const* a, ptrdiff_t lda, element const* x, ptrdiff_t incx, \
                                number beta, element* y, ptrdiff_t incy, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, gemv)
#undef ISOBIT_DECLARE

/*
 * Matrices of which less is stored than they have entries: of a symmetric, Hermitian or triangular one a half, the
 * other is not read. What is zero because nothing is stored there is no product: it does not turn an infinity into a
 * NaN. The imaginary parts of a Hermitian matrix's diagonal are not read.
 *
 * Packed (spmv, hpmv, tpmv, tpsv, spr, hpr, spr2, hpr2): the n*(n+1)/2 entries of a half without gaps, row after row in
 * ISOBIT_ROW_MAJOR, column after column in ISOBIT_COLUMN_MAJOR.
 *
 * Banded (gbmv, sbmv, hbmv, tbmv, tbsv): `below` diagonals under the main one and `above` over it; entry (i, j) is at
 * a[i*lda + below + j - i] in ISOBIT_ROW_MAJOR, at a[j*lda + above + i - j] in ISOBIT_COLUMN_MAJOR, and lda is at least
 * below + 1 + above. Of a half, `width` diagonals beside the main one.
 *
 *     double const a[] = {2, -1, 2, -1, 2, 0}, x[] = {1, 1, 1};     // 2 -1 0, -1 2 -1, 0 -1 2: the upper half
 *     double y[3];                                                 // becomes 1, 0, 1
 *     isobit_status status = isobit_dsbmv(ISOBIT_ROW_MAJOR, ISOBIT_UPPER, 3, 1, 1.0, a, 2, x, 1, 0.0, y, 1, 0);
 */

/** c = alpha*a*b + beta*c (ISOBIT_LEFT) or c = alpha*b*a + beta*c (ISOBIT_RIGHT), with c m x n, for a symmetric (symm)
    or Hermitian (hemm) a. */
#define ISOBIT_DECLARE(name, number, element, real)                                                           \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_side side, isobit_triangle half, ptrdiff_t m,    \
                                ptrdiff_t n, number alpha, element const* a, ptrdiff_t lda, element const* b, \
                                ptrdiff_t ldb, number beta, element* c, ptrdiff_t ldc, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, symm)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, hemm)
#undef ISOBIT_DECLARE

/** b = alpha*op(a)*b or b = alpha*b*op(a) for a triangular a, in place of the m x n matrix b. */
#define ISOBIT_DECLARE(name, number, element, real)                                                             \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_side side, isobit_triangle half,                   \
                                isobit_transpose transpose, isobit_diagonal diagonal, ptrdiff_t m, ptrdiff_t n, \
                                number alpha, element const* a, ptrdiff_t lda, element* b, ptrdiff_t ldb,       \
                                size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, trmm)
#undef ISOBIT_DECLARE

/** y = alpha*a*x + beta*y for a symmetric or Hermitian a of n rows. */
#define ISOBIT_DECLARE(name, number, element, real)                                                             \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, number alpha,          \
                                element const* a, ptrdiff_t lda, element const* x, ptrdiff_t incx, number beta, \
                                element* y, ptrdiff_t incy, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, symv)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, hemv)
#undef ISOBIT_DECLARE

/** The same for a band. */
#define ISOBIT_DECLARE(name, number, element, real)                                                              \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, ptrdiff_t width,        \
                                number alpha, element const* a, ptrdiff_t lda, element const* x, ptrdiff_t incx, \
                                number beta, element* y, ptrdiff_t incy, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, sbmv)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, hbmv)
#undef ISOBIT_DECLARE

/** The same for a packed half. */
#define ISOBIT_DECLARE(name, number, element, real)                                                          \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, number alpha,       \
                                element const* a, element const* x, ptrdiff_t incx, number beta, element* y, \
                                ptrdiff_t incy, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, spmv)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, hpmv)
#undef ISOBIT_DECLARE

/** y = alpha*op(a)*x + beta*y for an m x n band a. */
#define ISOBIT_DECLARE(name, number, element, real)                                                              \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_transpose transpose, ptrdiff_t m, ptrdiff_t n,      \
                                ptrdiff_t below, ptrdiff_t above, number alpha, element const* a, ptrdiff_t lda, \
                                element const* x, ptrdiff_t incx, number beta, element* y, ptrdiff_t incy,       \
                                size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, gbmv)
#undef ISOBIT_DECLARE

/** x = op(a)*x for a triangular a of n rows. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                 \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,             \
                                isobit_diagonal diagonal, ptrdiff_t n, element const* a, ptrdiff_t lda, element* x, \
                                ptrdiff_t incx, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, trmv)
#undef ISOBIT_DECLARE

/** The same for a band. */
#define ISOBIT_DECLARE(name, number, element, real)                                                       \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,   \
                                isobit_diagonal diagonal, ptrdiff_t n, ptrdiff_t width, element const* a, \
                                ptrdiff_t lda, element* x, ptrdiff_t incx, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, tbmv)
#undef ISOBIT_DECLARE

/** The same for a packed half. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                  \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,              \
                                isobit_diagonal diagonal, ptrdiff_t n, element const* a, element* x, ptrdiff_t incx, \
                                size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, tpmv)
#undef ISOBIT_DECLARE

/** a = alpha*x*transposed(y) + a, with a m x n; gerc takes adjoint(y). isobit_sger, isobit_dger, isobit_cgeru,
    isobit_cgerc, isobit_zgeru, isobit_zgerc. */
#define ISOBIT_DECLARE(name, number, element, real)                                                             \
  ISOBIT_API isobit_status name(isobit_layout layout, ptrdiff_t m, ptrdiff_t n, number alpha, element const* x, \
                                ptrdiff_t incx, element const* y, ptrdiff_t incy, element* a, ptrdiff_t lda,    \
                                size_t threads);
ISOBIT_FOR_REAL(ISOBIT_DECLARE, ger)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, geru)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, gerc)
#undef ISOBIT_DECLARE

/** One half of a = alpha*x*transposed(x) + a, with a n x n. */
#define ISOBIT_DECLARE(name, number, element, real)                                                    \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, number alpha, \
                                element const* x, ptrdiff_t incx, element* a, ptrdiff_t lda, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, syr)
#undef ISOBIT_DECLARE

/** One half of a = alpha*x*adjoint(x) + a, with a real alpha. Here and in her2, hpr and hpr2 the diagonal comes out
    real; the imaginary parts of that of a are not read. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                    \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, real alpha, element const* x, \
                                ptrdiff_t incx, element* a, ptrdiff_t lda, size_t threads);
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, her)
#undef ISOBIT_DECLARE

/** One half of a = alpha*x*transposed(y) + alpha*y*transposed(x) + a (syr2), and of a = alpha*x*adjoint(y) +
    conj(alpha)*y*adjoint(x) + a (her2). */
#define ISOBIT_DECLARE(name, number, element, real)                                                             \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, number alpha,          \
                                element const* x, ptrdiff_t incx, element const* y, ptrdiff_t incy, element* a, \
                                ptrdiff_t lda, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, syr2)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, her2)
#undef ISOBIT_DECLARE

/** syr, her, syr2 and her2 into a packed half. */
#define ISOBIT_DECLARE(name, number, element, real)                                                    \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, number alpha, \
                                element const* x, ptrdiff_t incx, element* a);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, spr)
#undef ISOBIT_DECLARE
#define ISOBIT_DECLARE(name, number, element, real)                                                                    \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, real alpha, element const* x, \
                                ptrdiff_t incx, element* a);
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, hpr)
#undef ISOBIT_DECLARE
#define ISOBIT_DECLARE(name, number, element, real)                                                    \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, number alpha, \
                                element const* x, ptrdiff_t incx, element const* y, ptrdiff_t incy, element* a);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, spr2)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, hpr2)
#undef ISOBIT_DECLARE

/** y = alpha*x + y, rounded once: for real numbers one fused multiply-add each. */
#define ISOBIT_DECLARE(name, number, element, real)                                                      \
  ISOBIT_API isobit_status name(ptrdiff_t n, number alpha, element const* x, ptrdiff_t incx, element* y, \
                                ptrdiff_t incy);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, axpy)
#undef ISOBIT_DECLARE

/** y = alpha*x + beta*y, rounded once. For beta = 0 y is not read. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                   \
  ISOBIT_API isobit_status name(ptrdiff_t n, number alpha, element const* x, ptrdiff_t incx, number beta, element* y, \
                                ptrdiff_t incy);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, axpby)
#undef ISOBIT_DECLARE

/** x = alpha*x. */
#define ISOBIT_DECLARE(name, number, element, real) \
  ISOBIT_API isobit_status name(ptrdiff_t n, number alpha, element* x, ptrdiff_t incx);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, scal)
#undef ISOBIT_DECLARE

/** The rotation x, y = c*x + s*y, c*y - conj(s)*x. */
#define ISOBIT_DECLARE(name, number, element, real) \
  ISOBIT_API isobit_status name(ptrdiff_t n, element* x, ptrdiff_t incx, element* y, ptrdiff_t incy, real c, number s);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, rot)
#undef ISOBIT_DECLARE

/** The rotation that takes (a, b) to (r, 0): r takes the place of *a, and of a real *b a number from which c and s can
    be found again; a complex *b is left as it is. Each is rounded once; all are NaN where *a or *b is not finite. */
#define ISOBIT_DECLARE(name, number, element, real) \
  ISOBIT_API isobit_status name(element* a, element* b, real* c, element* s);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, rotg)
#undef ISOBIT_DECLARE

/** The modified rotation x, y = h11*x + h12*y, h21*x + h22*y with parameters = {flag, h11, h21, h12, h22}. The flag -1
    says that all of h counts, 0 that h11 = h22 = 1, 1 that h12 = 1 and h21 = -1, -2 that nothing is to be done; what it
    says is not read. */
#define ISOBIT_DECLARE(name, number, element, real)                                                  \
  ISOBIT_API isobit_status name(ptrdiff_t n, element* x, ptrdiff_t incx, element* y, ptrdiff_t incy, \
                                element const* parameters);
ISOBIT_FOR_REAL(ISOBIT_DECLARE, rotm)
#undef ISOBIT_DECLARE

/** Finds the modified rotation that takes (sqrt(d1)*x1, sqrt(d2)*y1) to (sqrt(new d1)*new x1, 0) by BLAS's steps. What
    the flag says is not written to `parameters`. */
#define ISOBIT_DECLARE(name, number, element, real) \
  ISOBIT_API isobit_status name(element* d1, element* d2, element* x1, element y1, element* parameters);
ISOBIT_FOR_REAL(ISOBIT_DECLARE, rotmg)
#undef ISOBIT_DECLARE

/** The sum of x[i]*y[i] (dotu) and of conj(x[i])*y[i] (dotc). Of real numbers: isobit_dot_strided_f64. */
#define ISOBIT_DECLARE(name, number, element, real)                                                              \
  ISOBIT_API isobit_status name(ptrdiff_t n, element const* x, ptrdiff_t incx, element const* y, ptrdiff_t incy, \
                                element* result);
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, dotu)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, dotc)
#undef ISOBIT_DECLARE

/** Solves op(a)*x = alpha*b or x*op(a) = alpha*b for a triangular a, in place of the m x n matrix b. A zero on the
    diagonal gives infinities and NaN, as a division by zero does. */
#define ISOBIT_DECLARE(name, number, element, real)                                                             \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_side side, isobit_triangle half,                   \
                                isobit_transpose transpose, isobit_diagonal diagonal, ptrdiff_t m, ptrdiff_t n, \
                                number alpha, element const* a, ptrdiff_t lda, element* b, ptrdiff_t ldb,       \
                                size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, trsm)
#undef ISOBIT_DECLARE

/** Solves op(a)*y = x for a triangular a of n rows; y takes the place of x. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                 \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,             \
                                isobit_diagonal diagonal, ptrdiff_t n, element const* a, ptrdiff_t lda, element* x, \
                                ptrdiff_t incx);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, trsv)
#undef ISOBIT_DECLARE

/** The same for a band. */
#define ISOBIT_DECLARE(name, number, element, real)                                                       \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,   \
                                isobit_diagonal diagonal, ptrdiff_t n, ptrdiff_t width, element const* a, \
                                ptrdiff_t lda, element* x, ptrdiff_t incx);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, tbsv)
#undef ISOBIT_DECLARE

/** The same for a packed half. */
#define ISOBIT_DECLARE(name, number, element, real)                                                     \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, \
                                isobit_diagonal diagonal, ptrdiff_t n, element const* a, element* x, ptrdiff_t incx);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, tpsv)
#undef ISOBIT_DECLARE

/** Factors the m x n matrix a = p*l*u in place, as LAPACK's getrf: row i was exchanged with row pivots[i] >= i, counted
    from 0; there are min(m, n) pivots. *info becomes 0, or 1 + the first j with u(j,j) = 0, and the status is then
    ISOBIT_SINGULAR: the factors are complete, but not fit for solving. */
#define ISOBIT_DECLARE(name, number, element, real)                                                        \
  ISOBIT_API isobit_status name(isobit_layout layout, ptrdiff_t m, ptrdiff_t n, element* a, ptrdiff_t lda, \
                                ptrdiff_t* pivots, size_t threads, ptrdiff_t* info);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, lu)
#undef ISOBIT_DECLARE

/** b = inverse(a)*b for the n x columns matrix b, from the factors and pivots of an n x n matrix a. */
#define ISOBIT_DECLARE(name, number, element, real)                                                           \
  ISOBIT_API isobit_status name(isobit_layout layout, ptrdiff_t n, ptrdiff_t columns, element const* factors, \
                                ptrdiff_t lda, ptrdiff_t const* pivots, element* b, ptrdiff_t ldb, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, lu_solve)
#undef ISOBIT_DECLARE

/** b = inverse(a)*b; a is not changed. The solution is refined up to `refinements` times, until it no longer changes;
    with some, the error of an entry is near half a unit in the last place unless a is ill-conditioned.
    ISOBIT_SINGULAR, and b untouched, for a zero pivot. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                    \
  ISOBIT_API isobit_status name(isobit_layout layout, ptrdiff_t n, ptrdiff_t columns, element const* a, ptrdiff_t lda, \
                                element* b, ptrdiff_t ldb, ptrdiff_t refinements, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, solve)
#undef ISOBIT_DECLARE

/** Factors a Hermitian positive definite a = l*adjoint(l) in place, reading and writing one half (upper: adjoint(l)).
    *info becomes 0, or 1 + the first j at which a proves not to be positive definite, and the status is then
    ISOBIT_SINGULAR; columns before j are factored, the others are as they were. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                 \
  ISOBIT_API isobit_status name(isobit_layout layout, isobit_triangle half, ptrdiff_t n, element* a, ptrdiff_t lda, \
                                size_t threads, ptrdiff_t* info);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, cholesky)
#undef ISOBIT_DECLARE

/** a = inverse(a), refined as a solution is. ISOBIT_SINGULAR, and a untouched, for a zero pivot. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                  \
  ISOBIT_API isobit_status name(isobit_layout layout, ptrdiff_t n, element* a, ptrdiff_t lda, ptrdiff_t refinements, \
                                size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, inverse)
#undef ISOBIT_DECLARE

/** The product of the pivots, with the sign of their permutation: computed exactly, rounded once. */
#define ISOBIT_DECLARE(name, number, element, real)                                                                 \
  ISOBIT_API isobit_status name(isobit_layout layout, ptrdiff_t n, element const* a, ptrdiff_t lda, size_t threads, \
                                element* result);
ISOBIT_FOR_ALL(ISOBIT_DECLARE, determinant)
#undef ISOBIT_DECLARE

#undef ISOBIT_FOR_ALL
#undef ISOBIT_FOR_COMPLEX
#undef ISOBIT_FOR_REAL

#ifdef __cplusplus
}
#endif

#endif
