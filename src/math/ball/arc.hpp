#pragma once

#include "math/ball/arc_table.hpp"
#include "math/ball/constants.hpp"
#include "math/ball/series.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// atan(a / b), to a relative error. Precondition: b > 0; b may be zero (for an arc of pi / 2) if a is not.
ISOBIT_HOST_DEVICE_CALL inline ball atan_of_quotient(ball const& a, ball const& b, int precision) noexcept {
  if (a.midpoint_is_zero() && a.radius.is_zero()) return a;
  ball const numerator = magnitude(a);
  // atan(a / b) = pi / 2 - atan(b / a) where a > b
  bool const inverted = b.midpoint_is_zero() || subtract(b, numerator, precision).is_negative();
  ball const& small = inverted ? b : numerator;
  ball const& large = inverted ? numerator : b;

  // With t = small / large near i/32: atan t = atan(i/32) + atan((32 t - i) / (32 + i t)).
  // large <= 2^32 after scaling, and what is lost of it does not matter for the choice of i.
  std::int64_t const shift = 32 - large.exponent();
  std::uint64_t const denominator = scaled_integer(scale(large, shift), 0);
  std::uint64_t const dividend = scaled_integer(scale(small, shift), 5);
  auto const i = static_cast<std::int64_t>((dividend + denominator / 2) / denominator);
  ball v;
  if (i == 0) {
    v = divide(small, large, precision);
  } else {
    // Exact, unless an operand is longer than the precision.
    int const longer = precision + 64;
    v = divide(subtract(scale(small, 5), multiply(large, ball(i), longer), precision),
               add(scale(large, 5), multiply(small, ball(i), longer), precision), precision);
  }
  ball result = multiply(v, odd_series(negate(square(v, precision)), precision), precision);
  if (i != 0) result = add(result, constant(stored_arc(static_cast<int>(i) - 1), false, precision + 64), precision);
  if (inverted) result = subtract(scale(pi(precision + 64), -1), result, precision);
  if (a.is_negative()) result.negate();
  return result;
}

/// To a relative error also where x is tiny.
ISOBIT_HOST_DEVICE_CALL inline ball atan(ball const& x, int precision) noexcept {
  return atan_of_quotient(x, ball(1), precision);
}

}  // namespace math
ISOBIT_NAMESPACE_END
