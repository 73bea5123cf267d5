#pragma once

#include "math/ball/exponential.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// (e^x + e^-x) / 2. Only x = 0 has a rational result.
struct cosh_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, T(1));
    if (is_infinite(x)) return decide(result, infinity<T>());
    if (is_cubically_tiny(x)) return decide_beyond(result, T(1));
    // e^n / 2 > 2^n for n > 3
    return !is_below(x, T(format<T>::max_exponent)) && decide_short_of(result, infinity<T>());
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    ball const power = exp(ball(x), precision);
    return scale(add(power, divide(ball(1), power, precision), precision), -1);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
