#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log1p/log1p_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log10(1 + x). Rational for x = 10^k - 1 only, where it is k.
struct log10p1_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (decide_logarithm_of_sum(x, result)) return true;
    // 10^k - 1 is odd, and a number of T for no k above 15.
    auto const [negative, significand, exponent] = decompose(x);
    if (negative || exponent + integer::trailing_zeros(significand) < 0 || top_exponent(x) >= 53) return false;
    std::uint64_t const sum = (exponent < 0 ? significand >> -exponent : significand << exponent) + 1;
    std::uint64_t power = 10;
    for (int k = 1; k <= 15; ++k, power *= 10)
      if (sum == power) return decide(result, T(k));
    return false;
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(log1p(ball(x), precision), ln10(precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
