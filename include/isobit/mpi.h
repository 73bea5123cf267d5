#ifndef ISOBIT_MPI_H
#define ISOBIT_MPI_H

/**
 * The C interface of isobit::mpi: reductions of data that are spread over the ranks of a communicator, with the bits of
 * mpi.hpp, the same for every number of ranks and every distribution. Link isobit::mpi (pkg-config isobit-mpi).
 *
 *     double total;
 *     isobit_status status = isobit_mpi_sum_f64(mine, count, MPI_COMM_WORLD, ISOBIT_EVERY_RANK, 0, &total);
 *     if (status != ISOBIT_OK) fprintf(stderr, "%s\n", isobit_last_error());
 *
 * Every function that takes a communicator is called by all its ranks. `root` is the rank that wants the result, the
 * others' is not written, or ISOBIT_EVERY_RANK. `threads` is the number of threads for the local part; 0 is the calling
 * one alone, since ranks usually have a core each. Where a rank cannot do its part (null with a count, arguments that
 * cannot be, no memory) it takes part in the messages all the same, and all ranks return a status that is not
 * ISOBIT_OK; null for a result is that rank's own matter. But matrices and other handles that have their communicator
 * inside must not be null, or of other numbers, on some of the ranks, nor a solver's options and report wrong: the
 * others wait for these.
 *
 * Suffixes: _f64, _f32, _f32_f64 as in isobit.h; _c and _z complex numbers of floats and doubles, passed by pointers to
 * void as in linalg.h.
 */

#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include <isobit/isobit.h>
#include <isobit/linalg.h>
#include <isobit/method.h>
#include <isobit/solver.h>

