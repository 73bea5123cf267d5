#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log/logarithm_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The logarithm to base 2. Rational for powers of two only, where it is an integer, which T holds.
struct log2_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (decide_logarithm(x, result)) return true;
    auto const [negative, significand, exponent] = decompose(x);
    return (significand & (significand - 1)) == 0 && decide(result, T(top_exponent(x)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(log(ball(x), precision), ln2(precision), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
