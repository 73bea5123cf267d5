#pragma once

#include "math/ball/exponential.hpp"
#include "math/growth.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 10^x - 1. Rational where x is an integer; not a binary fraction where that is negative. Else odd, so that it has no
/// more bits than a number of T, or one more and is a midpoint, only for x <= 16.
/// docs/maths/exp.md#exact-cases-and-the-end
struct exp10m1_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (decide_growth_minus_one(x, result)) return true;
    int power = 0;
    if (!is_small_integer(x, 19, power) || power < 0) return false;  // 10^19 < 2^64
    std::uint64_t ten = 1;
    for (int i = 0; i < power; ++i) ten *= 10;
    int const shift = integer::leading_zeros(ten - 1);
    return decide(result, integer::assemble<T>(false, {(ten - 1) << shift, -shift, false}, result.direction));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return expm1(multiply(ball(x), ln10(precision + 64), precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
