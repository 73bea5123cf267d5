#pragma once

#include "math/half_turns.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// cos(pi x). For a number x = a / 2^k it is rational only where 2 x is an integer: +0 or +-1.
struct cospi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, T(1));
    // 1 - (pi x)^2 / 2
    if (top_exponent(x) < -(format<T>::precision / 2 + 4)) return decide_short_of(result, T(1));
    int quarters = 0;
    if (!is_part_of_turn<1>(x, quarters)) return false;
    return decide(result, quarters % 2 != 0 ? T(0) : with_sign(quarters == 2, T(1)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return sin_cos_pi(x, precision).cosine;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
