#pragma once

#include "math/sinpi/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// cospi(x) = sinpi(x + 1/2). docs/maths/sin.md#pi
struct cospi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, 0x1p41); }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    return sine_of(near_table<V>(reduce_pi(x), 256));
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return magnitude_between(x, 0x1p41, 0x1p52); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) {
    return approximate(without_periods(x));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return both(magnitude_between(x, 0x1p-126, 0x1p22), to_integer(x + 0.5).real - 0.5 != x);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x + 0.5);
    return flip_sign(short_sine_pi(x - (k.real - 0.5)), k.integer << 63);
  }
  static constexpr double float_error = 0x1p-43;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
