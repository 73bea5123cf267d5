#pragma once

#include "math/ball/exponential.hpp"
#include "math/growth.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 10^x. Rational where x is an integer. There it is 5^x 2^x, which has no more bits than a number of T or one
/// more, so that it is a midpoint, only for some of 0 <= x <= 23; irrational elsewhere.
struct exp10_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (decide_growth(x, result)) return true;
    auto const [negative, significand, exponent] = decompose(x);
    if (negative || exponent + integer::trailing_zeros(significand) < 0 || top_exponent(x) > 4) return false;
    auto const power = static_cast<int>(exponent < 0 ? significand >> -exponent : significand << exponent);
    if (power > 27) return false;  // 5^27 < 2^64
    std::uint64_t five = 1;
    for (int i = 0; i < power; ++i) five *= 5;
    int const shift = integer::leading_zeros(five);
    return decide(result, integer::assemble<T>(false, {five << shift, power - shift, false}, result.direction));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return exp(multiply(ball(x), ln10(precision + 64), precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
