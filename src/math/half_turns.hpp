#pragma once

#include "math/ball/trigonometric.hpp"
#include "math/special.hpp"

/// Angles in half turns, for sinpi and cospi: their reduction is exact.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// Whether 2 x is an integer; if so, |2 x| modulo 4. Precondition: finite and not zero.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_quarter_turns(T x, int& quarters) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  int const doubled = exponent + 1;
  if (doubled + integer::trailing_zeros(significand) < 0) return false;
  quarters = doubled >= 2   ? 0
             : doubled >= 0 ? static_cast<int>(significand << doubled & 3)
                            : static_cast<int>(significand >> -doubled & 3);
  return true;
}

/// sin(pi x) and cos(pi x), to a relative error. Precondition: finite.
ISOBIT_HOST_DEVICE inline sine_cosine sin_cos_pi(double x, int precision) noexcept {
  auto const [quarters, rest] = nearest_quarter(scale(magnitude(ball(x)), 1));
  ball const angle = scale(multiply(rest, pi(precision), precision), -1);
  sine_cosine result = sin_cos_turned(quarters, angle, precision);
  if (is_negative(x)) result.sine.negate();
  return result;
}

}  // namespace math
ISOBIT_NAMESPACE_END
