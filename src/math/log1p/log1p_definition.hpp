#pragma once

#include "math/ball/logarithm.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log(1 + x). Only x = 0 has a rational result.
struct log1p_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    if (is_plus_minus(x, T(1)) && is_negative(x)) return decide(result, infinity<T>(true));
    if (is_negative(x) && !is_below(x, T(1))) return decide(result, quiet_nan<T>());
    return (is_infinite(x) || is_quadratically_tiny(x)) && decide(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return log1p(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
