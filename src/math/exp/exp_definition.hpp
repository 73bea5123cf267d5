#pragma once

#include "math/ball/exponential.hpp"
#include "math/growth.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// e^x. Only x = 0 has a rational result.
struct exp_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    return decide_growth(x, result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return exp(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
