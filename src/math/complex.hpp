#pragma once

#include <complex>

#include <isobit/math/complex.hpp>
#include <isobit/math/functions.hpp>

#include "math/ball/logarithm.hpp"
#include "math/ball/round.hpp"
#include "math/special.hpp"

/// What the complex functions share. docs/maths/complex.md
ISOBIT_NAMESPACE_BEGIN
namespace cr {

using math::ball, math::infinity, math::is_infinite, math::quiet_nan, math::widen_exactly;

template <class T> T zero(bool negative = false) { return math::with_sign(negative, T(0)); }
template <class T> std::complex<T> not_a_number() { return {quiet_nan<T>(), quiet_nan<T>()}; }

/// x^2 + y^2 - 1, to a relative error: near the circle of radius 1 the parts of (a - 1)(a + 1) + b^2 are exact.
inline ball beyond_circle(double x, double y, int precision) noexcept {
  bool const is_x_larger = bits_of(magnitude(x)) >= bits_of(magnitude(y));
  ball const a(magnitude(is_x_larger ? x : y)), b(is_x_larger ? y : x), one(1);
  ball const difference = multiply(subtract(a, one, precision), add(a, one, precision), precision);
  return add(difference, square(b, precision), precision);
}

/// log(x^2 + y^2) / 2, to a relative error. Precondition: not both are zero.
inline ball log_of_magnitude(double x, double y, int precision) noexcept {
  int const top_of_x = is_zero(x) ? format<double>::min_exponent : math::top_exponent(x);
  int const top_of_y = is_zero(y) ? format<double>::min_exponent : math::top_exponent(y);
  int const top = top_of_x > top_of_y ? top_of_x : top_of_y;
  if (top == -1 || top == 0) return scale(math::log1p(beyond_circle(x, y, precision), precision), -1);
  ball const sum = add(square(ball(x), precision), square(ball(y), precision), precision);
  return scale(math::log(sum, precision), -1);
}

/// A number that differs from q by less than a relative 2^-590, on the side given: where q may be the middle of two
/// numbers, and is far from every other one.
inline ball next_to(ball const& q, bool beyond, int precision) noexcept {
  ball const step = scale(q, -590);
  return beyond ? add(q, step, precision) : subtract(q, step, precision);
}

}  // namespace cr
ISOBIT_NAMESPACE_END
