#include <isobit/method.h>

#include <string.h>

#include "every_function.h"

static double const x[] = {3, -4, 12};
static float const xf[] = {3, -4, 12};

static void call_exact(void) {
  isobit_exact *a = NULL, *b = NULL, *c = NULL;
  unsigned char bytes[4096];
  size_t size = 0;
  double r = 0;
  float rf = 0;
  int answer = -1;
  uint64_t hash = 0, other_hash = 1;
  CALL(isobit_exact_create(&a));
  CALL(isobit_exact_add(a, 1));
  CALL(isobit_exact_add_f64(a, x, 3));
  CALL(isobit_exact_add_f32(a, xf, 3));
  CALL(isobit_exact_add_product(a, 2, 3));
  CALL(isobit_exact_add_products_f64(a, x, x, 3));
  CALL(isobit_exact_add_products_f32(a, xf, xf, 3));
  GIVES(367, r, isobit_exact_round_f64(a, ISOBIT_NEAREST_EVEN, &r));
  CALL(isobit_exact_retract(a, 1));
  CALL(isobit_exact_retract_product(a, 2, 3));
  GIVES(360, rf, isobit_exact_round_f32(a, ISOBIT_TOWARD_ZERO, &rf));
  CALL(isobit_exact_copy(a, &b));
  CALL(isobit_exact_merge(a, b));
  GIVES(1, answer, isobit_exact_compare(a, b, &answer));
  CALL(isobit_exact_retract_merge(a, b));
  GIVES(1, answer, isobit_exact_equal(a, b, &answer));
  GIVES(36, r, isobit_exact_mean_f64(a, 10, &r));
  CALL(isobit_exact_add(a, 1));
  GIVES(19, r, isobit_exact_square_root_f64(a, &r));
  CALL(isobit_exact_serialise(a, bytes, sizeof bytes, &size));
  CALL(isobit_exact_deserialise(bytes, size, &c));
  CALL(isobit_exact_hash(a, &hash));
  GIVES(hash, other_hash, isobit_exact_hash(c, &other_hash));
  CALL(isobit_exact_clear(a));
  GIVES(0, r, isobit_exact_round_f64(a, ISOBIT_NEAREST_EVEN, &r));
  isobit_exact_destroy(a);
  isobit_exact_destroy(b);
  isobit_exact_destroy(c);
}

/* An empty state of any method: add, merge, bytes, round; and its sum of an array. `merged` is what a state gives that
   took in its own like. */
#define CALL_STATE(suffix, T, values, merged, create)                  \
  do {                                                                 \
    isobit_accumulator *a = NULL, *b = NULL;                           \
    unsigned char bytes[512];                                          \
    size_t size = 0;                                                   \
    int equal = -1;                                                    \
    T r = 0;                                                           \
    CALL(create);                                                      \
    CALL(isobit_accumulator_copy(a, &b));                              \
    CALL(isobit_accumulator_add_##suffix(a, values, 3));               \
    GIVES(11, r, isobit_accumulator_round_##suffix(a, &r));            \
    GIVES(0, equal, isobit_accumulator_equal(a, b, &equal));           \
    CALL(isobit_accumulator_serialise(a, bytes, sizeof bytes, &size)); \
    CALL(isobit_accumulator_deserialise(b, bytes, size));              \
    GIVES(1, equal, isobit_accumulator_equal(a, b, &equal));           \
    if (merged != 0) {                                                 \
      CALL(isobit_accumulator_merge(a, b));                            \
      GIVES(merged, r, isobit_accumulator_round_##suffix(a, &r));      \
    }                                                                  \
    GIVES(11, r, isobit_method_sum_##suffix(a, values, 3, 2, &r));     \
    isobit_accumulator_destroy(a);                                     \
    isobit_accumulator_destroy(b);                                     \
  } while (0)

#define CALL_METHODS(suffix, T, values)                                                    \
  do {                                                                                     \
    CALL_STATE(suffix, T, values, 22, isobit_binned_##suffix(3, &a));                      \
    CALL_STATE(suffix, T, values, 22, isobit_double_sweep_##suffix(2, 6, 12, &a));         \
    CALL_STATE(suffix, T, values, 22, isobit_single_sweep_##suffix(3, 6, &a));             \
    CALL_STATE(suffix, T, values, 22, isobit_kahan_##suffix(&a));                          \
    CALL_STATE(suffix, T, values, 22, isobit_knuth_##suffix(&a));                          \
    CALL_STATE(suffix, T, values, 22, isobit_extended_##suffix(ISOBIT_NATIVE_FORMAT, &a)); \
    CALL_STATE(suffix, T, values, 0, isobit_tree_##suffix(0, 3, &a));                      \
  } while (0)

static void concatenate(void* context, void const* left, void const* right, void* combined) {
  (void)context;
  memcpy(combined, left, 1);
  memcpy((char*)combined + 1, (char const*)right + 1, 1);
}

void call_states(void) {
  char const pairs[] = "abcdef";
  char ends[2];
  call_exact();
  CALL_METHODS(f64, double, x);
  CALL_METHODS(f32, float, xf);
  CALL(isobit_tree_reduce(pairs, 3, 2, concatenate, NULL, ends));
  EXPECT(ends[0] == 'a' && ends[1] == 'f');
}
