#pragma once

#include "math/asinpi/half_turns.hpp"
#include "math/atan2/atan2.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// atan2(y, x) / pi. docs/maths/atan.md#half-turns
struct atan2pi_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V y, V x) { return atan2_fast::inside(y, x); }
  template <class V> ISOBIT_LANE static auto approximate(V y, V x) {
    return in_half_turns(atan2_fast::approximate(y, x));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V y, V x) {
    return both(atan2_fast::inside_float(y, x), magnitude(y) >= magnitude(x) * 0x1p-123);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V y, V x) {
    return atan2_fast::approximate_float(y, x) * one_over_pi_high;
  }
  static constexpr double float_error = atan2_fast::float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
