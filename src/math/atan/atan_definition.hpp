#pragma once

#include "math/ball/arc.hpp"
#include "math/ball/round.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The arc tangent. Only x = 0 has a rational result.
struct atan_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) {
      auto const quarter_turn = [&](int precision) {
        ball const size = scale(pi(precision), -1);
        return is_negative(x) ? negate(size) : size;
      };
      return decide(result, round_until_certain<T>(quarter_turn, result.direction));
    }
    if (is_zero(x)) return decide(result, x);
    return is_cubically_tiny(x) && decide_short_of(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return atan(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
