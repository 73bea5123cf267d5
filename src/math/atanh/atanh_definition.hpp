#pragma once

#include "math/ball/logarithm.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log((1 + x) / (1 - x)) / 2. Only x = 0 has a rational result.
struct atanh_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_plus_minus(x, T(1))) return decide(result, infinity<T>(is_negative(x)));
    if (!is_below(x, T(1))) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    return is_cubically_tiny(x) && decide_beyond(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // log1p(2 |x| / (1 - |x|)) / 2
    ball const tangent = magnitude(ball(x));
    ball const ratio = divide(scale(tangent, 1), subtract(ball(1), tangent, precision), precision);
    ball const arc = scale(log1p(ratio, precision), -1);
    return is_negative(x) ? negate(arc) : arc;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
