#pragma once

#include "math/exp10/exp10.hpp"
#include "math/expm1/expm1.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 10^x - 1 as expm1 with the argument of exp10. docs/maths/exp.md#exp2m1-and-exp10m1
struct exp10m1_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-250, 260.0); }
  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const e = exponential_minus_one<false>(exp10_fast::reduced(x));
    return {e.high, e.low, e.high * 0x1p-71};
  }

  /// Where the 1 is nothing.
  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return between(x, 260.0, 307.0); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) { return exp10_fast::approximate(x); }

  /// Tiny numbers times log(10).
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return is_tiny(x, 0x1p-250); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, exp10_log_high, exp10_log_low, 0x1p-98);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 37.5); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, exp10f_steps);
    return exponential_minus_one_float<V>(k, multiply_add(k.real, -exp10f_step, x) * exp10_log_high);
  }
  static constexpr double float_error = expm1_fast::float_error;
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-126); }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
