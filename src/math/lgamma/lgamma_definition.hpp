#pragma once

#include "math/lgamma/log_gamma.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log |gamma(x)|, of floats. Zero at 1 and 2; no other rational result is known. docs/maths/gamma.md#last-tier
struct lgamma_definition {
  ISOBIT_HOST_DEVICE static bool special(float x, outcome<float>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<float>());
    if (is_infinite(x) || is_zero(x) || (is_negative(x) && is_integer(x))) return decide(result, infinity<float>());
    if (!is_below(x, 0x1p122f)) return decide_short_of(result, infinity<float>());  // 2^122 (log(2^122) - 1) > 2^128
    return !is_negative(x) && (is_plus_minus(x, 1.0f) || is_plus_minus(x, 2.0f)) && decide(result, 0.0f);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return log_gamma(x, precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
