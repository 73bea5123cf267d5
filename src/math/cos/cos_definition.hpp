#pragma once

#include "math/ball/trigonometric.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The cosine. Only x = 0 has a rational result.
struct cos_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, T(1));
    return is_cubically_tiny(x) && decide_short_of(result, T(1));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return sin_cos(ball(x), precision).cosine;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
