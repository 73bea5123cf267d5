#ifndef ISOBIT_METHOD_H
#define ISOBIT_METHOD_H

/**
 * The papers' methods and the tree for C: binned sums, prerounded sweeps, compensated and extended sums, sums along a
 * binary tree, with the bits of their C++ classes. For exact sums there is isobit_exact of isobit.h.
 *
 *     isobit_accumulator* state;
 *     double result;
 *     isobit_status status = isobit_binned_f64(3, &state);
 *     if (status == ISOBIT_OK) status = isobit_accumulator_add_f64(state, values, count);
 *     if (status == ISOBIT_OK) status = isobit_accumulator_round_f64(state, &result);
 *     isobit_accumulator_destroy(state);
 *
 * An accumulator takes doubles (_f64) or floats (_f32), as it was made: the other kind is ISOBIT_INVALID_ARGUMENT. No
 * call that fails changes a state. One state may be read, but not changed, by several threads at once.
 */

#include <stddef.h>

#include <isobit/isobit.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A sum in the making. */
typedef struct isobit_accumulator isobit_accumulator;

/** What an extended-precision sum is held in. */
typedef enum isobit_extended_format ISOBIT_AN_INT {
  ISOBIT_NATIVE_FORMAT = 0, /**< for doubles the platform's: other bits on other platforms; for floats a double */
  ISOBIT_BINARY64 = 1,      /**< floats only */
  ISOBIT_X87 = 2,           /**< doubles on x86-64 only, else ISOBIT_UNSUPPORTED */
  ISOBIT_DOUBLE_DOUBLE = 3  /**< doubles only; the same bits everywhere */
} isobit_extended_format;

/* Each makes a new state that has seen nothing, to be destroyed by isobit_accumulator_destroy. */

/** Demmel and Nguyen's bins, 1 to 4 of them, of 40 bits (floats: 13). Any order, any grouping. */
ISOBIT_API isobit_status isobit_binned_f64(int bins, isobit_accumulator** result);
ISOBIT_API isobit_status isobit_binned_f32(int bins, isobit_accumulator** result);
/** Prerounded with 1 to 4 levels; `count` and `largest` are those of all elements, everywhere: more elements and larger
    magnitudes are refused. Any order, any grouping. */
ISOBIT_API isobit_status isobit_double_sweep_f64(int levels, size_t count, double largest, isobit_accumulator** result);
ISOBIT_API isobit_status isobit_double_sweep_f32(int levels, size_t count, float largest, isobit_accumulator** result);
/** Prerounded in one pass. Any order, any grouping. */
ISOBIT_API isobit_status isobit_single_sweep_f64(int levels, size_t count, isobit_accumulator** result);
ISOBIT_API isobit_status isobit_single_sweep_f32(int levels, size_t count, isobit_accumulator** result);
/** Kahan's and Knuth's compensated sums, first element to last. */
ISOBIT_API isobit_status isobit_kahan_f64(isobit_accumulator** result);
ISOBIT_API isobit_status isobit_kahan_f32(isobit_accumulator** result);
ISOBIT_API isobit_status isobit_knuth_f64(isobit_accumulator** result);
ISOBIT_API isobit_status isobit_knuth_f32(isobit_accumulator** result);
/** The plain sum in a wider format, first element to last. */
ISOBIT_API isobit_status isobit_extended_f64(isobit_extended_format format, isobit_accumulator** result);
ISOBIT_API isobit_status isobit_extended_f32(isobit_extended_format format, isobit_accumulator** result);
/** A piece of a sum along the binary tree over `total` elements, from element `first` on. */
ISOBIT_API isobit_status isobit_tree_f64(size_t first, size_t total, isobit_accumulator** result);
ISOBIT_API isobit_status isobit_tree_f32(size_t first, size_t total, isobit_accumulator** result);

ISOBIT_API isobit_status isobit_accumulator_copy(isobit_accumulator const* state, isobit_accumulator** result);
/** Null is allowed, and does nothing. */
ISOBIT_API void isobit_accumulator_destroy(isobit_accumulator* state);

/** Adds every value; to a tree, behind those that are there. */
ISOBIT_API isobit_status isobit_accumulator_add_f64(isobit_accumulator* state, double const* values, size_t count);
ISOBIT_API isobit_status isobit_accumulator_add_f32(isobit_accumulator* state, float const* values, size_t count);

/** Takes in all that `other` has seen, which must be of the same method with the same parameters. For bins and sweeps
    in any order and grouping. Pieces of a tree must be neighbours. Kahan's, Knuth's and extended sums have no merging
    that keeps their bits: `other` is taken in as if it were the next addend, as between blocks. */
ISOBIT_API isobit_status isobit_accumulator_merge(isobit_accumulator* state, isobit_accumulator const* other);

/** The sum so far. ISOBIT_INVALID_ARGUMENT for a tree of which elements are missing. */
ISOBIT_API isobit_status isobit_accumulator_round_f64(isobit_accumulator const* state, double* result);
ISOBIT_API isobit_status isobit_accumulator_round_f32(isobit_accumulator const* state, float* result);

/** equal = 1 where both are of one method and have the same bits, else 0. */
ISOBIT_API isobit_status isobit_accumulator_equal(isobit_accumulator const* left, isobit_accumulator const* right,
                                                  int* equal);

/** Writes the state as bytes, and how many to *size, as isobit_exact_serialise does. */
ISOBIT_API isobit_status isobit_accumulator_serialise(isobit_accumulator const* state, void* bytes, size_t capacity,
                                                      size_t* size);
/** The state becomes what was written, which must be of the same method: bins and sweeps also with as many bins or
    levels. */
ISOBIT_API isobit_status isobit_accumulator_deserialise(isobit_accumulator* state, void const* bytes, size_t size);

/** The sum of an array by the method of `state`, whatever that has seen, in the order that its C++ function takes them
    (isobit::sum<kahan<double>>, by lanes). Count and largest magnitude of a sweep are those of the array. threads: 0 to
    choose; the bits do not depend on it. */
ISOBIT_API isobit_status isobit_method_sum_f64(isobit_accumulator const* state, double const* values, size_t count,
                                               size_t threads, double* result);
ISOBIT_API isobit_status isobit_method_sum_f32(isobit_accumulator const* state, float const* values, size_t count,
                                               size_t threads, float* result);

/** Reduces `count` > 0 values of `size` bytes each along the binary tree, by any operation on two of them, in this
    thread: operation(context, left, right, combined) writes what left and right give. */
ISOBIT_API isobit_status isobit_tree_reduce(void const* values, size_t count, size_t size,
                                            void (*operation)(void* context, void const* left, void const* right,
                                                              void* combined),
                                            void* context, void* result);

#ifdef __cplusplus
}
#endif

#endif
