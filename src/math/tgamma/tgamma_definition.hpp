#pragma once

#include "math/lgamma/log_gamma.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The gamma function, of floats. Factorials are exact; no other rational result is known.
/// docs/maths/gamma.md#last-tier
struct tgamma_definition {
  ISOBIT_HOST_DEVICE static bool special(float x, outcome<float>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<float>());
    bool const negative = is_negative(x);
    // 1/x - 1 > 2^128 - 1, and that is beyond the largest number by more than half its distance to the next below
    if (is_zero(x)) return decide(result, infinity<float>(negative));
    if (!is_infinite(x) && top_exponent(x) < -128) return decide_short_of(result, infinity<float>(negative));
    if (!negative && is_infinite(x)) return decide(result, x);
    if (!negative) return !is_below(x, 36.0f) && decide_short_of(result, infinity<float>());  // 35! > 2^128
    if (is_infinite(x) || is_integer(x)) return decide(result, quiet_nan<float>());
    // pi / (|sin(pi x)| gamma(1 - x)) < 2^18 / 42! < 2^-150, for |sin(pi x)| >= pi 2^-18 (1 - 2^-30).
    return !is_below(x, 42.0f) && decide_beyond(result, with_sign(is_odd_floor(x), 0.0f));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    if (!is_negative(x) && is_integer(x)) {
      // (x - 1)!, whose odd part has less than 128 bits
      auto const end = static_cast<int>(scaled_integer(ball(x), 0));
      ball factorial(1);
      for (int k = 2; k < end; ++k) factorial = multiply(factorial, ball(k), 192);
      return factorial;
    }
    return gamma(x, precision);
  }

private:
  /// Whether floor(x) is odd: then gamma(x) is negative. Precondition: x is negative and not an integer, above -2^23.
  ISOBIT_HOST_DEVICE static bool is_odd_floor(float x) noexcept {
    auto const [negative, significand, exponent] = decompose(x);
    // floor(x) = -(floor(|x|) + 1)
    return exponent <= -64 || (significand >> -exponent & 1) == 0;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
