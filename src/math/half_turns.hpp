#pragma once

#include "math/ball/trigonometric.hpp"
#include "math/special.hpp"

/// Angles in half turns, for sinpi, cospi and tanpi: their reduction is exact.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// Whether 2^Halvings x is an integer; if so, its magnitude modulo 2^(Halvings + 1), which is a whole turn.
/// Precondition: finite and not zero.
template <int Halvings, class T> ISOBIT_HOST_DEVICE constexpr bool is_part_of_turn(T x, int& parts) noexcept {
  constexpr int whole = 2 << Halvings;
  auto const [negative, significand, exponent] = decompose(x);
  int const scaled = exponent + Halvings;
  if (scaled + integer::trailing_zeros(significand) < 0) return false;
  parts = scaled > Halvings ? 0
          : scaled >= 0     ? static_cast<int>(significand << scaled & (whole - 1))
                            : static_cast<int>(significand >> -scaled & (whole - 1));
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
