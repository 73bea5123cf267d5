#ifndef ISOBIT_SPARSE_H
#define ISOBIT_SPARSE_H

/**
 * Sparse matrices for C: those of sparse.hpp, with the same bits. Every entry of a result is the sum that defines it,
 * computed exactly and rounded once.
 *
 *     int32_t const i[] = {0, 1, 0}, j[] = {0, 1, 0};
 *     double const v[] = {1e16, 2, 1}, x[] = {1, 1};
 *     int32_t offsets[3], indices[3];
 *     double values[3], y[2];
 *     size_t entries;
 *     isobit_status status = isobit_dfrom_triplets(2, 2, 3, i, j, v, 3, offsets, indices, values, &entries, 0);
 *     if (status == ISOBIT_OK)
 *       status = isobit_dcsrmv(ISOBIT_NO_TRANSPOSE, 2, 2, 1.0, offsets, indices, values, x, 1, 0.0, y, 1, 0);
 *     if (status != ISOBIT_OK) fprintf(stderr, "%s\n", isobit_last_error());
 *
 * A matrix lies row by row (CSR): the entries of row i are values[k] in column indices[k], from k = offsets[i] up to
 * offsets[i + 1], numbered from 0, in any order. The letter before the name says the type, as in linalg.h: s float, d
 * double, c and z complex numbers, which are passed by pointers to void. Indices are int32_t, with the suffix _64
 * int64_t. Every call looks at all indices and refuses those that do not exist.
 *
 * ISOBIT_INVALID_ARGUMENT for these, for a negative size, null with elements, and sums that overlap what is read.
 * Nothing is written then.
 */

#include <stddef.h>
#include <stdint.h>

#include <isobit/linalg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What differs from type to type: the name, the index, a single number, an element of an array. */
#define ISOBIT_FOR_ALL_SPARSE(declare, stem)                                                                           \
  declare(isobit_s##stem, int32_t, float, float) declare(isobit_s##stem##_64, int64_t, float, float)                   \
      declare(isobit_d##stem, int32_t, double, double) declare(isobit_d##stem##_64, int64_t, double, double)           \
          declare(isobit_c##stem, int32_t, void const*, void) declare(isobit_c##stem##_64, int64_t, void const*, void) \
              declare(isobit_z##stem, int32_t, void const*, void)                                                      \
                  declare(isobit_z##stem##_64, int64_t, void const*, void)

/** y = alpha*op(a)*x + beta*y, with a rows x columns. With beta = 0 y is not read. Vectors have their elements `inc`
   apart as in BLAS. op other than ISOBIT_NO_TRANSPOSE transposes the matrix on the way, which takes several times as
   long. */
#define ISOBIT_DECLARE(name, index, number, element)                                                                 \
  ISOBIT_API isobit_status name(isobit_transpose transpose, ptrdiff_t rows, ptrdiff_t columns, number alpha,         \
                                index const* offsets, index const* indices, element const* values, element const* x, \
                                ptrdiff_t incx, number beta, element* y, ptrdiff_t incy, size_t threads);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, csrmv)
#undef ISOBIT_DECLARE

/** The matrix whose entry at (r, c) is the sum of all contributions[k] with i[k] = r and j[k] = c, k < count, rounded
    once; columns ascend. There are rows + 1 offsets; indices and values have room for `capacity` entries, of which
    `count` always are enough. With indices and values null, only the offsets and the number of entries are found, so
    that a second call can fill arrays of that size. ISOBIT_OUT_OF_RANGE where the room is too small. */
#define ISOBIT_DECLARE(name, index, number, element)                                                             \
  ISOBIT_API isobit_status name(ptrdiff_t rows, ptrdiff_t columns, size_t count, index const* i, index const* j, \
                                element const* contributions, size_t capacity, index* offsets, index* indices,   \
                                element* values, size_t* entries, size_t threads);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, from_triplets)
#undef ISOBIT_DECLARE

/** result[r], r < size, becomes the sum of all values[k] with i[k] = r, k < count, rounded once; 0 where there are
    none. */
#define ISOBIT_DECLARE(name, index, number, element)                                                               \
  ISOBIT_API isobit_status name(size_t count, index const* i, element const* values, size_t size, element* result, \
                                size_t threads);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, scatter_add)
#undef ISOBIT_DECLARE

#undef ISOBIT_FOR_ALL_SPARSE

#ifdef __cplusplus
}
#endif

#endif
