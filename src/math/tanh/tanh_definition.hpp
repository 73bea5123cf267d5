#pragma once

#include "math/ball/exponential.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// sinh x / cosh x. Only x = 0 has a rational result.
struct tanh_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    if (is_infinite(x)) return decide(result, with_sign(is_negative(x), T(1)));
    if (is_cubically_tiny(x)) return decide_short_of(result, x);
    // 1 - tanh n < 2 e^(-2 n) < 2^-(n + 1) for n > 2
    return !is_below(x, T(format<T>::precision)) && decide_short_of(result, with_sign(is_negative(x), T(1)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // With s = e^(2 |x|) - 1: s / (s + 2)
    ball const s = expm1(scale(magnitude(ball(x)), 1), precision);
    ball const quotient = divide(s, add(s, ball(2), precision), precision);
    return is_negative(x) ? negate(quotient) : quotient;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
