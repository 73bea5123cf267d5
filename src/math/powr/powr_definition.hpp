#pragma once

#include "math/pow/pow_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// x^y as exp(y log x), with the special cases of IEEE 754-2019: 0^0, infinity^0 and 1^infinity are NaN, and so is any
/// power of a negative number.
struct powr_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T y, outcome<T>& result) noexcept {
    if (is_nan(x) || is_nan(y)) return decide(result, quiet_nan<T>());
    bool const undefined = (is_negative(x) && !is_zero(x)) || (is_zero(y) && (is_zero(x) || is_infinite(x))) ||
                           (is_infinite(y) && is_plus_minus(x, T{1}));
    if (undefined) return decide(result, quiet_nan<T>());
    return pow_definition::special(isobit::magnitude(x), y, result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, double y, int precision) noexcept {
    return pow_definition::enclose(x, y, precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
