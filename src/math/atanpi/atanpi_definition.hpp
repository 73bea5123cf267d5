#pragma once

#include "math/ball/arc.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// atan(x) / pi. Rational only for x = 0, +-1 and infinities. docs/maths/atan.md#half-turns
struct atanpi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) return decide(result, with_sign(is_negative(x), T(0.5)));
    if (is_plus_minus(x, T(1))) return decide(result, with_sign(is_negative(x), T(0.25)));
    if (is_zero(x)) return decide(result, x);
    // 1/2 - 1/(pi |x|): half the distance to the neighbour below is 2^-(precision + 2)
    constexpr double huge = sizeof(T) == sizeof(float) ? 0x1p25 : 0x1p54;
    return !is_below(x, T(huge)) && decide_short_of(result, with_sign(is_negative(x), T(0.5)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(atan(ball(x), precision), pi(precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
