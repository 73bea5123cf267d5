#pragma once

#include "math/kernel.hpp"
#include "math/polynomial.hpp"
#include "math/sin/sin_table.hpp"

/// The quick way to sine and cosine of floats: 32 angles of which both are nearly floats, in pairs of floats.
/// docs/maths/sin.md#quick-floats
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// Where it does not pay: the error grows with the angle.
template <class V> ISOBIT_LANE auto outside_quick_pair_sine(V x) { return magnitude_outside(x, 0x1p-40f, 0x1p11f); }

/// x = k pi/32 + y + y_low, and the sine and cosine of an angle next to k pi/32.
template <class V> struct quick_pair_angle {
  V s, c;
  V y, y_low, square;
  V error;       ///< of y + y_low, absolute
  bits<V> sign;  ///< of sine and cosine

  /// `shift`: so many steps are added to the angle.
  ISOBIT_LANE quick_pair_angle(V x, std::uint64_t shift) {
    auto const k = to_short_integer(x, sin_pair_steps);
    auto const index = k.integer + all_bits<V>(shift);
    s = entry(sin_pair_sine, index);
    c = entry(sin_pair_cosine, index);
    V const r = multiply_add(k.real, -sin_pair_step_high, x);  // exact
    V const rest = multiply_add(k.real, -sin_pair_step_low, entry(sin_pair_offset, index));
    y = r + rest;
    y_low = rest - (y - r);  // exact
    square = y * y;
    error = magnitude(x) * all<V>(0x1p-48);
    sign = (index >> 5) << 31;
  }
};

/// sin(x + shift pi/32).
template <class V> ISOBIT_LANE scaled_enclosure<V> quick_pair_sine(V x, std::uint64_t shift) {
  auto const [s, c, y, y_low, square, y_error, sign] = quick_pair_angle<V>(x, shift);
  V const cubic = (c * y) * square, minus_half = s * all<V>(-0.5);
  V const first = multiply_add(c, y, s), first_low = multiply_add(c, y, s - first);
  V const head = multiply_add(minus_half, square, first), head_low = multiply_add(minus_half, square, first - head);
  V const slope = multiply_add(-s, y, c);
  // 2 - 2 cos(y) = square + beyond
  V const beyond = multiply_add(square * all<V>(cos_pair_fourth), square, multiply_add(y, y, -square));
  V const tiny = multiply_add(slope, y_low, first_low) + multiply_add(minus_half, beyond, head_low);
  V const low = multiply_add(cubic, polynomial(square, sin_pair_polynomial), tiny);
  V const error = multiply_add(s, all<V>(sin_pair_error), y_error);
  return {{head, low, multiply_add(magnitude(cubic), all<V>(0x1.9p-24), error)}, sign};
}

/// tan(x) as by quick_tangent. docs/maths/sin.md#quick-floats
template <class V> ISOBIT_LANE enclosure<V> quick_pair_tangent(V x) {
  auto const [s, c, y, y_low, square, y_error, sign] = quick_pair_angle<V>(x, 0);
  V const tail = multiply_add(y, square * polynomial(square, tan_pair_polynomial), y_low);  // tan(y + y_low) - y
  V const above = multiply_add(c, y, s), above_tail = c * tail;
  V const above_low = multiply_add(c, y, s - above) + above_tail;
  V const below = multiply_add(-s, y, c), below_tail = s * tail;
  V const below_low = multiply_add(-s, y, c - below) - below_tail;
  V const divisor = below + below_low, divisor_low = below_low - (divisor - below);

  V const inverse = all<V>(1.0) / divisor;
  V const high = above * inverse, size = magnitude(high);
  V const rest = multiply_add(-high, divisor, above) + above_low;
  V const low = multiply_add(-high, divisor_low, rest) * inverse;
  V const of_angle = multiply_add(size, y_error, y_error);
  V const of_table = multiply_add(multiply_add(size, magnitude(c), s), all<V>(sin_pair_error), of_angle);
  V const tails = multiply_add(size, magnitude(below_tail), magnitude(above_tail));
  return {high, low, multiply_add(tails, all<V>(0x1.2p-20), of_table) * inverse};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
