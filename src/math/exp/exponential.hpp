#pragma once

#include "math/exp/exp_table.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

/// What exp and its family share. docs/maths/exp.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x = k step + r.high + r.low, |r.high| <= step / 2: what is left of an argument when whole steps are taken out.
template <class V> struct reduced_exponent {
  nearest_integer<V> k;
  double_double<V> r;
};

/// step = 1 / parts[0] = parts[1] + parts[2] = parts[3] + parts[4]: the nearest double and its error, the first 34 bits
/// and the rest. Precondition: |x / step| < 2^18.2. docs/maths/exp.md#reduction
template <class V> ISOBIT_LANE reduced_exponent<V> reduce(V x, double const (&step)[5]) {
  auto const k = to_integer(x, step[0]);
  if constexpr (has_fma) return {k, {multiply_add(k.real, -step[1], x), k.real * -step[2]}};
  V const r_high = x - k.real * step[3];
  return {k, fast_two_sum(r_high, k.real * -step[4])};
}

/// 2^(k/256) without its whole powers of two, and those as what they add to the bits of a double.
template <class V> ISOBIT_LANE row<V, 2> fraction_power(nearest_integer<V> k) {
  return lookup(exp_table, k.integer & all_bits<V>(255));
}
template <class V> ISOBIT_LANE bits<V> whole_power(nearest_integer<V> k) { return (k.integer >> 8) << 52; }

/// 2^(k/256) exp(r), from a sum in [0.99, 2). docs/maths/exp.md#sum
template <class V> ISOBIT_LANE scaled_enclosure<V> exponential(reduced_exponent<V> x) {
  auto const power = fraction_power(x.k);
  V const t = power.column[0], r = x.r.high;
  V const t_low = multiply_add(t, x.r.low, power.column[1]);  // t exp(r.low) = t + t_low

  V const square = r * r;
  V const tail = square * paired_polynomial(r, square, exp_polynomial);  // exp(r) - 1 - r
  auto const product = two_product(t, r);
  auto const sum = fast_two_sum(t, product.high);
  V const lows = sum.low + multiply_add(t_low, multiply_add(square, 0.5, r), t_low + product.low);
  return {{sum.high, multiply_add(t, tail, lows), all<V>(0x1p-69)}, whole_power(x.k)};
}

/// A power of which the exponent is negative, and no sign is in it.
ISOBIT_LANE small_enclosure small_power(scaled_enclosure<double> const& x) {
  return {x, static_cast<int>(static_cast<std::int64_t>(x.exponent) >> 52)};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
