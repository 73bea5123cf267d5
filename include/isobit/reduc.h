#ifndef ISOBIT_REDUC_H
#define ISOBIT_REDUC_H

/**
 * The reduction functions of ISO/IEC TS 18661-4 (IEEE 754's 9.4) for double and float, correctly rounded: each result
 * is the exact value of its definition, rounded once to nearest-even.
 *
 *     double p[] = {1e300, 1e300, 3.0};
 *     long scale;
 *     double significand = isobit_scaled_prod(3, p, &scale);  // significand * 2^scale is the product
 *
 * With ISOBIT_PLAIN_NAMES defined before the header is included, all are there under the TS's own names too: reduc_sum.
 *
 * A NaN among the operands gives NaN, as do infinities of both signs in a sum and a zero times an infinity. But
 * reduc_sumabs and reduc_sumsq of an infinity are +inf, whatever else there is. A sum of none is +0, a product of none
 * 1. Exceptions are not raised, but perhaps inexact, and no rounding mode of the caller's matters.
 *
 * There is no status: what isobit.h would refuse, such as null with a count, gives NaN, and isobit_last_error says why.
 */

#include <stddef.h>

#include <isobit/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The sum of p[i], of |p[i]|, of p[i]^2, of p[i]*q[i]. */
ISOBIT_API double isobit_reduc_sum(size_t n, double const* p);
ISOBIT_API float isobit_reduc_sumf(size_t n, float const* p);
ISOBIT_API double isobit_reduc_sumabs(size_t n, double const* p);
ISOBIT_API float isobit_reduc_sumabsf(size_t n, float const* p);
ISOBIT_API double isobit_reduc_sumsq(size_t n, double const* p);
ISOBIT_API float isobit_reduc_sumsqf(size_t n, float const* p);
ISOBIT_API double isobit_reduc_sumprod(size_t n, double const* p, double const* q);
ISOBIT_API float isobit_reduc_sumprodf(size_t n, float const* p, float const* q);

/* The product of p[i], of p[i] + q[i], of p[i] - q[i], as r * 2^*sf with 1 <= |r| < 2: it neither overflows nor
   underflows, and the sums and differences are not rounded. *sf is 0 where r is a zero, an infinity or NaN, and r is
   NaN where a long cannot hold the scale. */
ISOBIT_API double isobit_scaled_prod(size_t n, double const* p, long* sf);
ISOBIT_API float isobit_scaled_prodf(size_t n, float const* p, long* sf);
ISOBIT_API double isobit_scaled_prodsum(size_t n, double const* p, double const* q, long* sf);
ISOBIT_API float isobit_scaled_prodsumf(size_t n, float const* p, float const* q, long* sf);
ISOBIT_API double isobit_scaled_proddiff(size_t n, double const* p, double const* q, long* sf);
ISOBIT_API float isobit_scaled_proddifff(size_t n, float const* p, float const* q, long* sf);

#ifdef ISOBIT_PLAIN_NAMES
#define ISOBIT_PLAIN_SUM(name, T) \
  static inline T name(size_t n, T const* p) { return isobit_##name(n, p); }
ISOBIT_PLAIN_SUM(reduc_sum, double)
ISOBIT_PLAIN_SUM(reduc_sumf, float)
ISOBIT_PLAIN_SUM(reduc_sumabs, double)
ISOBIT_PLAIN_SUM(reduc_sumabsf, float)
ISOBIT_PLAIN_SUM(reduc_sumsq, double)
ISOBIT_PLAIN_SUM(reduc_sumsqf, float)
#undef ISOBIT_PLAIN_SUM
static inline double reduc_sumprod(size_t n, double const* p, double const* q) { return isobit_reduc_sumprod(n, p, q); }
static inline float reduc_sumprodf(size_t n, float const* p, float const* q) { return isobit_reduc_sumprodf(n, p, q); }

static inline double scaled_prod(size_t n, double const* p, long* sf) { return isobit_scaled_prod(n, p, sf); }
static inline float scaled_prodf(size_t n, float const* p, long* sf) { return isobit_scaled_prodf(n, p, sf); }
#define ISOBIT_PLAIN_PRODUCT(name, T) \
  static inline T name(size_t n, T const* p, T const* q, long* sf) { return isobit_##name(n, p, q, sf); }
ISOBIT_PLAIN_PRODUCT(scaled_prodsum, double)
ISOBIT_PLAIN_PRODUCT(scaled_prodsumf, float)
ISOBIT_PLAIN_PRODUCT(scaled_proddiff, double)
ISOBIT_PLAIN_PRODUCT(scaled_proddifff, float)
#undef ISOBIT_PLAIN_PRODUCT
#endif

#ifdef __cplusplus
}
#endif

#endif
