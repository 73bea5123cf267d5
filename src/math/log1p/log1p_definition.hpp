#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log1p/log1p_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log(1 + x). Only x = 0 has a rational result.
struct log1p_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (decide_logarithm_of_sum(x, result)) return true;
    return is_quadratically_tiny(x) && decide_nearly(result, x, is_negative(x));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return log1p(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
