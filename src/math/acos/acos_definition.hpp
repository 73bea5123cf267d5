#pragma once

#include "math/ball/arc.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The arc cosine. Only x = 1 has a rational result.
struct acos_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_plus_minus(x, T(1)) && !is_negative(x)) return decide(result, T(0));
    return !is_below(x, T(1)) && !is_plus_minus(x, T(1)) && decide(result, quiet_nan<T>());
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // atan(sqrt(1 - x^2) / x), where 1 - x^2 = (1 - x) (1 + x) without cancellation
    ball const cosine(x);
    ball const square_of_sine =
        multiply(subtract(ball(1), cosine, precision), add(ball(1), cosine, precision), precision);
    ball const acute = atan_of_quotient(sqrt(square_of_sine, precision), magnitude(cosine), precision);
    return cosine.is_negative() ? subtract(pi(precision), acute, precision) : acute;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
