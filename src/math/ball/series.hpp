#pragma once

#include "math/ball/division.hpp"

/// Power series of small arguments, summed from their last term, with a bound on the terms left out.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 1 + y/f(1) + y^2/(f(1) f(2)) + ..., where f(k) is an integer that grows with k, 1 <= f(k) < 2^32, and |y| <= 1/2
/// for every y of the ball; otherwise unknown.
///
/// The sum is kept as numerator / denominator with a small integer for the denominator, so that a term costs a
/// product and a sum; it is divided out only before it leaves 64 bits.
template <class Factor> ISOBIT_HOST_DEVICE ball factorial_series(ball const& y, Factor factor, int precision) noexcept {
  bound const largest = upper_bound(y);
  std::int64_t const bits_each = -(largest.exponent + 31);  // |y| <= 2^-bits_each
  if (largest.is_zero()) return ball(1);
  if (bits_each < 1) return unknown();

  // From here on the terms halve at least, so that all that follow are not more than twice the first of them.
  std::int64_t bits = 0;
  std::uint64_t terms = 0;
  while (bits <= precision) {
    ++terms;
    bits += bits_each + integer::bit_length(factor(terms)) - 1;
  }

  ball numerator(1);
  std::uint64_t denominator = 1;
  for (std::uint64_t k = terms - 1; k >= 1; --k) {
    std::uint64_t const f = factor(k);
    if (integer::bit_length(denominator) + integer::bit_length(f) > 62) {
      numerator = divide(numerator, ball(denominator), precision);
      denominator = 1;
    }
    denominator *= f;
    numerator = add(multiply(numerator, y, precision), ball(denominator), precision);
  }
  return widen(divide(numerator, ball(denominator), precision), bound_power_of_two(1 - bits));
}

/// 1 + y/3 + y^2/5 + ..., so that x times it is atanh x for y = x^2 and atan x for y = -x^2. Unknown unless |y| <= 1/2
/// for every y of the ball.
ISOBIT_HOST_DEVICE_CALL inline ball odd_series(ball const& y, int precision) noexcept {
  bound const largest = upper_bound(y);
  std::int64_t const bits_each = -(largest.exponent + 31);
  if (largest.is_zero()) return ball(1);
  if (bits_each < 1) return unknown();
  auto const terms = static_cast<std::uint64_t>(precision / bits_each + 1);

  // s <- y s + 1/f, as numerator <- (f y) numerator + denominator and denominator <- f denominator.
  ball numerator(1);
  std::uint64_t denominator = 2 * terms - 1;
  for (std::uint64_t k = terms - 1; k >= 1; --k) {
    std::uint64_t const f = 2 * k - 1;
    if (integer::bit_length(denominator) + integer::bit_length(f) > 62) {
      numerator = divide(numerator, ball(denominator), precision);
      denominator = 1;
    }
    ball const product = multiply(multiply(numerator, y, precision), ball(f), precision);
    numerator = add(product, ball(denominator), precision);
    denominator *= f;
  }
  auto const rest = static_cast<std::int64_t>(terms) * bits_each;
  return widen(divide(numerator, ball(denominator), precision), bound_power_of_two(1 - rest));
}

}  // namespace math
ISOBIT_NAMESPACE_END