#ifdef __cplusplus
extern "C" {
#endif

/** For `root`: the result is wanted on every rank. */
enum { ISOBIT_EVERY_RANK = -1 };

/* What differs from type to type: the name, an element of an array, the result. */
#define ISOBIT_FOR_REAL(declare, stem)                                                            \
  declare(isobit_mpi_##stem##_f64, double, double) declare(isobit_mpi_##stem##_f32, float, float) \
      declare(isobit_mpi_##stem##_f32_f64, float, double)
#define ISOBIT_FOR_COMPLEX(declare, stem) \
  declare(isobit_mpi_##stem##_c, void, void) declare(isobit_mpi_##stem##_z, void, void)
#define ISOBIT_FOR_MAGNITUDES(declare, stem) \
  declare(isobit_mpi_##stem##_c, void, float) declare(isobit_mpi_##stem##_z, void, double)

/* Of all ranks' values, rounded once: the sum; the sum divided by the count (none: NaN); the sum of the magnitudes, of
   complex ones as in BLAS |re| + |im|; the sum of the squares; its square root. */
#define ISOBIT_DECLARE(name, element, result_type)                                                            \
  ISOBIT_API isobit_status name(element const* values, size_t count, MPI_Comm comm, int root, size_t threads, \
                                result_type* result);
ISOBIT_FOR_REAL(ISOBIT_DECLARE, sum)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, sum)
ISOBIT_FOR_REAL(ISOBIT_DECLARE, mean)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, mean)
ISOBIT_FOR_REAL(ISOBIT_DECLARE, asum)
ISOBIT_FOR_MAGNITUDES(ISOBIT_DECLARE, asum)
ISOBIT_FOR_REAL(ISOBIT_DECLARE, squared_norm)
ISOBIT_FOR_MAGNITUDES(ISOBIT_DECLARE, squared_norm)
ISOBIT_FOR_REAL(ISOBIT_DECLARE, nrm2)
ISOBIT_FOR_MAGNITUDES(ISOBIT_DECLARE, nrm2)
#undef ISOBIT_DECLARE

/** The dot product of two vectors that are spread alike; conjugated_dot conjugates x. */
#define ISOBIT_DECLARE(name, element, result_type)                                                         \
  ISOBIT_API isobit_status name(element const* x, element const* y, size_t count, MPI_Comm comm, int root, \
                                size_t threads, result_type* result);
ISOBIT_FOR_REAL(ISOBIT_DECLARE, dot)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, dot)
ISOBIT_FOR_COMPLEX(ISOBIT_DECLARE, conjugated_dot)
#undef ISOBIT_DECLARE
#undef ISOBIT_FOR_REAL
#undef ISOBIT_FOR_COMPLEX
#undef ISOBIT_FOR_MAGNITUDES

/** One of several fields that are summed in one reduction: weights and mask may be null, else there are as many as
    values. A value counts times its weight, and where its mask is not 0. */
typedef struct isobit_mpi_field_f64 {
  double const* values;
  size_t count;
  double const* weights;
  int const* mask;
} isobit_mpi_field_f64;
typedef struct isobit_mpi_field_f32 {
  float const* values;
  size_t count;
  float const* weights;
  int const* mask;
} isobit_mpi_field_f32;

/** A result that is being computed in the background. */
typedef struct isobit_mpi_request isobit_mpi_request;

#define ISOBIT_DECLARE(suffix, T)                                                                                      \
  /* results[f] = the sum of field f over all ranks, rounded once. As many fields on every rank. */                    \
  ISOBIT_API isobit_status isobit_mpi_sum_fields_##suffix(isobit_mpi_field_##suffix const* fields, size_t field_count, \
                                                          MPI_Comm comm, int root, size_t threads, T* results);        \
  /* The same without waiting; the values are no longer needed on return. */                                           \
  ISOBIT_API isobit_status isobit_mpi_isum_fields_##suffix(isobit_mpi_field_##suffix const* fields,                    \
                                                           size_t field_count, MPI_Comm comm, size_t threads,          \
                                                           isobit_mpi_request** request);                              \
  ISOBIT_API isobit_status isobit_mpi_isum_##suffix(T const* values, size_t count, MPI_Comm comm, size_t threads,      \
                                                    isobit_mpi_request** request);                                     \
  /* Waits, and writes the sum, or those of all fields. Once. */                                                       \
  ISOBIT_API isobit_status isobit_mpi_request_get_##suffix(isobit_mpi_request* request, T* results);                   \
                                                                                                                       \
  /* out[i] = the sum of all ranks' in[i] (scans: of the ranks up to, or before, this one), rounded once; `in` may be  \
     `out`. reduce_scatter: `in` has count elements for every rank, which gets the sums of its own. */                 \
  ISOBIT_API isobit_status isobit_mpi_allreduce_##suffix(T const* in, T* out, size_t count, MPI_Comm comm);            \
  ISOBIT_API isobit_status isobit_mpi_reduce_##suffix(T const* in, T* out, size_t count, int root, MPI_Comm comm);     \
  ISOBIT_API isobit_status isobit_mpi_reduce_scatter_##suffix(T const* in, T* out, size_t count, MPI_Comm comm);       \
  ISOBIT_API isobit_status isobit_mpi_scan_##suffix(T const* in, T* out, size_t count, MPI_Comm comm);                 \
  ISOBIT_API isobit_status isobit_mpi_exscan_##suffix(T const* in, T* out, size_t count, MPI_Comm comm);               \
                                                                                                                       \
  /* The sum of the values of every key over all ranks, in ascending order of the keys. With a capacity of 0 only      \
   *groups is written; one that is too small, but not 0, is ISOBIT_OUT_OF_RANGE where it is. */                        \
  ISOBIT_API isobit_status isobit_mpi_sum_by_key_##suffix(int64_t const* keys, T const* values, size_t count,          \
                                                          MPI_Comm comm, int root, size_t capacity,                    \
                                                          int64_t* found_keys, T* sums, size_t* groups);               \
                                                                                                                       \
  /* The sum along the binary tree over the elements of all ranks, in the order of the ranks. */                       \
  ISOBIT_API isobit_status isobit_mpi_tree_sum_##suffix(T const* values, size_t count, MPI_Comm comm, int root,        \
                                                        size_t threads, T* result);
ISOBIT_DECLARE(f64, double)
ISOBIT_DECLARE(f32, float)
#undef ISOBIT_DECLARE

/** ready = 1 where get would not have to wait. Helps MPI along. */
ISOBIT_API isobit_status isobit_mpi_request_ready(isobit_mpi_request* request, int* ready);
/** Null is allowed, and does nothing. Waits for what is under way. */
ISOBIT_API void isobit_mpi_request_destroy(isobit_mpi_request* request);

/** The state becomes that of all ranks' addends together, on every rank. */
ISOBIT_API isobit_status isobit_mpi_exact_merge(isobit_exact* state, MPI_Comm comm);
/** The same for any accumulator, merged in the order of the ranks: all of one method with the same parameters, pieces
    of a tree one behind another. Where they differ it is ISOBIT_INVALID_ARGUMENT on all ranks. */
