#pragma once

#include "math/ball/exponential.hpp"
#include "math/ball/logarithm.hpp"
#include "math/half_turns.hpp"

/// The gamma function as balls. docs/maths/gamma.md#last-tier
ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace detail {

/// B_2k / (2k (2k - 1)), which Stirling's series multiplies by z^(1 - 2k), for k = 1 ... 17. The next is less than
/// 2^34.
struct fraction {
  std::int64_t numerator;
  std::int64_t denominator;
};
ISOBIT_HOST_DEVICE inline fraction stirling_coefficient(int k) noexcept {
  constexpr fraction table[] = {
      {1, 12},
      {-1, 360},
      {1, 1260},
      {-1, 1680},
      {1, 1188},
      {-691, 360360},
      {1, 156},
      {-3617, 122400},
      {43867, 244188},
      {-174611, 125400},
      {77683, 5796},
      {-236364091, 1506960},
      {657931, 300},
      {-3392780147, 93960},
      {1723168255201, 2492028},
      {-7709321041217, 505920},
      {151628697551, 396},
  };
  return table[k - 1];
}
inline constexpr int stirling_terms = 17;

/// log gamma(z), with a radius of at least 2^34 z^-35: what the series leaves out. Precondition: z >= 1.
ISOBIT_HOST_DEVICE inline ball stirling(ball const& z, int precision) noexcept {
  ball const inverse = divide(ball(1), z, precision);
  ball const w = square(inverse, precision);
  ball sum;
  for (int k = stirling_terms; k >= 1; --k) {
    auto const [numerator, denominator] = stirling_coefficient(k);
    sum = add(multiply(sum, w, precision), divide(ball(numerator), ball(denominator), precision), precision);
  }
  sum = widen(multiply(sum, inverse, precision), bound_power_of_two(34 - 35 * (z.exponent() - 1)));

  ball const half_log_two_pi = scale(log(scale(pi(precision), 1), precision), -1);
  ball const half(0.5);
  ball const growth = multiply(subtract(z, half, precision + 64), log(z, precision), precision);
  return add(subtract(growth, z, precision), add(half_log_two_pi, sum, precision), precision);
}

}  // namespace detail

/// gamma(x) = e^logarithm / product for x > 0, where the product x (x + 1) ... goes so far up that Stirling's series
/// serves. A precision beyond 350 bits is answered with this one, and the radius says so.
struct gamma_parts {
  ball logarithm;
  ball product;
};
/// Precondition: x >= 0 for certain, and x is not zero.
ISOBIT_HOST_DEVICE inline gamma_parts split_gamma(ball const& x, int precision) noexcept {
  // 2^34 z^-35 < 2^-precision
  std::int64_t const wanted = (precision + 34) / 35 + 1;
  std::int64_t const bits = wanted < 11 ? wanted : 11;
  ball z = x;
  ball product(1);
  while (z.exponent() <= bits) {
    product = multiply(product, z, precision);
    z = add(z, ball(1), precision + 64);
  }
  return {detail::stirling(z, precision), product};
}

/// Precondition: finite, not zero, and not a negative integer.
ISOBIT_HOST_DEVICE inline ball log_gamma(double x, int precision) noexcept {
  // gamma(x) gamma(1 - x) = pi / sin(pi x)
  int const longer = precision + 64;
  ball const upper = is_negative(x) ? subtract(ball(1), ball(x), longer) : ball(x);
  auto const [logarithm, product] = split_gamma(upper, longer);
  ball const result = subtract(logarithm, log(product, longer), longer);
  if (!is_negative(x)) return result;
  ball const sine = magnitude(sin_cos_pi(x, longer).sine);
  return subtract(log(divide(pi(longer), sine, longer), longer), result, longer);
}

/// Precondition: finite, not zero, not a negative integer, and |x| below 2^8.
ISOBIT_HOST_DEVICE inline ball gamma(double x, int precision) noexcept {
  int const longer = precision + 64;
  ball const upper = is_negative(x) ? subtract(ball(1), ball(x), longer) : ball(x);
  auto const [logarithm, product] = split_gamma(upper, longer);
  ball const inverse_power = exp(negate(logarithm), longer);
  if (!is_negative(x)) return divide(ball(1), multiply(product, inverse_power, longer), longer);
  ball const numerator = multiply(pi(longer), multiply(product, inverse_power, longer), longer);
  return divide(numerator, sin_cos_pi(x, longer).sine, longer);
}

/// Precondition: finite and not zero.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_integer(T x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  return exponent + integer::trailing_zeros(significand) >= 0;
}

}  // namespace math
ISOBIT_NAMESPACE_END
