#pragma once

#include "math/sin/core.hpp"
#include "math/sin/float.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// tan(x) = sin(x) / cos(x). docs/maths/sin.md#tan
struct tan_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, angle_limit); }
  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) { return quotient(near_table<V>(reduce(x), 0)); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return magnitude_between(x, angle_limit, __builtin_inf()); }
  ISOBIT_HOST_DEVICE static bool inside_float_far(double x) { return inside_far(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) {
    return quotient(near_table<double>(reduce_far(x), 0));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return magnitude_between(x, 0x1p-126, float_angle_limit);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    short_angle<V> const a(x);
    return flip_sign(select(a.odd, a.cosine, a.sine) / select(a.odd, a.sine, a.cosine), a.k << 63);
  }
  static constexpr double float_error = 0x1p-43;

private:
  template <class V> ISOBIT_LANE static enclosure<V> quotient(near_table<V> const& t) {
    enclosure<V> const s = sine_of(t), c = cosine_of(t);
    auto const divisor = fast_two_sum(c.high, c.low);
    V const inverse = 1.0 / divisor.high;
    V const high = s.high * inverse;
    V const rest = exact_multiply_add(-high, divisor.high, s.high) + s.low;
    V const low = multiply_add(-high, divisor.low, rest) * inverse;
    V const error = multiply_add(magnitude(high), c.radius, 1.75 * s.radius) * inverse;
    return {high, low, error};
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
