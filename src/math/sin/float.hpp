#pragma once

#include "math/double_double.hpp"
#include "math/polynomial.hpp"
#include "math/sin/sin_table.hpp"

/// What the functions of floats share, in plain doubles. docs/maths/sin.md#float
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// As far as pi in two doubles reaches.
constexpr double float_angle_limit = 0x1p30;

/// x - k pi. Precondition: 2 k is an integer, the result at most pi/2 and a bit, x a float.
template <class V> ISOBIT_LANE V without_turns(V x, V k) {
  return multiply_add(k, -sinf_turn_low, exact_multiply_add(k, all<V>(-sinf_turn_high), x));
}

/// sin(r) for |r| <= pi/2.
template <class V> ISOBIT_LANE V short_sine(V r) { return r * polynomial(r * r, sinf_polynomial); }

/// x = k pi/2 + r, and both functions of r, |r| <= pi/4. Where k is odd, they have changed places in the results.
template <class V> struct short_angle {
  V sine, cosine;
  bits<V> k;
  mask<V> odd;

  ISOBIT_LANE explicit short_angle(V x) : short_angle(x, to_integer(x, 2 * sinf_turns)) {}
  ISOBIT_LANE short_angle(V r, bits<V> quarters) : k(quarters) {
    V const square = r * r;
    sine = r * polynomial(square, sinf_short_polynomial);
    cosine = polynomial(square, cosf_short_polynomial);
    odd = integers<V>(k << 63) < integers<V>{};
  }

  ISOBIT_LANE V tangent() const { return flip_sign(select(odd, cosine, sine) / select(odd, sine, cosine), k << 63); }

private:
  ISOBIT_LANE short_angle(V x, nearest_integer<V> const& n) : short_angle(without_turns(x, n.real * 0.5), n.integer) {}
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
