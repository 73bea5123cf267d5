#pragma once

#include "math/ball/exponential.hpp"

/// erf and erfc as balls. docs/maths/erf.md#series
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// At least the precision that erfc(x) loses where it is taken as 1 - erf(x): log2(1 / erfc(x)). Precondition: x >= 0.
ISOBIT_HOST_DEVICE inline int erfc_bits(ball const& square) noexcept {
  return static_cast<int>(scaled_integer(square, 0) * 3 / 2) + 8;
}

ISOBIT_HOST_DEVICE inline ball two_over_root_pi(int precision) noexcept {
  return divide(ball(2), sqrt(pi(precision), precision), precision);
}

/// erf(x) = 2 / sqrt(pi) x e^(-x^2) (1 + u/3 + u^2/(3 5) + ...), u = 2 x^2, to a relative error: no term is negative.
/// Unknown for |x| >= 64.
ISOBIT_HOST_DEVICE inline ball erf(ball const& x, int precision) noexcept {
  if (x.midpoint_is_zero()) return x;
  if (x.exponent() > 6) return unknown();
  ball const square_of_x = square(x, precision);
  ball const u = scale(square_of_x, 1);

  // As many terms as it takes for the next to be small and less than half the one before, so that all that follow are
  // not more than twice it.
  bound const largest = upper_bound(u);
  bound const enough = bound_power_of_two(-precision);
  bound const half = bound_power_of_two(-1);
  bound next = bound_power_of_two(0);
  std::uint64_t terms = 0;
  for (bool small = false; !small;) {
    ++terms;
    bound const ratio = divide(largest, make_bound(2 * terms + 1, 0));
    next = multiply(next, ratio);
    small = next < enough && ratio < half;
  }

  // s <- 1 + u s / f as numerator / denominator, divided out before the denominator leaves 64 bits
  ball numerator(1);
  std::uint64_t denominator = 1;
  for (std::uint64_t k = terms - 1; k >= 1; --k) {
    std::uint64_t const f = 2 * k + 1;
    if (integer::bit_length(denominator) + integer::bit_length(f) > 62) {
      numerator = divide(numerator, ball(denominator), precision);
      denominator = 1;
    }
    denominator *= f;
    numerator = add(multiply(numerator, u, precision), ball(denominator), precision);
  }
  ball const sum = widen(divide(numerator, ball(denominator), precision), scale(next, 1));
  ball const factor = multiply(two_over_root_pi(precision), exp(negate(square_of_x), precision), precision);
  return multiply(multiply(factor, x, precision), sum, precision);
}

/// 1 - y + 1*3 y^2 - 1*3*5 y^3 + ... for y = 1 / (2 x^2), which is e^(x^2) sqrt(pi) x erfc(x) up to the first term that
/// is left out. Whether there is a term that small; if not, the sum is not set.
ISOBIT_HOST_DEVICE inline bool erfc_asymptotic_sum(ball const& y, int precision, ball& sum) noexcept {
  bound const largest = upper_bound(y);
  bound const enough = bound_power_of_two(-precision);
  bound const one = bound_power_of_two(0);
  bound next = one;
  std::uint64_t terms = 0;
  while (!(next < enough)) {
    bound const ratio = multiply(largest, make_bound(2 * terms + 1, 0));
    if (!(ratio < one)) return false;
    next = multiply(next, ratio);
    ++terms;
  }
  sum = ball(1);
  for (std::uint64_t k = terms - 1; k >= 1; --k)
    sum = subtract(ball(1), multiply(sum, multiply(y, ball(2 * k - 1), precision), precision), precision);
  sum = widen(sum, next);
  return true;
}

/// To a relative error. Precondition: x is exact and positive, below 64.
ISOBIT_HOST_DEVICE inline ball erfc(ball const& x, int precision) noexcept {
  ball const square_of_x = square(x, precision);
  if (x.exponent() > 1) {
    ball sum;
    if (erfc_asymptotic_sum(divide(ball(1), scale(square_of_x, 1), precision), precision, sum)) {
      ball const factor = multiply(two_over_root_pi(precision), exp(negate(square_of_x), precision), precision);
      return scale(divide(multiply(factor, sum, precision), x, precision), -1);
    }
  }
  int const longer = precision + erfc_bits(square_of_x);
  return subtract(ball(1), erf(x, longer), longer);
}

}  // namespace math
ISOBIT_NAMESPACE_END
