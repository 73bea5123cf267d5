#pragma once

#include "math/double_double.hpp"
#include "math/polynomial.hpp"
#include "math/sin/sin_table.hpp"

/// What the functions of floats share, in plain doubles. docs/maths/sin.md#float
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// As far as pi in two doubles reaches.
constexpr double turn_limit = 0x1p30;

/// x - k pi. Precondition: k is a multiple of 1/2, the result at most pi/2 and a bit, x a float.
template <class V> ISOBIT_LANE V without_turns(V x, V k) {
  return multiply_add(k, -sinf_turn_low, exact_multiply_add(k, all<V>(-sinf_turn_high), x));
}

/// sin(r) for |r| <= pi/2.
template <class V> ISOBIT_LANE V sine_within_quarter(V r) { return r * polynomial(r * r, sinf_polynomial); }

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
