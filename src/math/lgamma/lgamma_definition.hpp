#pragma once

#include "math/lgamma/log_gamma.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log |gamma(x)|. Zero at 1 and 2; no other rational result is known. docs/maths/gamma.md#last-tier
struct lgamma_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x) || is_zero(x) || (is_negative(x) && is_integer(x))) return decide(result, infinity<T>());
    // x (log(x) - 1) > 2^128 for 1.53662 2^121, and > 2^1024 for 2^1015
    constexpr double too_large = sizeof(T) == sizeof(float) ? 0x1.896p121 : 0x1p1015;
    if (!is_below(x, T(too_large))) return decide_short_of(result, infinity<T>());
    return !is_negative(x) && (is_plus_minus(x, T(1)) || is_plus_minus(x, T(2))) && decide(result, T(0));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return log_gamma(x, precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
