#pragma once

#include "math/ball/arc.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The arc sine. Only x = 0 has a rational result.
struct asin_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (!is_below(x, T(1)) && !is_plus_minus(x, T(1))) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    return is_cubically_tiny(x) && decide_beyond(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // atan(x / sqrt(1 - x^2)), where 1 - x^2 = (1 - x) (1 + x) without cancellation
    ball const sine(x);
    ball const square_of_cosine =
        multiply(subtract(ball(1), sine, precision), add(ball(1), sine, precision), precision);
    return atan_of_quotient(sine, sqrt(square_of_cosine, precision), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
