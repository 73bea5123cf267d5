#pragma once

#include "math/erf/erf_pieces.hpp"
#include "math/erf/piece.hpp"
#include "math/exp/brief_exponential.hpp"
#include "math/exp/exp.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/quick_pieces.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 1 - erf(x) below 1.5, else exp(-x^2) times a polynomial for each stretch. docs/maths/erf.md#erfc
struct erfc_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return above_minus_infinity_and_below<V>(x, 26.5); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    if constexpr (__is_same(V, double))
      if (x < 1.5) return approximate_near(x);
    auto const is_near = x < 1.5;
    auto const near = near_argument(x);
    auto const near_sign = sign_of_erf(x);

    // exp(-y^2) * (one - erf) or exp(-y^2) * erfcx: where y or one is zero the other is left.
    V const y = select(is_near, all<V>(0.0), x);
    V const one = select(is_near, all<V>(1.0), all<V>(0.0));
    bits<V> const row = as_bits(y) >> 47;
    V const middle = as_real<V>((row << 47) + all_bits<V>(std::uint64_t{1} << 46));
    bits<V> const far_index = row - all_bits<V>((as_bits(1.5) >> 47) - erfcx_first);
    bits<V> const last = all_bits<V>(sizeof error_table / sizeof error_table[0] - 1);
    bits<V> const index = select(is_near, near.index, select(x < 27.5, far_index, last));
    auto const p = piece(lookup(error_table, index), select(is_near, near.rest, y - middle));
    auto const factor = one_and(one, p, select(is_near, near_sign, all_bits<V>(0)));

    auto const square = two_product(y, y);
    auto reduced_square = reduce(-square.high, exp_step);
    reduced_square.r.low = reduced_square.r.low - square.low;
    auto const e = exponential(reduced_square);

    auto const result = two_product(e.high, factor.high);
    V const low = multiply_add(e.high, factor.low, multiply_add(e.low, factor.high, result.low));
    V const error = select(is_near, multiply_add(result.high, 0x1p-71, near.error), result.high * 0x1.4p-68);
    return {{result.high, low, error}, e.exponent};
  }

  ISOBIT_LANE static scaled_enclosure<double> brief(double x) {
    if (x < 1.5) return approximate_near(x);
    auto const stretch = as_bits(x) >> 47;
    double const middle = as_real<double>((stretch << 47) + (std::uint64_t{1} << 46));
    auto const factor = brief_piece(lookup(error_table, stretch - ((as_bits(1.5) >> 47) - erfcx_first)), x - middle);

    auto const square = two_product(x, x);
    auto const [k, r] = reduce(-square.high, exp_step);
    auto const e = brief_exponential(k, r.high + (r.low - square.low), 0);
    auto const result = multiply(double_double<double>{e.high, e.low}, factor);
    return {{result.high, result.low, result.high * (has_fma ? 0x1.6p-61 : 0x1.cp-61)}, e.exponent};
  }

  /// exp(-x^2) times a polynomial for |x|, and 2 - that for negative x. docs/maths/erf.md#quick
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const negative = x < 0.0;
    V const a = smaller(magnitude(x), select(negative, all<V>(6.5), all<V>(26.5)));
    auto const piece = piece_at<V>(as_bits(a + 2.125) >> 49, erfcx_pieces_lower, erfcx_pieces_upper);
    auto const factor = sum_of_piece(piece, a - center_of<V>(piece));

    auto const square = two_product(a, a);
    auto const k = to_integer(square.high, -exp_quick_step[0]);
    V const r = multiply_add(k.real, -exp_quick_step[1], -square.high);  // exact
    auto const power = quick_exponential(k, r, multiply_add(k.real, -exp_quick_step[2], -square.low));
    auto const y = multiply(fast_two_sum(power.high, power.low), factor);

    // Of the others, whose results would be too small, nobody asks: no flag may tell of them.
    V const scale = as_real<V>(as_bits(all<V>(1.0)) + select(negative, power.exponent, all_bits<V>(0)));
    auto const sum = fast_two_sum(all<V>(2.0), y.high * -scale);
    V const cubic = magnitude(factor.cubic) * (power.high * 0x1.8p-52);
    V const error = select(negative, cubic * scale, cubic);
    V const high = select(negative, sum.high, y.high);
    V const low = select(negative, multiply_add(y.low, -scale, sum.low), y.low);
    return {{high, low, multiply_add(high, 0x1.9p-63, error)}, select(negative, all_bits<V>(0), power.exponent)};
  }

  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return between(x, 26.5, 27.25); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) { return small_power(approximate(x)); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return above_minus_infinity_and_below<V>(x, 9.125);
  }

  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return between(x, 9.0, 10.25); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const a = select(magnitude(x) < 10.25, magnitude(x), all<V>(10.25));
    bits<V> const row = as_bits(a + 1.0) >> 48;
    V const middle = as_real<V>((row << 48) + all_bits<V>(std::uint64_t{1} << 47)) - 1.0;
    auto const c = lookup(erfcxf_table, (row - all_bits<V>(as_bits(1.0) >> 48)) & all_bits<V>(63));
    V const factor = eight_terms(c.column, a - middle);

    V const square = a * a;  // exact: docs/maths/erf.md#float
    V const value = exp_fast::approximate_float(-square) * factor;
    return select(x < 0.0, 2.0 - value, value);
  }
  static constexpr double float_error = 0x1p-44;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside(x, -0x1p126f, 10.25f); }
  /// Taylor's series of exp(x^2) erfc(x) at c, by its differential equation. docs/maths/erf.md#quick-floats
  template <class V> ISOBIT_LANE static V quick_float(V x) {
    auto const [c, t, index] = thirty_seconds<V>(magnitude(x), 10.25);
    auto const row = lookup(erfcxf_quick_table, index);
    V const g0 = row.column[0], g1 = row.column[1];
    V const g2 = multiply_add(c, g1, g0);
    V const g3 = multiply_add(c, g2, g1) * (2.0 / 3);
    V const g4 = multiply_add(c, g3, g2) * 0.5;
    V const g5 = multiply_add(c, g4, g3) * 0.4;
    V const upper = multiply_add(t, multiply_add(t, multiply_add(t, g5, g4), g3), g2);
    V const factor = multiply_add(t, multiply_add(t, upper, g1), g0);
    V const a = c + t, value = exp_fast::approximate_float(a * -a) * factor;
    return select(x < 0.0, 2.0 - value, value);
  }
  static constexpr int quick_float_bits = 38;
  static constexpr bool quick_floats_may_be_subnormal = true;