ISOBIT_API isobit_status isobit_mpi_accumulator_merge(isobit_accumulator* state, MPI_Comm comm);

/** isobit_tree_reduce of method.h over the elements of all ranks, in the order of the ranks. */
ISOBIT_API isobit_status isobit_mpi_tree_reduce(void const* values, size_t count, size_t size,
                                                void (*operation)(void* context, void const* left, void const* right,
                                                                  void* combined),
                                                void* context, MPI_Comm comm, int root, void* result);

/* What differs from type to type: the letter, a single number, an element of an array. */
#define ISOBIT_FOR_ALL(declare) \
  declare(s, float, float) declare(d, double, double) declare(c, void const*, void) declare(z, void const*, void)

/* c = alpha*op(a)*op(b) + beta*c and y = alpha*op(a)*x + beta*y. split_k: every rank has k of the columns of op(a) and
   the same rows of op(b) or elements of x; all have the same c or y and get the results, or `root` alone does.
   row_blocks: every rank has m rows of op(a), the same of c or y, and a block of the rows of op(b) or elements of x,
   b_rows of them, in the order of the ranks; op(a) has k columns, as many as these together. */
#define ISOBIT_DECLARE(letter, number, element)                                                                      \
  ISOBIT_API isobit_status isobit_mpi_##letter##gemm_split_k(                                                        \
      isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b, ptrdiff_t m, ptrdiff_t n,    \
      ptrdiff_t k, number alpha, element const* a, ptrdiff_t lda, element const* b, ptrdiff_t ldb, number beta,      \
      element* c, ptrdiff_t ldc, MPI_Comm comm, int root, size_t threads);                                           \
  ISOBIT_API isobit_status isobit_mpi_##letter##gemv_split_k(                                                        \
      isobit_layout layout, isobit_transpose transpose_a, ptrdiff_t m, ptrdiff_t k, number alpha, element const* a,  \
      ptrdiff_t lda, element const* x, ptrdiff_t incx, number beta, element* y, ptrdiff_t incy, MPI_Comm comm,       \
      int root, size_t threads);                                                                                     \
  ISOBIT_API isobit_status isobit_mpi_##letter##gemm_row_blocks(                                                     \
      isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b, ptrdiff_t m, ptrdiff_t n,    \
      ptrdiff_t k, ptrdiff_t b_rows, number alpha, element const* a, ptrdiff_t lda, element const* b, ptrdiff_t ldb, \
      number beta, element* c, ptrdiff_t ldc, MPI_Comm comm, size_t threads);                                        \
  ISOBIT_API isobit_status isobit_mpi_##letter##gemv_row_blocks(                                                     \
      isobit_layout layout, isobit_transpose transpose_a, ptrdiff_t m, ptrdiff_t k, ptrdiff_t x_size, number alpha,  \
      element const* a, ptrdiff_t lda, element const* x, ptrdiff_t incx, number beta, element* y, ptrdiff_t incy,    \
      MPI_Comm comm, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE)
#undef ISOBIT_DECLARE

/** ScaLAPACK's two-dimensional block-cyclic layout, the first block on process (0, 0). */
typedef struct isobit_mpi_block_cyclic {
  ptrdiff_t rows, columns;           /**< of the whole */
  ptrdiff_t row_block, column_block; /**< at least 1 */
  int process_rows, process_columns;
  int ranks_by_columns; /**< 0: rank p*process_columns + q is process (p, q), as BLACS numbers them; else by columns */
} isobit_mpi_block_cyclic;

/* The same for block-cyclic matrices on one grid; a rank's part lies column by column. gemv: all ranks have all of x
   and y. */
#define ISOBIT_DECLARE(letter, number, element)                                                                        \
  ISOBIT_API isobit_status isobit_mpi_p##letter##gemm(                                                                 \
      isobit_transpose transpose_a, isobit_transpose transpose_b, number alpha, isobit_mpi_block_cyclic const* a_lies, \
      element const* a, ptrdiff_t lda, isobit_mpi_block_cyclic const* b_lies, element const* b, ptrdiff_t ldb,         \
      number beta, isobit_mpi_block_cyclic const* c_lies, element* c, ptrdiff_t ldc, MPI_Comm comm, size_t threads);   \
  ISOBIT_API isobit_status isobit_mpi_p##letter##gemv(                                                                 \
      isobit_transpose transpose_a, number alpha, isobit_mpi_block_cyclic const* a_lies, element const* a,             \
      ptrdiff_t lda, ptrdiff_t x_size, element const* x, ptrdiff_t incx, number beta, ptrdiff_t y_size, element* y,    \
      ptrdiff_t incy, MPI_Comm comm, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE)
