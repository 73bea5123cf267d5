#ifndef ISOBIT_AUGARITH_H
#define ISOBIT_AUGARITH_H

/**
 * The augmented arithmetic operations of IEEE 754-2019 (9.5) for C: those of arithmetic/augmented.hpp.
 *
 *     isobit_daug_t sum = isobit_aug_add(1e16, 1.0);      // sum.h is 1e16, sum.t is 1
 *     isobit_faug_t square = isobit_aug_mulf(0.1f, 0.1f);
 *
 * h is the exact result to the nearest number, of two that are equally near the one nearer to zero; t is the exact
 * result less h, rounded alike. Of sums and differences t is exact, of a product unless it lies below the least number.
 * A t that is exactly zero has the sign of h. Both are the same infinity where h is one, and NaN where it is. No
 * rounding mode of the caller's matters, and no exception is raised.
 *
 * With ISOBIT_PLAIN_NAMES defined before the header is included, all are there without isobit_ too: daug_t, aug_add.
 */

#include <isobit/version.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct isobit_daug_t {
  double h;
  double t;
} isobit_daug_t;
typedef struct isobit_faug_t {
  float h;
  float t;
} isobit_faug_t;

ISOBIT_API isobit_daug_t isobit_aug_add(double x, double y);
ISOBIT_API isobit_faug_t isobit_aug_addf(float x, float y);
ISOBIT_API isobit_daug_t isobit_aug_sub(double x, double y);
ISOBIT_API isobit_faug_t isobit_aug_subf(float x, float y);
ISOBIT_API isobit_daug_t isobit_aug_mul(double x, double y);
ISOBIT_API isobit_faug_t isobit_aug_mulf(float x, float y);

#ifdef ISOBIT_PLAIN_NAMES
typedef isobit_daug_t daug_t;
typedef isobit_faug_t faug_t;
static inline daug_t aug_add(double x, double y) { return isobit_aug_add(x, y); }
static inline faug_t aug_addf(float x, float y) { return isobit_aug_addf(x, y); }
static inline daug_t aug_sub(double x, double y) { return isobit_aug_sub(x, y); }
static inline faug_t aug_subf(float x, float y) { return isobit_aug_subf(x, y); }
static inline daug_t aug_mul(double x, double y) { return isobit_aug_mul(x, y); }
static inline faug_t aug_mulf(float x, float y) { return isobit_aug_mulf(x, y); }
#endif

#ifdef __cplusplus
}
#endif

#endif
