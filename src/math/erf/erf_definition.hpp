#pragma once

#include "math/erf/error_series.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The error function. No rational result is known but that of zero. docs/maths/erf.md#last-tier
struct erf_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    if (is_infinite(x)) return decide(result, with_sign(is_negative(x), T(1)));
    // erfc(6) < 2^-55, less than half the distance from 1 to the number below
    return !is_below(x, T(6)) && decide_short_of(result, with_sign(is_negative(x), T(1)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return erf(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
