#pragma once

#include "math/atan/arc_of_quotient.hpp"
#include "math/quick_pieces.hpp"

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

  /// As large as 2^299.
  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return magnitude_between(x, 0x1p300, __builtin_inf()); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) {
    return approximate(flip_sign(0x1p299, sign_of(x)));
  }

  /// t from 32 cells of |x|, none of them wide; one division. docs/maths/atan.md#quick
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    V const a = magnitude(x);
    auto const cell = as_bits(smaller(exceeds(a, all<V>(0x1p-4)), all<V>(atan_quick_steep))) >> 50;
    V const t = entry(atan_quick_tangent_upper, cell);
    V const base = entry(atan_quick_arc_lower, atan_quick_arc_upper, cell);

    // z = (a - t) / (1 + t a), or in the last cell -1 / a
    V const one = select(a < atan_quick_steep, all<V>(1.0), all<V>(0.0));
    V const numerator = multiply_add(a, one, -t);  // exact
    V const denominator = multiply_add(t, a, one);
    V const denominator_low = multiply_add(t, a, one - denominator);
    V const inverse = 1.0 / denominator;
    V const z = numerator * inverse;
    V const rest = multiply_add(-z, denominator_low, multiply_add(-z, denominator, numerator));

    V const square = z * z;
    V const cubic = (square * z) * polynomial(square, atan_quick_polynomial);
    V const slope = multiply_add(-square, inverse, inverse);
    auto const sum = fast_two_sum(base, z);
    V const low = (sum.low + entry(atan_quick_rest_upper, cell)) + multiply_add(rest, slope, cubic);
    return {{sum.high, low, multiply_add(magnitude(cubic), 0x1p-50, sum.high * 0x1p-72)}, sign_of(x)};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return flip_sign(short_arc_of_quotient(magnitude(x), all<V>(1.0)), sign_of(x));
  }
  static constexpr double float_error = atan_float_error;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return magnitude_outside(x, 0x1p-100f, 0x1p100f); }
  /// docs/maths/quick_pieces.md
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick_pairs(V x) {
    V const a = magnitude(x), limit = all<V>(atan_quick_steep);
    auto const piece = piece_at<V>(quarter_of_binade(smaller(a, limit)), atanf_pieces);
    // -1 / a in the last one
    V const guess = quick_inverse(a), inverse = multiply_add(guess, multiply_add(-a, guess, 1.0), guess);
    V const inverse_low = inverse * multiply_add(-a, inverse, 1.0);
    auto const steep = a >= limit;
    auto const y =
        sum_of_piece(piece, select(steep, -inverse, a - center_of<V>(piece)), select(steep, -inverse_low, V{}));
    return {{y.high, y.low, multiply_add(magnitude(y.cubic), all<V>(0x1.8p-23), y.high * all<V>(0x1.4p-39))},
            sign_of(x)};
  }
  static constexpr bool quick_pairs_permute = true;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
