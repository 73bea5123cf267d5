#pragma once

#include "math/asin/asin.hpp"
#include "math/asinpi/half_turns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// asin(x) / pi. docs/maths/atan.md#half-turns
struct asinpi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return asin_fast::inside(x); }
  template <class V> ISOBIT_LANE static auto approximate(V x) { return in_half_turns(asin_fast::approximate(x)); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_own_arc(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) { return own_arc_in_half_turns(x); }
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-124); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return both(asin_fast::inside_float(x), magnitude(x) >= 0x1p-124);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return asin_fast::approximate_float(x) * one_over_pi_high;
  }
  static constexpr double float_error = asin_fast::float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
