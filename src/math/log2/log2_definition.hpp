#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log/logarithm_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The logarithm to base 2. Rational for powers of two only, where it is an integer, which T holds.
struct log2_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T& result) noexcept {
    return decide_logarithm(x, result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(log(ball(x), precision), ln2(precision), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
