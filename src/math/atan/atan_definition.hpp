#pragma once

#include "math/ball/arc.hpp"
#include "math/ball/round.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The arc tangent. Only x = 0 has a rational result.
struct atan_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) {
      T const quarter_turn = round_until_certain<T>([](int precision) { return scale(pi(precision), -1); });
      return decide(result, with_sign(is_negative(x), quarter_turn));
    }
    return (is_zero(x) || is_cubically_tiny(x)) && decide(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return atan(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
