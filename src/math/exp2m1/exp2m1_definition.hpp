#pragma once

#include "math/ball/exponential.hpp"
#include "math/growth.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 2^x - 1. Rational where x is an integer: then a number of T or, for +-(precision + 1), a midpoint, or nearly 2^x or
/// -1. docs/maths/exp.md#exact-cases-and-the-end
struct exp2m1_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (decide_growth_minus_one(x, result)) return true;
    int power = 0;
    if (!is_small_integer(x, 63, power)) return false;
    // 2^power - 1, or -(2^-power - 1) 2^power
    int const size = power < 0 ? -power : power;
    std::uint64_t const ones = ~std::uint64_t{0} << (64 - size);
    integer::leading_bits<std::uint64_t> const exact{ones, (power < 0 ? 0 : power) - 64, false};
    return decide(result, integer::assemble<T>(power < 0, exact, result.direction));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return expm1(multiply(ball(x), ln2(precision + 64), precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