#undef ISOBIT_DECLARE

/** Which rank has which row of a sparse matrix, and which elements of a vector; the same on every rank. */
typedef struct isobit_mpi_rows isobit_mpi_rows;

/* As many rows a rank as can be; a block of sizes[r] on rank r; blocks of `block` rows in turn; row i on owners[i]. */
ISOBIT_API isobit_status isobit_mpi_rows_even(int64_t rows, int ranks, isobit_mpi_rows** result);
ISOBIT_API isobit_status isobit_mpi_rows_blocks(int64_t const* sizes, int ranks, isobit_mpi_rows** result);
ISOBIT_API isobit_status isobit_mpi_rows_cyclic(int64_t rows, int64_t block, int ranks, isobit_mpi_rows** result);
ISOBIT_API isobit_status isobit_mpi_rows_list(int const* owners, int64_t rows, int ranks, isobit_mpi_rows** result);
/** Null is allowed, and does nothing. */
ISOBIT_API void isobit_mpi_rows_destroy(isobit_mpi_rows* rows);
/** How many rows a rank has; who has a row, and which of its rows that is; which row is a rank's number `local`. */
ISOBIT_API isobit_status isobit_mpi_rows_count(isobit_mpi_rows const* rows, int rank, int64_t* count);
ISOBIT_API isobit_status isobit_mpi_rows_owner(isobit_mpi_rows const* rows, int64_t row, int* rank, int64_t* local);
ISOBIT_API isobit_status isobit_mpi_rows_global(isobit_mpi_rows const* rows, int64_t local, int rank, int64_t* row);

/** A matrix whose rows are spread over ranks: of doubles (d), floats (s), or complex numbers of these (z, c). */
typedef struct isobit_mpi_matrix isobit_mpi_matrix;
/** Contributions to a matrix, or to a vector, that come one after another; adding sends nothing. */
typedef struct isobit_mpi_assembler isobit_mpi_assembler;
typedef struct isobit_mpi_vector_assembler isobit_mpi_vector_assembler;
/** Places of contributions whose values change. */
typedef struct isobit_mpi_coo_pattern isobit_mpi_coo_pattern;
/* These have their communicator inside: where all ranks take part in a call, a rank that passes null for one, or one of
   other numbers, cannot tell the others, which wait for it. */

/* Null is allowed, and does nothing. */
ISOBIT_API void isobit_mpi_matrix_destroy(isobit_mpi_matrix* matrix);
ISOBIT_API void isobit_mpi_assembler_destroy(isobit_mpi_assembler* assembler);
ISOBIT_API void isobit_mpi_vector_assembler_destroy(isobit_mpi_vector_assembler* assembler);
ISOBIT_API void isobit_mpi_coo_pattern_destroy(isobit_mpi_coo_pattern* pattern);

/** This rank will contribute to the entries (i[k], j[k]), k < count. `columns` may be null, as below. */
ISOBIT_API isobit_status isobit_mpi_coo_pattern_create(isobit_mpi_rows const* rows, isobit_mpi_rows const* columns,
                                                       size_t count, int64_t const* i, int64_t const* j, MPI_Comm comm,
                                                       size_t threads, isobit_mpi_coo_pattern** result);

