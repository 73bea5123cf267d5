#pragma once

#include "math/kernel.hpp"
#include "math/polynomial.hpp"
#include "math/sin/reduction.hpp"

/// Sine and cosine of an angle a + r, a in the table. docs/maths/sin.md#core
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// What sine and cosine of one angle share.
template <class V> struct near_table {
  double_double<V> sine, cosine;  ///< of a
  double_double<V> r;
  V sine_tail, cosine_tail;  ///< sin(r) - r and cos(r) - 1 at r.high
  V error;                   ///< of r, absolute
  bits<V> sign;              ///< of both results

  /// `shift`: so many steps are added to the angle.
  ISOBIT_LANE near_table(angle<V> const& at, std::uint64_t shift) : r(at.r), error(at.error) {
    auto const k = at.k + all_bits<V>(shift);
    auto const entry = lookup(sin_table, k & all_bits<V>(511));
    sine = {entry.column[0], entry.column[1]}, cosine = {entry.column[2], entry.column[3]};
    V const square = r.high * r.high;
    sine_tail = r.high * square * polynomial(square, sin_polynomial);
    cosine_tail = square * polynomial(square, cos_polynomial);
    sign = k >> 9 << 63;
  }
};

/// s cos(r) + c sin(r), where s and c are sine and cosine of a (or cosine and minus sine).
template <class V> ISOBIT_LANE enclosure<V> rotated(near_table<V> const& t, double_double<V> s, double_double<V> c) {
  auto const product = two_product(c.high, t.r.high);
  auto const sum = fast_two_sum(s.high, product.high);
  V const slope = multiply_add(-s.high, t.r.high, c.high);
  V const tiny = multiply_add(slope, t.r.low, multiply_add(c.low, t.r.high, s.low) + (sum.low + product.low));
  V const low = multiply_add(s.high, t.cosine_tail, multiply_add(c.high, t.sine_tail, tiny));
  V const error = multiply_add(magnitude(s.high), 0x1.08p-68, multiply_add(magnitude(t.r.high), 0x1.9p-69, t.error));
  return {sum.high, low, error};
}

template <class V> ISOBIT_LANE scaled_enclosure<V> sine_of(near_table<V> const& t) {
  return {rotated(t, t.sine, t.cosine), t.sign};
}
template <class V> ISOBIT_LANE scaled_enclosure<V> cosine_of(near_table<V> const& t) {
  return {rotated(t, t.cosine, {-t.sine.high, -t.sine.low}), t.sign};
}

/// Their quotient. docs/maths/sin.md#tan
template <class V> ISOBIT_LANE enclosure<V> tangent_of(near_table<V> const& t) {
  enclosure<V> const s = sine_of(t), c = cosine_of(t);
  auto const divisor = fast_two_sum(c.high, c.low);
  V const inverse = 1.0 / divisor.high;
  V const high = s.high * inverse;
  V const rest = exact_multiply_add(-high, divisor.high, s.high) + s.low;
  V const low = multiply_add(-high, divisor.low, rest) * inverse;
  V const error = multiply_add(magnitude(high), c.radius, 1.75 * s.radius) * inverse;
  return {high, low, error};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
