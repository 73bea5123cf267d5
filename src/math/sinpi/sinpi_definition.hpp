#pragma once

#include "math/half_turns.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// sin(pi x). For a number x = a / 2^k it is rational only where 2 x is an integer: 0 or +-1. A zero has the sign
/// of x.
struct sinpi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    int quarters = 0;
    if (!is_part_of_turn<1>(x, quarters)) return false;
    if (quarters % 2 == 0) return decide(result, with_sign(is_negative(x), T(0)));
    return decide(result, with_sign(is_negative(x) != (quarters == 3), T(1)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return sin_cos_pi(x, precision).sine;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
