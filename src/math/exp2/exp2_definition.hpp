#pragma once

#include "math/ball/exponential.hpp"
#include "math/growth.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 2^x. Rational where x is an integer, and irrational elsewhere.
struct exp2_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (decide_growth(x, result)) return true;
    auto const [negative, significand, exponent] = decompose(x);
    int const zeros = integer::trailing_zeros(significand);
    if (exponent + zeros < 0) return false;
    // An integer below 2^11, by decide_growth. Below the smallest number, 2^x is a midpoint or less.
    auto const power = static_cast<int>(exponent < 0 ? significand >> -exponent : significand << exponent);
    integer::leading_bits<std::uint64_t> const exact{std::uint64_t{1} << 63, (negative ? -power : power) - 63, false};
    return decide(result, integer::assemble<T>(false, exact, result.direction));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return exp(multiply(ball(x), ln2(precision + 64), precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
