#include <isobit/augarith.h>

#include <isobit/arithmetic/augmented.hpp>

namespace {

isobit_daug_t in_c(isobit::augmented<double> x) { return {x.head, x.tail}; }
isobit_faug_t in_c(isobit::augmented<float> x) { return {x.head, x.tail}; }

}  // namespace

extern "C" {

isobit_daug_t isobit_aug_add(double x, double y) { return in_c(isobit::augmented_addition(x, y)); }
isobit_faug_t isobit_aug_addf(float x, float y) { return in_c(isobit::augmented_addition(x, y)); }
isobit_daug_t isobit_aug_sub(double x, double y) { return in_c(isobit::augmented_subtraction(x, y)); }
isobit_faug_t isobit_aug_subf(float x, float y) { return in_c(isobit::augmented_subtraction(x, y)); }
isobit_daug_t isobit_aug_mul(double x, double y) { return in_c(isobit::augmented_multiplication(x, y)); }
isobit_faug_t isobit_aug_mulf(float x, float y) { return in_c(isobit::augmented_multiplication(x, y)); }

}  // extern "C"
