#pragma once

#include "math/sin/core.hpp"
#include "math/sinpi/sinpi_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x = k/512 + f exactly, and pi f. Where sine or cosine are zero, their error is not: such results stay open, since
/// their sign is that of x or plus. docs/maths/sin.md#pi
template <class V> ISOBIT_LANE angle<V> reduce_pi(V x) {
  auto const k = to_integer(x, 512.0);
  V const f = multiply_add(k.real, -1.0 / 512, x);
  return {multiply(double_double<V>{all<V>(pi_high), all<V>(pi_low)}, f), k.integer, all<V>(0x1p-900)};
}

/// x less an even number, exactly, |result| <= 1. Precondition: |x| < 2^52.
ISOBIT_LANE double without_periods(double x) { return x - 2 * to_integer(x * 0.5).real; }

/// sin(pi f) for |f| <= 1/2.
template <class V> ISOBIT_LANE V short_sine_pi(V f) { return f * polynomial(f * f, sinpif_polynomial); }

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
