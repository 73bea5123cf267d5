#ifndef ISOBIT_CRESTA_H
#define ISOBIT_CRESTA_H

/**
 * The six routines of CRESTA D4.4.1, under their own names, with the length that the signatures printed there lack.
 *
 *     double values[] = {1.0, 1e-17, -1.0};
 *     double sum = sum_vec_kahan_double(values, 3);
 *
 * The library has them as isobit_sum_vec_kahan_double and so on; the short names are those of this header alone.
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

#define ISOBIT_OF_CRESTA(name, T)                          \
  ISOBIT_API T isobit_##name(T const* vec, size_t length); \
  static inline T name(T const* vec, size_t length) { return isobit_##name(vec, length); }

/** Kahan's compensated sum. */
ISOBIT_OF_CRESTA(sum_vec_kahan_float, float)
ISOBIT_OF_CRESTA(sum_vec_kahan_double, double)

/** Knuth's. */
ISOBIT_OF_CRESTA(sum_vec_knuth_float, float)
ISOBIT_OF_CRESTA(sum_vec_knuth_double, double)

/** The plain sum in a wider format: floats in double; doubles in 80 bits, or double-double where there are none. */
ISOBIT_OF_CRESTA(sum_vec_highprecision_float, float)
ISOBIT_OF_CRESTA(sum_vec_highprecision_double, double)

#undef ISOBIT_OF_CRESTA

#ifdef __cplusplus
}
#endif

#endif
