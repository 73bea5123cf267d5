#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log/logarithm_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The logarithm to base 10. Rational for powers of ten only, where it is an integer, which T holds.
struct log10_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (decide_logarithm(x, result)) return true;
    // 10^k = 5^k 2^k, where 5^k has no more bits than T for k <= 22.
    auto const [negative, significand, exponent] = decompose(x);
    int const zeros = integer::trailing_zeros(significand), power = exponent + zeros;
    std::uint64_t odd = significand >> zeros;
    int fives = 0;
    for (; odd % 5 == 0; odd /= 5) ++fives;
    return odd == 1 && fives == power && decide(result, T(power));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(log(ball(x), precision), ln10(precision), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
