#ifndef ISOBIT_CRESTA_H
#define ISOBIT_CRESTA_H

/**
 * The six routines of CRESTA D4.4.1, under their own names, with the length that the signatures printed there lack.
 *
 *     double values[] = {1.0, 1e-17, -1.0};
 *     double sum = sum_vec_kahan_double(values, 3);
 *
 * First element to last, exactly as listed: the bits depend on the order of the elements, and for
 * sum_vec_highprecision_double on the platform too (80 bits on x86-64, double-double elsewhere). isobit_sum_f64 of
 * isobit.h has neither dependence. Whatever rounding mode the caller has set, and none of it changed.
 *
 * There is no status: a null pointer with a length gives NaN. A length of 0 gives 0, with any pointer. An infinity
 * stays one; where the listing would make it a NaN, addition goes on without compensation. docs/maths/compensated.md
 */

#include <stddef.h>

#include <isobit/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kahan's compensated sum. */
ISOBIT_API float sum_vec_kahan_float(float const* vec, size_t length);
ISOBIT_API double sum_vec_kahan_double(double const* vec, size_t length);

/** Knuth's. */
ISOBIT_API float sum_vec_knuth_float(float const* vec, size_t length);
ISOBIT_API double sum_vec_knuth_double(double const* vec, size_t length);

/** The plain sum in a wider format: floats in double; doubles in 80 bits, or double-double where there are none. */
ISOBIT_API float sum_vec_highprecision_float(float const* vec, size_t length);
ISOBIT_API double sum_vec_highprecision_double(double const* vec, size_t length);

#ifdef __cplusplus
}
#endif

#endif
