#pragma once

#include "math/sin/core.hpp"
#include "math/sin/float.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// Sine and cosine of one number.
template <class Result> struct sine_and_cosine { Result sine, cosine; };

/// sin and cos from one reduction and one row of the table. docs/maths/sin.md
struct sincos_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, angle_limit); }
  template <class V> ISOBIT_LANE static sine_and_cosine<scaled_enclosure<V>> approximate(V x) {
    near_table<V> const t(reduce(x), 0);
    return {sine_of(t), cosine_of(t)};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return magnitude_between(x, 0x1p-126, float_angle_limit);
  }
  template <class V> ISOBIT_LANE static sine_and_cosine<V> approximate_float(V x) {
    short_angle<V> const a(x);
    return {flip_sign(select(a.odd, a.cosine, a.sine), a.k >> 1 << 63),
            flip_sign(select(a.odd, a.sine, a.cosine), (a.k + all_bits<V>(1)) >> 1 << 63)};
  }
  static constexpr double float_error = 0x1p-43;
};

/// Both results with their rounding tests, and where they count.
template <class T, class V> ISOBIT_LANE sine_and_cosine<certain<V>> tested_sincos(V x) {
  if constexpr (sizeof(T) == sizeof(double)) {
    auto const a = sincos_fast::approximate(x);
    return {round_tier(a.sine), round_tier(a.cosine)};
  } else {
    auto const a = sincos_fast::approximate_float(x);
    return {round_to_float(a.sine, sincos_fast::float_error), round_to_float(a.cosine, sincos_fast::float_error)};
  }
}
template <class T, class V> ISOBIT_LANE mask<V> inside_sincos(V x) {
  if constexpr (sizeof(T) == sizeof(double))
    return sincos_fast::inside(x);
  else
    return sincos_fast::inside_float(x);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
