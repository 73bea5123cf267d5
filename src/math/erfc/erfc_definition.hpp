#pragma once

#include "math/erf/error_series.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 1 - erf(x). No rational result is known but that of zero. docs/maths/erf.md#last-tier
struct erfc_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    using f = format<T>;
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, T(1));
    if (is_infinite(x)) return decide(result, is_negative(x) ? T(2) : T(0));
    // |erf(x)| < 1.13 |x| < 2^-(precision + 1), half the distance from 1 to the number below
    if (top_exponent(x) < -(f::precision + 2)) return decide_nearly(result, T(1), is_negative(x));
    if (is_negative(x)) return !is_below(x, T(6)) && decide_short_of(result, T(2));  // erfc(6) < 2^-55
    // erfc(x) < e^(-x^2): less than half the smallest number
    T const limit = f::precision == 53 ? T(28) : T(10.5);
    return !is_below(x, limit) && decide_beyond(result, T(0));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    if (is_negative(x)) return subtract(ball(1), erf(ball(x), precision), precision);
    return erfc(ball(x), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
