#pragma once

#include "math/asinpi/half_turns.hpp"
#include "math/atan/atan.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// atan(x) / pi. docs/maths/atan.md#half-turns
struct atanpi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return atan_fast::inside(x); }
  template <class V> ISOBIT_LANE static auto approximate(V x) { return in_half_turns(atan_fast::approximate(x)); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_own_arc(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) { return own_arc_in_half_turns(x); }
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-124); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return both(atan_fast::inside_float(x), magnitude(x) >= 0x1p-124);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return atan_fast::approximate_float(x) * one_over_pi_high;
  }
  static constexpr double float_error = atan_fast::float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