private:
  ISOBIT_LANE static scaled_enclosure<double> approximate_near(double x) {
    auto const near = near_argument(x);
    auto const sum = one_and(1.0, piece(lookup(error_table, near.index), near.rest), sign_of_erf(x));
    return {{sum.high, sum.low, multiply_add(sum.high, 0x1p-71, near.error)}, 0};
  }

  /// -erf(|x|), or for negative x, +erf(|x|)
  template <class V> ISOBIT_LANE static bits<V> sign_of_erf(V x) {
    return ~sign_of(x) & all_bits<V>(std::uint64_t{1} << 63);
  }

  /// Below 2^-100 the result is 1, also for zero; no product underflows then.
  template <class V> ISOBIT_LANE static erf_reduced<V> near_argument(V x) {
    V const a = magnitude(x);
    return erf_reduce(select(a > 0x1p-100, a, all<V>(0x1p-100)));
  }

  template <class V> ISOBIT_LANE static double_double<V> one_and(V one, double_double<V> p, bits<V> sign) {
    auto const sum = fast_two_sum(one, flip_sign(p.high, sign));
    return {sum.high, sum.low + flip_sign(p.low, sign)};
  }

  /// False for NaN. A single number is compared as an integer, and must not be subnormal or zero: nothing is raised.
  template <class V> ISOBIT_LANE static mask<V> above_minus_infinity_and_below(V x, double limit) {
    if constexpr (__is_same(V, double))
      return magnitude_between(x, 0x1p-1022, __builtin_inf()) && as_integers(x) < as_integers(limit);
    else
      return both(x > -__builtin_inf(), x < limit);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
