#ifndef ISOBIT_ISOBIT_H
#define ISOBIT_ISOBIT_H

/**
 * The C interface: the operations of isobit.hpp, with the same bits.
 *
 *     double values[] = {1e308, 1.0, -1e308}, result;
 *     isobit_status status = isobit_sum_f64(values, 3, &result);
 *     if (status != ISOBIT_OK) fprintf(stderr, "%s\n", isobit_last_error());
 *
 * Every function returns a status; the result goes where the last pointer says, and nothing is written there unless
 * the status is ISOBIT_OK. Nothing aborts and nothing throws. No state is shared: all functions may be called from any
 * thread, and one isobit_exact may be read, but not changed, by several at once.
 *
 * Suffixes: _f64 doubles, _f32 floats, _f32_f64 floats with a double as the result (still rounded only once).
 * A `count` of 0 is allowed everywhere, with any pointer. The plain forms take contiguous values and choose the number
 * of threads themselves. The `_strided_` forms take elements `stride` apart as in BLAS (with a negative stride the
 * pointer is still the lowest address, 0 is refused), and a number of threads: 0 to choose as the plain forms do.
 */

#include <stddef.h>
#include <stdint.h>

#include <isobit/version.h>

/* C may pass any int as an enumerator; C++ may look at one only if the enumeration says that it is an int. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define ISOBIT_AN_INT : int
#else
#define ISOBIT_AN_INT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum isobit_status ISOBIT_AN_INT {
  ISOBIT_OK = 0,
  ISOBIT_INVALID_ARGUMENT = 1, /**< a null pointer, a stride of zero, a count that cannot be one */
  ISOBIT_MALFORMED_BYTES = 2,  /**< serialised state that is not what this library writes */
  ISOBIT_OUT_OF_RANGE = 3,     /**< more than there is room for: a buffer too small, an offset beyond the end */
  ISOBIT_UNSUPPORTED = 4,      /**< a request this machine cannot meet, such as ISOBIT_FORCE_ISA for a set it lacks */
  ISOBIT_OUT_OF_MEMORY = 5,    /**< memory, or threads, are lacking */
  ISOBIT_INTERNAL = 6,         /**< a defect in isobit: please report it */
  ISOBIT_COMMUNICATION = 7,    /**< MPI failed, or is not in a state to be used */
  ISOBIT_SINGULAR = 8          /**< a matrix that has no inverse */
} isobit_status;

/** What the status means, in English. Never null. */
ISOBIT_API char const* isobit_status_string(isobit_status status);

/** What was wrong with the last call of this thread that did not return ISOBIT_OK, in English: more than its status can
    say. Never null; empty where no call has failed yet. As with errno, calls that succeed leave it as it is. It is
    valid until the next call of this thread fails; of a very long message the end is missing. */
ISOBIT_API char const* isobit_last_error(void);

/** The version of the library in use, such as "1.2.3". */
ISOBIT_API char const* isobit_version_string(void);

/** The instruction set in use: "scalar", "sse2", "avx2", "avx512" or "neon". */
ISOBIT_API isobit_status isobit_instruction_set(char const** name);

