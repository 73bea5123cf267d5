#pragma once

#include "math/atan/atan_table.hpp"
#include "math/atan/octant.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

/// What atan and atan2 share: the arc of a quotient. docs/maths/atan.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// a + t b, error at most 2^-104 of it. Precondition: 0 <= t b <= a.
template <class V> ISOBIT_LANE double_double<V> add_product(V a, V t, V b) {
  if constexpr (has_fma) {
    V const sum = multiply_add(t, b, a);
    return {sum, multiply_add(t, b, a - sum)};
  } else {
    auto const product = two_product(t, b);
    auto const sum = fast_two_sum(a, product.high);
    return {sum.high, sum.low + product.low};
  }
}

/// base +- atan(n/d) for 2^-300 <= n/d <= 1, not above pi; two divisions. docs/maths/atan.md#reduction
template <class V> ISOBIT_LANE enclosure<V> arc_of_quotient(V n, V d, octant<V> o) {
  // t = i/128 is n/d rounded to a multiple of 2^-7, which is the last place of the shifted quotient.
  V const shifted = n / d + 0x1.8p45;
  V const t = shifted - 0x1.8p45;
  auto const i = as_bits(shifted) & all_bits<V>(255);
  auto const angle = lookup(atan_table, o.base + ((i ^ o.turned) - o.turned));

  // z = (n - t d) / (d + t n)
  V const numerator = flip_sign(exact_multiply_add(t, -d, n), o.turned << 63);
  auto const denominator = add_product(d, t, n);
  V const inverse = 1.0 / denominator.high;
  V const z = numerator * inverse;
  V const rest = multiply_add(-z, denominator.low, exact_multiply_add(-z, denominator.high, numerator));

  V const square = z * z;
  V const cubic = (square * z) * polynomial(square, atan_polynomial);
  V const slope = multiply_add(-square, inverse, inverse);  // of atan at z, divided by the denominator
  auto const sum = fast_two_sum(angle.column[0], z);
  V const low = (sum.low + angle.column[1]) + multiply_add(rest, slope, cubic);
  return {sum.high, low, multiply_add(magnitude(cubic), 0x1p-49, sum.high * 0x1p-98)};
}

/// atan(n/d), relative error at most atan_float_error: a turn by pi/4 or pi/2 leaves |z| <= tan(pi/8). Precondition: n
/// and d are floats, not negative, not both zero. docs/maths/atan.md#float
inline constexpr double atan_float_error = 0x1p-43;
template <class V> ISOBIT_LANE V short_arc_of_quotient(V n, V d) {
  auto const steep = n > d * atanf_steep, bent = n > d * atanf_bend;
  V const top = select(steep, -d, select(bent, n - d, n));
  V const bottom = select(steep, n, select(bent, n + d, d));
  V const base = select(steep, all<V>(atanf_quarter), select(bent, all<V>(0.5 * atanf_quarter), all<V>(0.0)));
  V const z = top / bottom;
  return multiply_add(z, polynomial(z * z, atanf_polynomial), base);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
