#pragma once

#include "math/ball/logarithm.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log(x + sqrt(x^2 + 1)). Only x = 0 has a rational result.
struct asinh_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x) || is_zero(x)) return decide(result, x);
    return is_cubically_tiny(x) && decide_short_of(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    // log1p(|x| + x^2 / (1 + sqrt(1 + x^2))), a sum of positive numbers
    ball const sine = magnitude(ball(x));
    ball const squared = square(sine, precision);
    ball const root = sqrt(add(ball(1), squared, precision), precision);
    ball const rest = divide(squared, add(ball(1), root, precision), precision);
    ball const arc = log1p(add(sine, rest, precision), precision);
    return is_negative(x) ? negate(arc) : arc;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
