#pragma once

#include "math/atan/arc_of_quotient.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// atan(x) = atan(t) + atan((x - t) / (1 + x t)), or pi/2 - atan(1/x), with t = i/128 from a table. docs/maths/atan.md
struct atan_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, 0x1p300); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    V const a = magnitude(x), one = all<V>(1.0);
    auto const turned = spread(a > one);
    auto const arc = arc_of_quotient(smaller(a, one), exceeds(a, one), {turned & all_bits<V>(256), turned});
    return {arc, sign_of(x)};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return flip_sign(short_arc_of_quotient(magnitude(x), all<V>(1.0)), sign_of(x));
  }
  static constexpr double float_error = atan_float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
