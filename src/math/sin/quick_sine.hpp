#pragma once

#include "math/kernel.hpp"
#include "math/polynomial.hpp"
#include "math/quick_tables.hpp"
#include "math/sin/sin_table.hpp"

/// The quick way to sine and cosine: 32 angles of which both are nearly doubles, the result to 2^-60.
/// docs/maths/sin.md#quick
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x = k pi/32 + r + r_low, and the sine and cosine of an angle next to k pi/32. With FMA alone.
template <class V> struct quick_angle {
  V s, c;
  V r, r_low;    ///< r is exact
  V y, square;   ///< their sum, rounded
  bits<V> sign;  ///< of sine and cosine

  /// `shift`: so many steps are added to the angle.
  ISOBIT_LANE quick_angle(V x, std::uint64_t shift) {
    auto const k = to_integer(x, sin_quick_steps);
    auto const index = k.integer + all_bits<V>(shift);
    s = entry(sin_quick_sine_lower, sin_quick_sine_upper, index);
    c = entry(sin_quick_cosine_lower, sin_quick_cosine_upper, index);
    r = multiply_add(k.real, -sin_quick_step_high, x);
    r_low = multiply_add(k.real, -sin_quick_step_low, entry(sin_quick_offset_upper, index));
    y = r + r_low;
    square = y * y;
    sign = (index >> 5) << 63;
  }
};

/// sin(x + shift pi/32). Where inside_quick_sine.
template <class V> ISOBIT_LANE scaled_enclosure<V> quick_sine(V x, std::uint64_t shift) {
  auto const [s, c, r, r_low, y, square, sign] = quick_angle<V>(x, shift);
  V const sine_tail = multiply_add(y, square * polynomial(square, sin_quick_polynomial), r_low);  // sin(y) - r
  V const cosine_tail = square * polynomial(square, cos_quick_polynomial);                        // cos(y) - 1
  V const head = multiply_add(c, r, s);
  V const lost = multiply_add(c, r, s - head);
  V const low = multiply_add(s, cosine_tail, multiply_add(c, sine_tail, lost));
  return {{head, low, (s + head) * sin_quick_error}, sign};
}

/// tan(x) = (s + c t) / (c - s t), t = tan(y). Where inside_quick_tangent. docs/maths/sin.md#quick-tan
template <class V> ISOBIT_LANE enclosure<V> quick_tangent(V x) {
  auto const [s, c, r, r_low, y, square, sign] = quick_angle<V>(x, 0);
  // Horner's last step alone: its rounding is the only one beside 1/3.
  V const factor = multiply_add(square, paired_polynomial<1>(square, square * square, tan_quick_polynomial),
                                tan_quick_polynomial[0]);
  V const tail = multiply_add(y, square * factor, r_low);  // tan(y) - r
  V const above = multiply_add(c, r, s), above_tail = c * tail;
  V const above_low = multiply_add(c, r, s - above) + above_tail;
  V const below = multiply_add(-s, r, c), below_tail = s * tail;
  V const below_low = multiply_add(-s, r, c - below) - below_tail;
  V const divisor = below + below_low, divisor_low = below_low - (divisor - below);

  V const inverse = 1.0 / divisor;
  V const high = above * inverse, size = magnitude(high);
  V const rest = multiply_add(-high, divisor, above) + above_low;
  V const low = multiply_add(-high, divisor_low, rest) * inverse;
  V const tails = multiply_add(size, magnitude(below_tail), magnitude(above_tail));
  return {high, low, multiply_add(tails, magnitude(inverse) * 0x1.ep-50, size * 0x1.08p-62)};
}

/// Next to a zero, at one, or far out, the angle is not known well enough. docs/maths/sin.md#quick
template <class V> ISOBIT_LANE mask<V> inside_quick_sine(V x, V high) {
  V const size = magnitude(x);
  return both(size < magnitude(high) * 0x1p32, size < 0x1p32);
}
/// The same for sine and cosine.
template <class V> ISOBIT_LANE mask<V> inside_quick_tangent(V x, V high) {
  V const size = magnitude(x), slope = magnitude(high);
  return both(size < slope * 0x1p31, size * slope < 0x1p31);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
