#pragma once

#include "math/ball/ball.hpp"

/// Quotients and square roots of balls.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// a / b; unknown if b may be zero.
ISOBIT_HOST_DEVICE_CALL inline ball divide(ball const& a, ball const& b, int precision) noexcept {
  bound const least = lower_bound(b);
  if (least.is_zero()) return unknown();

  int const keep = limbs_for(precision);
  int const b_size = b.size() < keep + 1 ? b.size() : keep + 1;
  // The quotient of the midpoints is at most 2^distance.
  std::int64_t const distance = a.exponent() - b.exponent() + 1;
  ball result;
  if (!a.midpoint_is_zero()) {
    // The first limb of the quotient is 0 or 1, so one more than is kept.
    int const size = keep + 2 < ball::capacity ? keep + 2 : ball::capacity + 1;
    limbs::limb dividend[2 * ball::capacity + 2];
    limbs::limb quotient[ball::capacity + 1];
    dividend[0] = 0;
    for (int i = 1; i < size + b_size; ++i) dividend[i] = i <= a.size() ? a.limb()[i - 1] : 0;
    limbs::divide(limbs::reversed(quotient, size), size, limbs::reversed(dividend, size + b_size),
                  limbs::reversed(b.limb(), b_size), b_size);
    limbs::limb rest = 0;
    for (int i = size; i < size + b_size; ++i) rest |= dividend[i];
    for (int i = size + b_size; i <= a.size(); ++i) rest |= a.limb()[i - 1];
    result.set(a.is_negative() != b.is_negative(), quotient, size, a.exponent() - b.exponent() + 64, keep);
    // One unit of the last limb of the quotient for the remainder, and one where the divisor was cut: |b' - b| / |b|
    // is at most 2^(1 - 64 b_size) then.
    if (rest != 0) result.radius = add(result.radius, bound_power_of_two(distance - 1 - 64 * (size - 1)));
    if (b_size < b.size()) result.radius = add(result.radius, bound_power_of_two(distance + 1 - 64 * b_size));
  }
  // |a/b - a'/b'| <= (ra + |a'/b'| rb) / |b|
  bound error = a.radius;
  if (!b.radius.is_zero() && !a.midpoint_is_zero())
    error = add(error, multiply(bound_power_of_two(distance), b.radius));
  if (!error.is_zero()) result.radius = add(result.radius, divide(error, least));
  return result;
}

/// Precondition: k is not zero.
ISOBIT_HOST_DEVICE_CALL inline ball divide_integer(ball const& x, std::int64_t k, int precision) noexcept {
  return divide(x, ball(k), precision);
}

/// The square roots of the numbers of the ball that are not negative; unknown if there may be none or the ball cannot
/// be told from zero, unless it is zero exactly.
ISOBIT_HOST_DEVICE_CALL inline ball sqrt(ball const& x, int precision) noexcept {
  if (x.midpoint_is_zero() && x.radius.is_zero()) return x;
  bound const least = lower_bound(x);
  if (least.is_zero() || x.is_negative()) return unknown();

  // 1/4 <= a < 1
  std::int64_t const half = (x.exponent() + 1) >> 1;
  ball const a = scale(midpoint(x), -2 * half);

  // Some 31 bits by Newton's iteration in integers, from a secant: sqrt(top) for 2^62 <= top < 2^64.
  std::uint64_t const top = scaled_integer(a, 64);
  std::uint64_t start = (top >> 31) / 3 + (std::uint64_t{1} << 32) / 3;
  for (int i = 0; i < 3; ++i) start = (start + top / start) / 2;
  ball root(start);
  root.scale(-32);

  // With d = (a - s^2) / 2s, sqrt(a) = s + d - e, where 0 <= e <= d^2 / s as long as |d| <= s / 4.
  int bits = 32;
  for (;;) {
    bits *= 2;
    int const step = bits < precision ? bits + 8 : precision;
    ball const difference = subtract(a, square(root, 2 * precision), step);
    ball const correction = divide(difference, scale(root, 1), step);
    bound const largest = upper_bound(correction);
    bound const rest = divide(multiply(largest, largest), lower_bound(root));
    root = add(root, correction, step);
    if (bits >= precision) {
      root.radius = add(root.radius, rest);
      break;
    }
    root.radius = {};
  }
  root.scale(half);
  // |sqrt(x) - sqrt(x')| = |x - x'| / (sqrt(x) + sqrt(x')), and both roots are at least that of the least number.
  if (!x.radius.is_zero()) root.radius = add(root.radius, divide(x.radius, lower_bound(root)));
  return root;
}

}  // namespace math
ISOBIT_NAMESPACE_END
