#pragma once

#include "math/ball/exponential.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// (e^x - e^-x) / 2. Only x = 0 has a rational result.
struct sinh_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x) || is_zero(x)) return decide(result, x);
    if (is_cubically_tiny(x)) return decide_beyond(result, x);
    // e^n / 2 > 2^n for n > 3
    return !is_below(x, T(format<T>::max_exponent)) && decide_short_of(result, infinity<T>(is_negative(x)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // With s = e^|x| - 1: (s + s / (s + 1)) / 2, a sum of positive numbers
    ball const s = expm1(magnitude(ball(x)), precision);
    ball const sum = add(s, divide(s, add(s, ball(1), precision), precision), precision);
    return scale(is_negative(x) ? negate(sum) : sum, -1);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
