#pragma once

#include "math/sinpi/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// docs/maths/sin.md#pi
struct sinpi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, 0x1p41); }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    return sine_of(near_table<V>(reduce_pi(x), 0));
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return magnitude_between(x, 0x1p41, 0x1p52); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) {
    return approximate(without_periods(x));
  }

  /// Tiny numbers times pi.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return is_tiny(x, 0x1p-300); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, pi_high, pi_low, 0x1p-98);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return both(magnitude_between(x, 0x1p-126, 0x1p23), to_integer(x).real != x);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x);
    return flip_sign(short_sine_pi(x - k.real), k.integer << 63);
  }
  static constexpr double float_error = 0x1p-43;
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-126); }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
