#pragma once

#include "math/lgamma/log_gamma.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The gamma function. Factorials are exact; no other rational result is known.
/// docs/maths/gamma.md#last-tier
struct tgamma_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    constexpr bool is_float = sizeof(T) == sizeof(float);
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    bool const negative = is_negative(x);
    if (is_zero(x)) return decide(result, infinity<T>(negative));
    // 1/x - 0.577... + O(x): infinite, or so near a power of two that no precision would tell them apart
    if (!is_infinite(x) && top_exponent(x) < -2 * format<T>::precision) {
      bool const is_power = is_power_of_two(x);
      if (top_exponent(x) + !is_power < -format<T>::max_exponent + 1)
        return decide_short_of(result, infinity<T>(negative));
      if (is_power) return decide_nearly(result, inverse_of_power_of_two(x), negative);
    }
    if (!negative && is_infinite(x)) return decide(result, x);
    // 35! > 2^128, 171! > 2^1024
    if (!negative) return !is_below(x, T(is_float ? 36 : 172)) && decide_short_of(result, infinity<T>());
    if (is_infinite(x) || is_integer(x)) return decide(result, quiet_nan<T>());
    // pi / (|sin(pi x)| gamma(1 - x)), and |sin(pi x)| >= pi d (1 - 2^-30) for numbers at least d away from integers:
    // 2^18 / 42! < 2^-150, 2^45 / 184! < 2^-1075
    return !is_below(x, T(is_float ? 42 : 184)) && decide_beyond(result, with_sign(is_odd_floor(x), T(0)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    if (!is_negative(x) && is_integer(x)) {
      // (x - 1)!, exact where it is a number or a midpoint: then its odd part has less than 64 bits
      auto const end = static_cast<int>(scaled_integer(ball(x), 0));
      ball factorial(1);
      for (int k = 2; k < end; ++k) factorial = multiply(factorial, ball(k), precision + 64);
      return factorial;
    }
    return gamma(x, precision);
  }

private:
  /// Precondition: finite and not zero.
  template <class T> ISOBIT_HOST_DEVICE static bool is_power_of_two(T x) noexcept {
    auto const significand = decompose(x).significand;
    return (significand & (significand - 1)) == 0;
  }
  template <class T> ISOBIT_HOST_DEVICE static T inverse_of_power_of_two(T x) noexcept {
    return integer::assemble<T>(is_negative(x), {std::uint64_t{1} << 63, -top_exponent(x) - 63, false},
                                rounding::nearest_even);
  }

  /// Whether floor(x) is odd: then gamma(x) is negative. Precondition: x is negative and not an integer.
  template <class T> ISOBIT_HOST_DEVICE static bool is_odd_floor(T x) noexcept {
    auto const [negative, significand, exponent] = decompose(x);
    // floor(x) = -(floor(|x|) + 1)
    return exponent <= -64 || (significand >> -exponent & 1) == 0;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