/* The exact sum, rounded once to nearest-even. None: +0. */
ISOBIT_API isobit_status isobit_sum_f64(double const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_sum_f32(float const* values, size_t count, float* result);
ISOBIT_API isobit_status isobit_sum_f32_f64(float const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_sum_strided_f64(double const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                double* result);
ISOBIT_API isobit_status isobit_sum_strided_f32(float const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                float* result);
ISOBIT_API isobit_status isobit_sum_strided_f32_f64(float const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                    double* result);

/* The exact sum of the magnitudes, rounded once. */
ISOBIT_API isobit_status isobit_asum_f64(double const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_asum_f32(float const* values, size_t count, float* result);
ISOBIT_API isobit_status isobit_asum_f32_f64(float const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_asum_strided_f64(double const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                 double* result);
ISOBIT_API isobit_status isobit_asum_strided_f32(float const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                 float* result);
ISOBIT_API isobit_status isobit_asum_strided_f32_f64(float const* values, size_t count, ptrdiff_t stride,
                                                     size_t threads, double* result);

/* The exact sum of the squares, rounded once. */
ISOBIT_API isobit_status isobit_squared_norm_f64(double const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_squared_norm_f32(float const* values, size_t count, float* result);
ISOBIT_API isobit_status isobit_squared_norm_f32_f64(float const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_squared_norm_strided_f64(double const* values, size_t count, ptrdiff_t stride,
                                                         size_t threads, double* result);
ISOBIT_API isobit_status isobit_squared_norm_strided_f32(float const* values, size_t count, ptrdiff_t stride,
                                                         size_t threads, float* result);
ISOBIT_API isobit_status isobit_squared_norm_strided_f32_f64(float const* values, size_t count, ptrdiff_t stride,
                                                             size_t threads, double* result);

/* The Euclidean norm: the square root of the exact sum of the squares, rounded once; no overflow on the way. */
ISOBIT_API isobit_status isobit_nrm2_f64(double const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_nrm2_f32(float const* values, size_t count, float* result);
ISOBIT_API isobit_status isobit_nrm2_f32_f64(float const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_nrm2_strided_f64(double const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                 double* result);
ISOBIT_API isobit_status isobit_nrm2_strided_f32(float const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                 float* result);
ISOBIT_API isobit_status isobit_nrm2_strided_f32_f64(float const* values, size_t count, ptrdiff_t stride,
                                                     size_t threads, double* result);

/* The exact sum divided by the count, rounded once. None: NaN. */
ISOBIT_API isobit_status isobit_mean_f64(double const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_mean_f32(float const* values, size_t count, float* result);
ISOBIT_API isobit_status isobit_mean_f32_f64(float const* values, size_t count, double* result);
ISOBIT_API isobit_status isobit_mean_strided_f64(double const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                 double* result);
ISOBIT_API isobit_status isobit_mean_strided_f32(float const* values, size_t count, ptrdiff_t stride, size_t threads,
                                                 float* result);
ISOBIT_API isobit_status isobit_mean_strided_f32_f64(float const* values, size_t count, ptrdiff_t stride,
                                                     size_t threads, double* result);

/* The variance, rounded once. `removed` is 1 for a sample, 0 for a whole population. count <= removed: NaN. */
ISOBIT_API isobit_status isobit_variance_f64(double const* values, size_t count, size_t removed, double* result);
ISOBIT_API isobit_status isobit_variance_f32(float const* values, size_t count, size_t removed, float* result);
ISOBIT_API isobit_status isobit_variance_f32_f64(float const* values, size_t count, size_t removed, double* result);
ISOBIT_API isobit_status isobit_variance_strided_f64(double const* values, size_t count, ptrdiff_t stride,
                                                     size_t threads, size_t removed, double* result);
ISOBIT_API isobit_status isobit_variance_strided_f32(float const* values, size_t count, ptrdiff_t stride,
                                                     size_t threads, size_t removed, float* result);
ISOBIT_API isobit_status isobit_variance_strided_f32_f64(float const* values, size_t count, ptrdiff_t stride,
                                                         size_t threads, size_t removed, double* result);

/* The exact dot product, products included, rounded once. */
ISOBIT_API isobit_status isobit_dot_f64(double const* x, double const* y, size_t count, double* result);
ISOBIT_API isobit_status isobit_dot_f32(float const* x, float const* y, size_t count, float* result);
ISOBIT_API isobit_status isobit_dot_f32_f64(float const* x, float const* y, size_t count, double* result);
ISOBIT_API isobit_status isobit_dot_strided_f64(double const* x, ptrdiff_t x_stride, double const* y,
                                                ptrdiff_t y_stride, size_t count, size_t threads, double* result);
ISOBIT_API isobit_status isobit_dot_strided_f32(float const* x, ptrdiff_t x_stride, float const* y, ptrdiff_t y_stride,
                                                size_t count, size_t threads, float* result);
ISOBIT_API isobit_status isobit_dot_strided_f32_f64(float const* x, ptrdiff_t x_stride, float const* y,
                                                    ptrdiff_t y_stride, size_t count, size_t threads, double* result);

/* results[i] = the sum of values[0..i] (exclusive: values[0..i-1], so +0 first), each rounded once. `results` has
   `count` elements and is `values` or does not overlap it (else ISOBIT_INVALID_ARGUMENT, and nothing is written).
   threads: 0 to choose. */
ISOBIT_API isobit_status isobit_inclusive_scan_f64(double const* values, size_t count, size_t threads, double* results);
ISOBIT_API isobit_status isobit_inclusive_scan_f32(float const* values, size_t count, size_t threads, float* results);
ISOBIT_API isobit_status isobit_exclusive_scan_f64(double const* values, size_t count, size_t threads, double* results);
ISOBIT_API isobit_status isobit_exclusive_scan_f32(float const* values, size_t count, size_t threads, float* results);

/* results[s] = the sum of values[offsets[s]] up to values[offsets[s+1]-1]. There are `segments` results and one more
   offset; the offsets ascend and end within `count`. The results do not overlap the values (else
   ISOBIT_INVALID_ARGUMENT, and nothing is written). threads: 0 to choose. */
ISOBIT_API isobit_status isobit_segmented_sum_f64(double const* values, size_t count, size_t const* offsets,
                                                  size_t segments, size_t threads, double* results);
ISOBIT_API isobit_status isobit_segmented_sum_f32(float const* values, size_t count, size_t const* offsets,
                                                  size_t segments, size_t threads, float* results);

/* results[g] = the sum of the values whose group is g. There are `group_count` results; every group is below it.
   threads: 0 to choose. */
ISOBIT_API isobit_status isobit_grouped_sum_f64(uint32_t const* groups, double const* values, size_t count,
                                                size_t group_count, size_t threads, double* results);
ISOBIT_API isobit_status isobit_grouped_sum_f32(uint32_t const* groups, float const* values, size_t count,
                                                size_t group_count, size_t threads, float* results);

/** An exact sum of numbers and products, kept without any rounding. */
typedef struct isobit_exact isobit_exact;

typedef enum isobit_rounding ISOBIT_AN_INT {
  ISOBIT_NEAREST_EVEN = 0,
  ISOBIT_TOWARD_ZERO = 1,
  ISOBIT_UPWARD = 2,
  ISOBIT_DOWNWARD = 3,
  ISOBIT_TO_ODD = 4
} isobit_rounding;

/** A new state that has seen nothing; to be destroyed by isobit_exact_destroy. */
ISOBIT_API isobit_status isobit_exact_create(isobit_exact** result);
ISOBIT_API isobit_status isobit_exact_copy(isobit_exact const* state, isobit_exact** result);
/** Null is allowed, and does nothing. */
ISOBIT_API void isobit_exact_destroy(isobit_exact* state);
/** Back to having seen nothing. */
ISOBIT_API isobit_status isobit_exact_clear(isobit_exact* state);

ISOBIT_API isobit_status isobit_exact_add(isobit_exact* state, double value);
ISOBIT_API isobit_status isobit_exact_add_f64(isobit_exact* state, double const* values, size_t count);
ISOBIT_API isobit_status isobit_exact_add_f32(isobit_exact* state, float const* values, size_t count);
/** Adds the exact product x*y. */
ISOBIT_API isobit_status isobit_exact_add_product(isobit_exact* state, double x, double y);
/** Adds x[i]*y[i] for every i. */
ISOBIT_API isobit_status isobit_exact_add_products_f64(isobit_exact* state, double const* x, double const* y,
                                                       size_t count);
ISOBIT_API isobit_status isobit_exact_add_products_f32(isobit_exact* state, float const* x, float const* y,
                                                       size_t count);
/** Adds all that `other` has seen. */
ISOBIT_API isobit_status isobit_exact_merge(isobit_exact* state, isobit_exact const* other);

/* Each undoes one of the above, for infinities and NaN too. */
ISOBIT_API isobit_status isobit_exact_retract(isobit_exact* state, double value);
ISOBIT_API isobit_status isobit_exact_retract_product(isobit_exact* state, double x, double y);
ISOBIT_API isobit_status isobit_exact_retract_merge(isobit_exact* state, isobit_exact const* other);

/* The value rounded once. */
ISOBIT_API isobit_status isobit_exact_round_f64(isobit_exact const* state, isobit_rounding mode, double* result);
ISOBIT_API isobit_status isobit_exact_round_f32(isobit_exact const* state, isobit_rounding mode, float* result);
/** The value divided by `count`, rounded once. ISOBIT_INVALID_ARGUMENT for a count of 0. */
ISOBIT_API isobit_status isobit_exact_mean_f64(isobit_exact const* state, uint64_t count, double* result);
/** The square root of the value, rounded once; NaN for a negative value. */
ISOBIT_API isobit_status isobit_exact_square_root_f64(isobit_exact const* state, double* result);

/** equal = 1 when both have the same value and have seen the same infinities and NaN, else 0. */
ISOBIT_API isobit_status isobit_exact_equal(isobit_exact const* left, isobit_exact const* right, int* equal);
/** order = -1, 0 or 1 for left < right, left = right, left > right; 2 where infinities or NaN forbid an order. */
ISOBIT_API isobit_status isobit_exact_compare(isobit_exact const* left, isobit_exact const* right, int* order);
/** The same for equal states, on every machine. */
ISOBIT_API isobit_status isobit_exact_hash(isobit_exact const* state, uint64_t* hash);

/** Writes the state as bytes, the same on every machine, and how many to *size. With a capacity of 0 only *size is
    written; a capacity that is too small, but not 0, writes *size too and is ISOBIT_OUT_OF_RANGE. */
ISOBIT_API isobit_status isobit_exact_serialise(isobit_exact const* state, void* bytes, size_t capacity, size_t* size);
/** A new state from what serialise wrote, here or elsewhere; to be destroyed by isobit_exact_destroy. */
ISOBIT_API isobit_status isobit_exact_deserialise(void const* bytes, size_t size, isobit_exact** result);

#ifdef __cplusplus
}
#endif

#endif
