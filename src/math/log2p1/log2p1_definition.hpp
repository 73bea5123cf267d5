#pragma once

#include "math/ball/logarithm.hpp"
#include "math/log1p/log1p_special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// log2(1 + x). Rational for x = 2^k - 1 only, where it is k.
struct log2p1_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (decide_logarithm_of_sum(x, result)) return true;
    // 2^k - 1 is k ones, and -(1 - 2^-k) too.
    auto const [negative, significand, exponent] = decompose(x);
    std::uint64_t const odd = significand >> integer::trailing_zeros(significand);
    int const ones = integer::bit_length(odd);
    bool const is_sum = (odd & (odd + 1)) == 0 && top_exponent(x) == (negative ? -1 : ones - 1);
    return is_sum && decide(result, with_sign(negative, T(ones)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    return divide(log1p(ball(x), precision), ln2(precision + 64), precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
