#pragma once

#include "math/log/logarithm.hpp"

/// The quick way to logarithms: 16 cells, the logarithm to 2^-62. docs/maths/logarithm.md#quick
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The mantissa's cell and what is left of it: x = 2^exponent (1 + r) / c.
template <class V> struct quick_reduction {
  V exponent, r;
  bits<V> cell;  ///< in the lowest four bits
};
/// Precondition: x is positive and normal. With FMA alone.
template <class V> ISOBIT_LANE quick_reduction<V> quick_reduce(V x) {
  auto const s = split<16>(x, log_quick_start);
  auto const cell = s.biased >> 48;
  return {s.exponent, reduced(s.mantissa, entry(log_quick_reciprocals, cell)), cell};
}

/// log(x) up to a relative 2^-36.5, for functions of floats; x = 1 + y, in the cell of 1, where is_small. Precondition:
/// as for split. docs/maths/logarithm.md#quick-floats
template <class V> ISOBIT_LANE V quick_float_logarithm(V x, V y, mask<V> is_small) {
  auto const [k, r_of_x, cell] = quick_reduce(x);
  V const r = select(is_small, y, r_of_x), start = multiply_add(k, log_of_two, entry(logf_quick_starts, cell));
  return start + multiply_add(r * r, polynomial(r, logf_quick_polynomial), r);
}

/// start + linear (1 - r/2 + r^2/3 - ...) + rest. Precondition: as for logarithm_sum.
template <class V> ISOBIT_LANE double_double<V> quick_logarithm_sum(V start, V linear, V r, V rest) {
  V const minus_half = r * -0.5, square = r * r;
  V const first = start + linear, first_low = linear - (first - start);
  V const second = multiply_add(minus_half, linear, first),
          second_low = multiply_add(minus_half, linear, first - second);
  // Horner's last step alone: its rounding is the only one beside 1/3.
  V const factor = multiply_add(r, paired_polynomial<1>(r, square, log_quick_polynomial), log_quick_polynomial[0]);
  return {second, multiply_add(square * linear, factor, (first_low + rest) + second_low)};
}

/// log(x + low), or log(x + low + lower). Precondition: as for logarithm. docs/maths/logarithm.md#quick
template <class V, class... Lower> ISOBIT_LANE double_double<V> quick_logarithm(V x, V low, Lower... lower) {
  auto const s = split<16>(x, log_quick_start);
  auto const cell = s.biased >> 48;
  V const c = entry(log_quick_reciprocals, cell);
  V const scale = c * power_of_minus_exponent(s);
  auto r = fast_two_sum(reduced(s.mantissa, c), low * scale);
  ((r.low = multiply_add(lower, scale, r.low)), ...);
  V const start = multiply_add(s.exponent, log_of_two_high, entry(log_quick_high, cell));
  V const from_low = multiply_add(r.low, multiply_add(r.high, r.high, -r.high), r.low);  // r.low / (1 + r.high)
  V const rest = multiply_add(s.exponent, log_of_two_low, entry(log_quick_low, cell));
  return quick_logarithm_sum(start, r.high, r.high, from_low + rest);
}

/// The same in another base, as scaled_logarithm_sum.
template <class V>
ISOBIT_LANE double_double<V> quick_scaled_logarithm_sum(V start, double f_high, double f_low, V r, V rest) {
  auto const linear = two_product(r, all<V>(f_high));
  V const linear_low = multiply_add(r, f_low, linear.low);
  return quick_logarithm_sum(start, linear.high, r, multiply_add(r * -0.5, linear_low, linear_low) + rest);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
