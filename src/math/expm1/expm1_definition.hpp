#pragma once

#include "math/ball/exponential.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// e^x - 1. Only x = 0 has a rational result.
struct expm1_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    using f = format<T>;
    if (is_infinite(x)) return decide(result, is_negative(x) ? T(-1) : x);
    if (is_zero(x)) return decide(result, x);
    if (is_quadratically_tiny(x)) return decide_nearly(result, x, !is_negative(x));
    if (is_below(x, T(f::max_exponent))) return false;
    return decide_short_of(result, is_negative(x) ? T(-1) : infinity<T>());
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return expm1(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
