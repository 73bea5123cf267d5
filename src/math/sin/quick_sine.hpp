#pragma once

#include "math/kernel.hpp"
#include "math/polynomial.hpp"
#include "math/quick_tables.hpp"
#include "math/sin/sin_table.hpp"

/// The quick way to sine and cosine: 32 angles of which both are nearly doubles, the result to 2^-60.
/// docs/maths/sin.md#quick
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// sin(x + shift pi/32). With FMA alone; where inside_quick_sine.
template <class V> ISOBIT_LANE scaled_enclosure<V> quick_sine(V x, std::uint64_t shift) {
  auto const k = to_integer(x, sin_quick_steps);
  auto const index = k.integer + all_bits<V>(shift);
  V const s = entry(sin_quick_sine_lower, sin_quick_sine_upper, index);
  V const c = entry(sin_quick_cosine_lower, sin_quick_cosine_upper, index);
  V const r = multiply_add(k.real, -sin_quick_step_high, x);  // exact
  V const r_low = multiply_add(k.real, -sin_quick_step_low, entry(sin_quick_offset_upper, index));
  V const y = r + r_low, square = y * y;
  V const sine_tail = multiply_add(y, square * polynomial(square, sin_quick_polynomial), r_low);  // sin(y) - r
  V const cosine_tail = square * polynomial(square, cos_quick_polynomial);                        // cos(y) - 1
  V const head = multiply_add(c, r, s);
  V const lost = multiply_add(c, r, s - head);
  V const low = multiply_add(s, cosine_tail, multiply_add(c, sine_tail, lost));
  return {{head, low, (s + head) * sin_quick_error}, (index >> 5) << 63};
}

/// Next to a zero, at one, or far out, the angle is not known well enough. docs/maths/sin.md#quick
template <class V> ISOBIT_LANE mask<V> inside_quick_sine(V x, V high) {
  V const size = magnitude(x);
  return both(size < magnitude(high) * 0x1p32, size < 0x1p32);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
