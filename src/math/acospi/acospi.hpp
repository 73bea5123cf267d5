#pragma once

#include "math/acos/acos.hpp"
#include "math/asinpi/half_turns.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// acos(x) / pi. docs/maths/atan.md#half-turns
struct acospi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return acos_fast::inside(x); }
  template <class V> ISOBIT_LANE static auto approximate(V x) { return in_half_turns(acos_fast::approximate(x)); }
  ISOBIT_LANE static auto brief(double x) { return briefly_in_half_turns(acos_fast::approximate(x)); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return acos_fast::inside_far(x); }
  ISOBIT_HOST_DEVICE static auto approximate_far(double x) { return in_half_turns(acos_fast::approximate_far(x)); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return acos_fast::inside_float(x); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return acos_fast::approximate_float(x) * one_over_pi_high;
  }
  static constexpr double float_error = acos_fast::float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
