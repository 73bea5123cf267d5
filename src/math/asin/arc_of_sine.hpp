#pragma once

#include "math/asin/asin_table.hpp"
#include "math/atan/octant.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

/// What asin and acos share: an angle from its sine or cosine. docs/maths/asin.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x and sqrt(1 - x^2), sorted.
template <class V> struct sorted_legs {
  double_double<V> smaller;
  double_double<V> larger;
  bits<V> swapped;  ///< all bits set where x is the larger
};

/// Precondition: 2^-300 <= x < 1. docs/maths/asin.md#cosine
template <class V> ISOBIT_LANE sorted_legs<V> with_cosine(V x) {
  auto const square = two_product(x, x);
  auto const difference = fast_two_sum(all<V>(1.0), -square.high);
  auto const rest = fast_two_sum(difference.high, difference.low - square.low);
  V const y = square_root(rest.high);
  V const y_low = (exact_multiply_add(-y, y, rest.high) + rest.low) * (0.5 / y);
  auto const swapped = spread(x > y);
  auto const y_bits = as_bits(y_low);
  return {{smaller(x, y), as_real<V>(y_bits & swapped)}, {exceeds(x, y), as_real<V>(y_bits & ~swapped)}, swapped};
}

/// base +- the angle whose sine is the smaller and whose cosine is the larger. docs/maths/asin.md#reduction
template <class V> ISOBIT_LANE enclosure<V> arc_of_sine(sorted_legs<V> a, octant<V> o) {
  V const shifted = multiply_add(a.smaller.high, asin_shrink, 0x1.8p45);
  auto const i = as_bits(shifted) & all_bits<V>(127);
  auto const angle = lookup(asin_table, o.base + ((i ^ o.turned) - o.turned));
  auto const cosine = lookup(asin_cosines, i);
  V const c = cosine.column[0];

  // z = sin(angle - asin(s)) = n c - m s, or -z by the signs of n and s
  V const sign = as_real<V>(as_bits(all<V>(1.0)) ^ (o.turned << 63));
  V const n = sign * a.smaller.high, s = sign * (shifted - 0x1.8p45);
  auto const product = two_product(n, c);
  V const z = exact_multiply_add(-s, a.larger.high, product.high);
  V const z_low = multiply_add(-s, a.larger.low,
                               multiply_add(n, cosine.column[1], multiply_add(sign * a.smaller.low, c, product.low)));

  V const square = z * z;
  V const cubic = (square * z) * polynomial(square, asin_polynomial);
  auto const sum = fast_two_sum(angle.column[0], z);
  V const rest = multiply_add(0.5 * square, z_low, z_low) + cubic;
  return {sum.high, (sum.low + angle.column[1]) + rest, multiply_add(magnitude(cubic), 0x1p-49, sum.high * 0x1p-78)};
}

/// base +- the same angle, minus where all bits of `turned` are set, in fewer operations. With FMA alone.
/// docs/maths/asin.md#quick
template <class V> ISOBIT_LANE enclosure<V> quick_arc_of_sine(sorted_legs<V> a, double_double<V> base, bits<V> turned) {
  V const shifted = multiply_add(a.smaller.high, asin_quick_shrink, 0x1.8p48);
  auto const i = as_bits(shifted), sign = turned << 63;
  V const c = entry(asin_quick_cosine_high, i);

  // z = sin(angle - asin(s)) = n c - m s, or -z by the signs of n and s
  V const n = flip_sign(a.smaller.high, sign), s = flip_sign(shifted - 0x1.8p48, sign);
  auto const product = two_product(n, c);
  V const z = multiply_add(-s, a.larger.high, product.high);  // exact
  V const z_low = multiply_add(
      -s, a.larger.low,
      multiply_add(n, entry(asin_quick_cosine_low, i), multiply_add(flip_sign(a.smaller.low, sign), c, product.low)));

  V const square = z * z;
  V const cubic = (square * z) * polynomial(square, asin_quick_polynomial);
  auto const start = fast_two_sum(base.high, flip_sign(entry(asin_quick_angle_high, i), sign));
  V const start_low = start.low + (base.low + flip_sign(entry(asin_quick_angle_low, i), sign));
  auto const sum = fast_two_sum(start.high, z);
  V const rest = multiply_add(0.5 * square, z_low, z_low) + cubic;
  return {sum.high, (sum.low + start_low) + rest, multiply_add(magnitude(cubic), 0x1p-49, sum.high * 0x1p-68)};
}

/// asin(s) for s = x or s = sqrt((1 - x)/2), whichever is below 1/2: asin(x) = pi/2 - 2 asin(sqrt((1 - x)/2)).
template <class V> struct short_arc {
  V arc;
  bits<V> halved;  ///< all bits set where it is the second
};

/// Relative error at most asin_float_error. Precondition: x is a float, 0 <= x <= 1. docs/maths/asin.md#float
inline constexpr double asin_float_error = 0x1p-45;
template <class V> ISOBIT_LANE short_arc<V> short_arc_of_sine(V x) {
  V const square = smaller(x * x, 0.5 - 0.5 * x);  // exact, and so its root is x or nearly sqrt((1 - x)/2)
  return {square_root(square) * paired_polynomial(square, square * square, asinf_polynomial), spread(x > all<V>(0.5))};
}

/// `set` where all bits of m are, `clear` where none is.
template <class V> ISOBIT_LANE V choose(bits<V> m, double set, double clear) {
  auto const a = as_bits(all<V>(set)), b = as_bits(all<V>(clear));
  return as_real<V>(b ^ (m & (a ^ b)));
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
