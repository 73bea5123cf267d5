#pragma once

#include "math/erf/error_series.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 1 - erf(x). No rational result is known but that of zero. docs/maths/erf.md#last-tier
struct erfc_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T& result) noexcept {
    using f = format<T>;
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    // |erf(x)| < 1.13 |x| < 2^-(precision + 1), half the distance from 1 to the number below
    if (is_zero(x) || top_exponent_below(x, -(f::precision + 2))) return decide(result, T(1));
    if (is_negative(x)) return !is_below(x, T(6)) && decide(result, T(2));  // 2 - erfc(6), erfc(6) < 2^-55
    // erfc(x) < e^(-x^2): less than half the smallest number
    T const limit = f::precision == 53 ? T(28) : T(10.5);
    return !is_below(x, limit) && decide(result, T(0));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    if (is_negative(x)) return subtract(ball(1), erf(ball(x), precision), precision);
    return erfc(ball(x), precision);
  }

private:
  template <class T> ISOBIT_HOST_DEVICE static bool top_exponent_below(T x, int exponent) noexcept {
    return !is_infinite(x) && top_exponent(x) < exponent;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
