#pragma once

#include "math/sin/float.hpp"
#include "math/sinpi/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// tan(pi x), not at its zeros and poles. docs/maths/sin.md#pi
struct tanpi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return inside_below(x, 0x1p-300, 0x1p41); }
  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    return tangent_of(near_table<V>(reduce_pi(x), 0));
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return inside_below(x, 0x1p41, 0x1p50); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) { return approximate(without_periods(x)); }

  /// Tiny numbers times pi.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return is_tiny(x, 0x1p-300); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, pi_high, pi_low, 0x1p-98);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return inside_below(x, 0x1p-126, 0x1p23); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, 2.0);
    short_angle<V> const a(multiply_add(k.real, -0.5, x) * pi_high, k.integer);
    return a.tangent();
  }
  static constexpr double float_error = 0x1p-43;
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-126); }

private:
  template <class V> ISOBIT_LANE static mask<V> inside_below(V x, double low, double high) {
    auto const in_range = magnitude_between(x, low, high);
    // What is not may be a signalling NaN, or so large that its double overflows.
    if constexpr (__is_same(V, double))
      if (!in_range) return false;
    V const tame_x = select(in_range, x, all<V>(0.0));
    return both(in_range, to_integer(tame_x, 2.0).real != tame_x + tame_x);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
