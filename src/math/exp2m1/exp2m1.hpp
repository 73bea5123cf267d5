#pragma once

#include "math/exp2/exp2.hpp"
#include "math/expm1/expm1.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 2^x - 1 as expm1 with the argument of exp2. docs/maths/exp.md#exp2m1-and-exp10m1
struct exp2m1_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-250, 860.0); }
  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const e = exponential_minus_one<false>(exp2_fast::reduced(x));
    return {e.high, e.low, e.high * 0x1p-71};
  }

  /// Where the 1 is nothing.
  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return between(x, 860.0, 1022.0); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) { return exp2_fast::approximate(x); }

  /// Tiny numbers times log(2).
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return is_tiny(x, 0x1p-250); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, exp2_log_high, exp2_log_low, 0x1p-98);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-125, 126.0); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x);
    return exponential_minus_one_float<V>(k, (x - k.real) * exp2_log_high);
  }
  static constexpr double float_error = expm1_fast::float_error;
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-125); }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