#define ISOBIT_DECLARE(letter, number, element)                                                                        \
  /* The matrix whose entry at (r, c) is the sum of all ranks' values[k] with i[k] = r and j[k] = c, rounded once.     \
     `columns` null: a square matrix, spread as its rows are. */                                                       \
  ISOBIT_API isobit_status isobit_mpi_##letter##from_triplets(                                                         \
      isobit_mpi_rows const* rows, isobit_mpi_rows const* columns, size_t count, int64_t const* i, int64_t const* j,   \
      element const* values, MPI_Comm comm, size_t threads, isobit_mpi_matrix** result);                               \
  /* result[r]: this rank's elements of the vector of the sums of all ranks' values[k] with i[k] = r. */               \
  ISOBIT_API isobit_status isobit_mpi_##letter##scatter_add(isobit_mpi_rows const* rows, size_t count,                 \
                                                            int64_t const* i, element const* values, MPI_Comm comm,    \
                                                            size_t threads, size_t result_count, element* result);     \
                                                                                                                       \
  /* The same of contributions that come one after another. Negative rows and columns are left out, as by PETSc's      \
     MatSetValues. block(r, c) is added to entry (i[r], j[c]). Another assembler, of a thread, say, can be merged      \
     into one; more may be added after `finish`, which all ranks call. */                                              \
  ISOBIT_API isobit_status isobit_mpi_##letter##assembler(isobit_mpi_rows const* rows, isobit_mpi_rows const* columns, \
                                                          MPI_Comm comm, isobit_mpi_assembler** result);               \
  ISOBIT_API isobit_status isobit_mpi_##letter##assembler_add(isobit_mpi_assembler* assembler, int64_t i, int64_t j,   \
                                                              number value);                                           \
  ISOBIT_API isobit_status isobit_mpi_##letter##assembler_add_block(                                                   \
      isobit_mpi_assembler* assembler, isobit_layout layout, size_t row_count, int64_t const* i, size_t column_count,  \
      int64_t const* j, element const* block, ptrdiff_t ldblock);                                                      \
  ISOBIT_API isobit_status isobit_mpi_##letter##assembler_merge(isobit_mpi_assembler* assembler,                       \
                                                                isobit_mpi_assembler const* other);                    \
  ISOBIT_API isobit_status isobit_mpi_##letter##assembler_finish(isobit_mpi_assembler const* assembler,                \
                                                                 size_t threads, isobit_mpi_matrix** result);          \
  ISOBIT_API isobit_status isobit_mpi_##letter##vector_assembler(isobit_mpi_rows const* rows, MPI_Comm comm,           \
                                                                 isobit_mpi_vector_assembler** result);                \
  ISOBIT_API isobit_status isobit_mpi_##letter##vector_assembler_add(isobit_mpi_vector_assembler* assembler,           \
                                                                     int64_t i, number value);                         \
  ISOBIT_API isobit_status isobit_mpi_##letter##vector_assembler_add_block(                                            \
      isobit_mpi_vector_assembler* assembler, size_t count, int64_t const* i, element const* values);                  \
  ISOBIT_API isobit_status isobit_mpi_##letter##vector_assembler_merge(isobit_mpi_vector_assembler* assembler,         \
                                                                       isobit_mpi_vector_assembler const* other);      \
  ISOBIT_API isobit_status isobit_mpi_##letter##vector_assembler_finish(                                               \
      isobit_mpi_vector_assembler const* assembler, size_t threads, size_t result_count, element* result);             \
                                                                                                                       \
  /* The matrix of a pattern's places and these values, one for each; other values for a matrix made so. */            \
  ISOBIT_API isobit_status isobit_mpi_##letter##coo_assemble(isobit_mpi_coo_pattern const* pattern, size_t count,      \
                                                             element const* values, size_t threads,                    \
                                                             isobit_mpi_matrix** result);                              \
  ISOBIT_API isobit_status isobit_mpi_##letter##coo_set_values(isobit_mpi_coo_pattern const* pattern, size_t count,    \
                                                               element const* values, isobit_mpi_matrix* a,            \
                                                               size_t threads);                                        \
                                                                                                                       \
  /* y = alpha*a*x + beta*y, for this rank's elements. */                                                              \
  ISOBIT_API isobit_status isobit_mpi_##letter##multiply(number alpha, isobit_mpi_matrix const* a, size_t x_count,     \
                                                         element const* x, number beta, size_t y_count, element* y,    \
                                                         size_t threads);                                              \
  /* Solves a*x = b from the x that it finds, as solver.h does; the same report on every rank. */                      \
  ISOBIT_API isobit_status isobit_mpi_##letter##solve(isobit_mpi_matrix const* a, size_t count, element const* b,      \
                                                      element* x, isobit_solver_options const* how,                    \
                                                      isobit_solver_report* report, size_t threads);                   \
  ISOBIT_API isobit_status isobit_mpi_##letter##refine(isobit_mpi_matrix const* a, size_t count, element const* b,     \
                                                       element* x, isobit_solver_options const* how, int most_steps,   \
                                                       isobit_refinement* refinement, size_t threads);
ISOBIT_FOR_ALL(ISOBIT_DECLARE)
#undef ISOBIT_DECLARE
#undef ISOBIT_FOR_ALL

#ifdef __cplusplus
}
#endif

#endif
