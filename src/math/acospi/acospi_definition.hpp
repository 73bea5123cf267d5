#pragma once

#include "math/acos/acos_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// acos(x) / pi. Rational only for x = 0, +-1/2, where it has a factor of 1/3, and +-1. docs/maths/atan.md#half-turns
struct acospi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, T(0.5));
    if (is_plus_minus(x, T(1))) return decide(result, is_negative(x) ? T(1) : T(0));
    if (!is_below(x, T(1))) return decide(result, quiet_nan<T>());
    // 1/2 - x/pi: half the distance to the neighbour below is 2^-(precision + 2)
    return is_quadratically_tiny(x) && decide_nearly(result, T(0.5), is_negative(x));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(acos_definition::enclose(x, precision), pi(precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
