#define ISOBIT_PLAIN_NAMES
#include <isobit/augarith.h>
#include <isobit/cresta.h>
#include <isobit/reduc.h>

#include <math.h>
#include <string.h>

#include "every_function.h"

static double const x[] = {3, -4, 12};
static float const xf[] = {3, -4, 12};

/* Of {3, -4, 12}: the sum 11, of magnitudes 19, of squares 169. */
#define CALL_PLAIN(suffix, values, R)                                           \
  do {                                                                          \
    R r = 0;                                                                    \
    GIVES(11, r, isobit_sum_##suffix(values, 3, &r));                           \
    GIVES(11, r, isobit_sum_strided_##suffix(values, 3, 1, 2, &r));             \
    GIVES(19, r, isobit_asum_##suffix(values, 3, &r));                          \
    GIVES(15, r, isobit_asum_strided_##suffix(values, 2, 2, 0, &r));            \
    GIVES(169, r, isobit_squared_norm_##suffix(values, 3, &r));                 \
    GIVES(153, r, isobit_squared_norm_strided_##suffix(values, 2, -2, 0, &r));  \
    GIVES(13, r, isobit_nrm2_##suffix(values, 3, &r));                          \
    GIVES(13, r, isobit_nrm2_strided_##suffix(values, 3, 1, 0, &r));            \
    GIVES(-0.5, r, isobit_mean_##suffix(values, 2, &r));                        \
    GIVES(7.5, r, isobit_mean_strided_##suffix(values, 2, 2, 0, &r));           \
    GIVES(24.5, r, isobit_variance_##suffix(values, 2, 1, &r));                 \
    GIVES(12.25, r, isobit_variance_strided_##suffix(values, 2, 1, 0, 0, &r));  \
    GIVES(169, r, isobit_dot_##suffix(values, values, 3, &r));                  \
    GIVES(88, r, isobit_dot_strided_##suffix(values, 1, values, -1, 3, 0, &r)); \
  } while (0)

#define CALL_MANY(suffix, T, values)                                            \
  do {                                                                          \
    T r[3] = {0, 0, 0};                                                         \
    size_t const offsets[] = {0, 1, 3};                                         \
    uint32_t const groups[] = {1, 0, 1};                                        \
    GIVES(-1, r[1], isobit_inclusive_scan_##suffix(values, 3, 0, r));           \
    GIVES(-1, r[2], isobit_exclusive_scan_##suffix(values, 3, 0, r));           \
    GIVES(8, r[1], isobit_segmented_sum_##suffix(values, 3, offsets, 2, 0, r)); \
    GIVES(15, r[1], isobit_grouped_sum_##suffix(groups, values, 3, 2, 0, r));   \
  } while (0)

#define CALL_REDUC(f, T, values)                                                                       \
  do {                                                                                                 \
    long scale = 0;                                                                                    \
    EXPECT(reduc_sum##f(3, values) == 11 && isobit_reduc_sum##f(0, NULL) == 0);                        \
    EXPECT(reduc_sumabs##f(3, values) == 19 && isobit_reduc_sumabs##f(0, NULL) == 0);                  \
    EXPECT(reduc_sumsq##f(3, values) == 169 && isobit_reduc_sumsq##f(0, NULL) == 0);                   \
    EXPECT(reduc_sumprod##f(3, values, values) == 169 && isobit_reduc_sumprod##f(0, NULL, NULL) == 0); \
    EXPECT(scaled_prod##f(3, values, &scale) == (T)-1.125 && scale == 7);                              \
    EXPECT(isobit_scaled_prod##f(0, NULL, &scale) == 1 && scale == 0);                                 \
    EXPECT(scaled_prodsum##f(3, values, values, &scale) == (T)-1.125 && scale == 10);                  \
    EXPECT(isobit_scaled_prodsum##f(0, NULL, NULL, &scale) == 1);                                      \
    EXPECT(scaled_proddiff##f(3, values, values, &scale) == 0 && scale == 0);                          \
    EXPECT(isobit_scaled_proddiff##f(0, NULL, NULL, &scale) == 1);                                     \
  } while (0)

static void call_augmented(void) {
  /* Their squares have one digit too many. */
  double const y = 1 + 1.0 / (1 << 27);
  float const yf = 1 + 1.0f / (1 << 12);
  EXPECT(aug_add(1e16, 1).t == 1 && isobit_aug_add(1, 2).h == 3);
  EXPECT(aug_sub(1e16, 1).t == 1 && isobit_aug_sub(1, 2).h == -1);
  EXPECT(aug_mul(y, y).t == (y - 1) * (y - 1) && isobit_aug_mul(2, 3).h == 6);
  EXPECT(aug_addf(1 << 25, 1).t == 1 && isobit_aug_addf(1, 2).h == 3);
  EXPECT(aug_subf(1 << 25, 1).t == 1 && isobit_aug_subf(1, 2).h == -1);
  EXPECT(aug_mulf(yf, yf).t == (yf - 1) * (yf - 1) && isobit_aug_mulf(2, 3).h == 6);
}

static void call_cresta(void) {
  EXPECT(sum_vec_kahan_double(x, 3) == 11 && isobit_sum_vec_kahan_double(x, 0) == 0);
  EXPECT(sum_vec_knuth_double(x, 3) == 11 && isobit_sum_vec_knuth_double(x, 0) == 0);
  EXPECT(sum_vec_highprecision_double(x, 3) == 11 && isobit_sum_vec_highprecision_double(x, 0) == 0);
  EXPECT(sum_vec_kahan_float(xf, 3) == 11 && isobit_sum_vec_kahan_float(xf, 0) == 0);
  EXPECT(sum_vec_knuth_float(xf, 3) == 11 && isobit_sum_vec_knuth_float(xf, 0) == 0);
  EXPECT(sum_vec_highprecision_float(xf, 3) == 11 && isobit_sum_vec_highprecision_float(xf, 0) == 0);
}

void call_reductions(void) {
  char const* set = NULL;
  CALL(isobit_instruction_set(&set));
  EXPECT(set != NULL && strlen(set) > 0);
  EXPECT(strlen(isobit_version_string()) >= 5);
  EXPECT(strcmp(isobit_status_string(ISOBIT_OK), "success") == 0);
  EXPECT(isobit_sum_f64(NULL, 1, NULL) == ISOBIT_INVALID_ARGUMENT && strlen(isobit_last_error()) > 0);

  CALL_PLAIN(f64, x, double);
  CALL_PLAIN(f32, xf, float);
  CALL_PLAIN(f32_f64, xf, double);
  CALL_MANY(f64, double, x);
  CALL_MANY(f32, float, xf);
  CALL_REDUC(, double, x);
  CALL_REDUC(f, float, xf);
  call_augmented();
  call_cresta();
}
