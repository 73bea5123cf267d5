#pragma once

#include "math/erf/erf_pieces.hpp"
#include "math/erf/piece.hpp"
#include "math/kernel.hpp"
#include "math/quick_pieces.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// A polynomial for each stretch of 1/32 or 1/16. docs/maths/erf.md
struct erf_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-240, 0x1p1023); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const [index, t, error] = erf_reduce(magnitude(x));
    auto const value = piece(lookup(error_table, index), t);
    auto const sign = sign_of(x);
    return {flip_sign(value.high, sign), flip_sign(value.low, sign), multiply_add(value.high, 0x1p-73, error)};
  }

  /// docs/maths/erf.md#quick
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    V const size = magnitude(x), a = smaller(size, all<V>(6.0));
    auto const piece = piece_at<V>(as_bits(stretch_of(a)) >> 48, erf_pieces_lower, erf_pieces_upper);
    auto const y = sum_of_piece(piece, a - center_of<V>(piece));
    return {{y.high, y.low,
             multiply_add(magnitude(y.cubic), 0x1.8p-52, select(size < 6.0, y.high * 0x1p-70, all<V>(0x1p-55)))},
            sign_of(x)};
  }

  /// Tiny numbers times the slope at zero.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return is_tiny(x, 0x1p-240); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, error_table[0][2], error_table[0][3], 0x1p-73);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 0x1p1023); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const a = select(magnitude(x) < 6.0, magnitude(x), all<V>(6.0));
    auto const k = to_integer(a * 16.0);
    V const t = multiply_add(k.real, all<V>(-0x1p-4), a);
    auto const row = lookup(erff_table, k.integer & all_bits<V>(127));
    return flip_sign(eight_terms(row.column, t), sign_of(x));
  }
  static constexpr double float_error = 0x1p-48;
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-126); }

  template <class V> ISOBIT_LANE static auto outside_quick(V x) {
    return magnitude_outside(x, 0x1p-100f, __builtin_inff());
  }
  /// Taylor's series at c: the derivatives are the first one times polynomials. docs/maths/erf.md#quick-floats
  template <class V> ISOBIT_LANE static V quick_float(V x) {
    auto const [c, t, index] = thirty_seconds<V>(magnitude(x), 6.0);
    auto const row = lookup(erff_quick_table, index);
    V const square = c * c;
    V const fifth = multiply_add(square, multiply_add(square, 2.0 / 15, -0.4), 0.1);
    V const fourth = multiply_add(t, fifth, c * multiply_add(square, -1.0 / 3, 0.5));
    V const third = multiply_add(t, fourth, multiply_add(square, 2.0 / 3, -1.0 / 3));
    V const factor = multiply_add(t, multiply_add(t, third, -c), 1.0);
    return flip_sign(multiply_add(row.column[1] * t, factor, row.column[0]), sign_of(x));
  }
  static constexpr int quick_float_bits = 37;

  /// docs/maths/erf.md#quick
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick_pairs(V x) {
    V const a = smaller(magnitude(x), all<V>(6.0));
    auto const piece = piece_at<V>(as_bits(stretch_of(a)) >> 19, erff_pieces);
    auto const y = sum_of_piece(piece, a - center_of<V>(piece));
    return {{y.high, y.low, multiply_add(magnitude(y.cubic), all<V>(0x1.8p-23), y.high * all<V>(0x1p-39))}, sign_of(x)};
  }
  static constexpr bool quick_pairs_permute = true;

private:
  /// From 2 to 8: which of the 32 pieces of |x| up to 6, by its leading bits.
  template <class V> ISOBIT_LANE static V stretch_of(V a) { return multiply_add(a, 63.0 / 64, all<V>(2.0625)); }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
