#pragma once

#include "math/asin/arc_of_sine.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The angle of (x, sqrt(1 - x^2)), from the table of asin. docs/maths/asin.md#acos
struct acos_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) {
    return either(tame(x, 0x1p-300, 1.0), as_bits(magnitude(x)) == all_bits<V>(0));
  }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const a = with_cosine(not_zero(magnitude(x)));
    auto const behind = spread(x < all<V>(0.0));
    // 0 + arc, pi/2 - arc, pi/2 + arc, pi - arc
    auto const last = a.swapped & behind & all_bits<V>(4 * asin_rows - 1);
    auto const middle = ~a.swapped & (all_bits<V>(2 * asin_rows - 1) - behind);
    return arc_of_sine<V>(a, {last | middle, ~(a.swapped ^ behind)});
  }

  /// As small as zero.
  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_tiny(x, 0x1p-300); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double) { return approximate(0.0); }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const a = with_cosine(not_zero(magnitude(x)));
    auto const behind = spread(x < all<V>(0.0)), last = a.swapped & behind, middle = ~a.swapped;
    double_double<V> const base = {
        choose<V>(last, asin_half_turn_high, 0.0) + choose<V>(middle, asin_quarter_turn_high, 0.0),
        choose<V>(last, asin_half_turn_low, 0.0) + choose<V>(middle, asin_quarter_turn_low, 0.0)};
    return quick_arc_of_sine<V>(a, base, ~(a.swapped ^ behind));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-149, 1.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const a = short_arc_of_sine(magnitude(x));
    auto const behind = spread(x < all<V>(0.0));
    V const base = choose<V>(a.halved, 0.0, asinf_quarter) + choose<V>(a.halved & behind, asinf_half, 0.0);
    V const factor = flip_sign(choose<V>(a.halved, 2.0, -1.0), sign_of(x));
    return multiply_add(factor, a.arc, base);
  }
  static constexpr double float_error = asin_float_error;

private:
  /// So little does not change pi/2 by as much as the error. By a sum: compilers make a branch of a choice.
  template <class V> ISOBIT_LANE static V not_zero(V x) { return x + 0x1p-300; }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
