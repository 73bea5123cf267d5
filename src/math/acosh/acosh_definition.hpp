#pragma once

#include "math/ball/logarithm.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log(x + sqrt(x^2 - 1)). Only x = 1 has a rational result.
struct acosh_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_negative(x) || is_below(x, T(1))) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) return decide(result, x);
    return is_plus_minus(x, T(1)) && decide(result, T(0));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // With t = x - 1: log1p(t + sqrt(t (t + 2))), a sum of positive numbers
    ball const t = subtract(ball(x), ball(1), precision);
    ball const root = sqrt(multiply(t, add(t, ball(2), precision), precision), precision);
    return log1p(add(t, root, precision), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
