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
   apart as in BLAS. op other than ISOBIT_NO_TRANSPOSE takes up to twice as long, and several times where alpha is not
   1, beta not 0 or numbers are complex. */
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

/** Contributions to a matrix, or to a vector, that come one after another: a few numbers are kept for every entry,
    whatever the number of contributions. Of the numbers and indices that the function which made it is for; others
    refuse it. To use several threads, give each one of its own and merge them. */
typedef struct isobit_assembler isobit_assembler;
typedef struct isobit_vector_assembler isobit_vector_assembler;
/** Places of contributions, of which the values change. */
typedef struct isobit_coo_pattern isobit_coo_pattern;

/* Null is allowed, and does nothing. */
ISOBIT_API void isobit_assembler_destroy(isobit_assembler* assembler);
ISOBIT_API void isobit_vector_assembler_destroy(isobit_vector_assembler* assembler);
ISOBIT_API void isobit_coo_pattern_destroy(isobit_coo_pattern* pattern);

/** An assembler of a matrix, to which nothing was added. */
#define ISOBIT_DECLARE(name, index, number, element) \
  ISOBIT_API isobit_status name(ptrdiff_t rows, ptrdiff_t columns, isobit_assembler** result);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, assembler)
#undef ISOBIT_DECLARE

/** Adds to entry (i, j). Negative rows and columns are left out, as by PETSc's MatSetValues. */
#define ISOBIT_DECLARE(name, index, number, element) \
  ISOBIT_API isobit_status name(isobit_assembler* assembler, index i, index j, number value);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, assembler_add)
#undef ISOBIT_DECLARE

/** Adds block(r, c) to entry (i[r], j[c]), likewise. */
#define ISOBIT_DECLARE(name, index, number, element)                                                                 \
  ISOBIT_API isobit_status name(isobit_assembler* assembler, isobit_layout layout, size_t row_count, index const* i, \
                                size_t column_count, index const* j, element const* block, ptrdiff_t ldblock);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, assembler_add_block)
#undef ISOBIT_DECLARE

/** Adds all that another one was given, which is for a matrix of the same size. */
#define ISOBIT_DECLARE(name, index, number, element) \
  ISOBIT_API isobit_status name(isobit_assembler* assembler, isobit_assembler const* other);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, assembler_merge)
#undef ISOBIT_DECLARE

/** The matrix of all that was added so far, as from_triplets gives it, for a first call without and a second one with
    arrays too; more may follow. */
#define ISOBIT_DECLARE(name, index, number, element)                                                          \
  ISOBIT_API isobit_status name(isobit_assembler* assembler, size_t capacity, index* offsets, index* indices, \
                                element* values, size_t* entries, size_t threads);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, assembler_finish)
#undef ISOBIT_DECLARE

/** The same for a vector: values[k] is added to element i[k]. */
#define ISOBIT_DECLARE(name, index, number, element) \
  ISOBIT_API isobit_status name(ptrdiff_t size, isobit_vector_assembler** result);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, vector_assembler)
#undef ISOBIT_DECLARE
#define ISOBIT_DECLARE(name, index, number, element)                                              \
  ISOBIT_API isobit_status name(isobit_vector_assembler* assembler, size_t count, index const* i, \
                                element const* values);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, vector_assembler_add)
#undef ISOBIT_DECLARE
#define ISOBIT_DECLARE(name, index, number, element) \
  ISOBIT_API isobit_status name(isobit_vector_assembler* assembler, isobit_vector_assembler const* other);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, vector_assembler_merge)
#undef ISOBIT_DECLARE
/** The sums so far, `size` of them, as many as there are elements; +0 where nothing was added. */
#define ISOBIT_DECLARE(name, index, number, element) \
  ISOBIT_API isobit_status name(isobit_vector_assembler* assembler, size_t size, element* result, size_t threads);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, vector_assembler_finish)
#undef ISOBIT_DECLARE

/** Contributions will be made to the entries (i[k], j[k]), k < count: PETSc's COO assembly. */
ISOBIT_API isobit_status isobit_coo_pattern_create(ptrdiff_t rows, ptrdiff_t columns, size_t count, int32_t const* i,
                                                   int32_t const* j, size_t threads, isobit_coo_pattern** result);
ISOBIT_API isobit_status isobit_coo_pattern_create_64(ptrdiff_t rows, ptrdiff_t columns, size_t count, int64_t const* i,
                                                      int64_t const* j, size_t threads, isobit_coo_pattern** result);
/** The matrix of these contributions, one for each place, as from_triplets gives it; offsets and indices may be null
    where they are known. */
#define ISOBIT_DECLARE(name, index, number, element)                                                               \
  ISOBIT_API isobit_status name(isobit_coo_pattern const* pattern, size_t count, element const* contributions,     \
                                size_t capacity, index* offsets, index* indices, element* values, size_t* entries, \
                                size_t threads);
ISOBIT_FOR_ALL_SPARSE(ISOBIT_DECLARE, coo_assemble)
#undef ISOBIT_DECLARE

#undef ISOBIT_FOR_ALL_SPARSE

#ifdef __cplusplus
}
#endif

#endif
