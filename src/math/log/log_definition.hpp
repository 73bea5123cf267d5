#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log/logarithm_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The natural logarithm. Only x = 1 has a rational result.
struct log_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    return decide_logarithm(x, result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept { return log(ball(x), precision); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
