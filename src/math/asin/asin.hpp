#pragma once

#include "math/asin/arc_of_sine.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The angle of (sqrt(1 - x^2), x), from a table of angles with short sines. docs/maths/asin.md
struct asin_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, 1.0); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    auto const a = with_cosine(magnitude(x));
    return {arc_of_sine<V>(a, {a.swapped & all_bits<V>(2 * asin_rows - 1), a.swapped}), sign_of(x)};
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const a = with_cosine(magnitude(x));
    double_double<V> const base = {choose<V>(a.swapped, asin_quarter_turn_high, 0.0),
                                   choose<V>(a.swapped, asin_quarter_turn_low, 0.0)};
    return {quick_arc_of_sine<V>(a, base, a.swapped), sign_of(x)};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 1.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const a = short_arc_of_sine(magnitude(x));
    V const base = choose<V>(a.halved, asinf_quarter, 0.0), factor = choose<V>(a.halved, -2.0, 1.0);
    return flip_sign(multiply_add(factor, a.arc, base), sign_of(x));
  }
  static constexpr double float_error = asin_float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
