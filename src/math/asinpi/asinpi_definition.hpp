#pragma once

#include "math/asin/asin_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// asin(x) / pi. Rational only for x = 0, +-1/2, where it is +-1/6, and +-1. docs/maths/atan.md#half-turns
struct asinpi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_plus_minus(x, T(1))) return decide(result, with_sign(is_negative(x), T(0.5)));
    if (!is_below(x, T(1))) return decide(result, quiet_nan<T>());
    return is_zero(x) && decide(result, x);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(asin_definition::enclose(x, precision), pi(precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
