#pragma once

#include "math/kernel.hpp"
#include "math/log/log_table.hpp"
#include "math/polynomial.hpp"

/// The quick way to logarithms of floats: 16 cells, in pairs of floats. docs/maths/logarithm.md#quick-floats
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x = 2^exponent (1 + r) / c, c that of the mantissa's cell.
template <class V> struct quick_pair_reduction {
  V exponent, r;
  bits<V> cell;  ///< in the lowest four bits
};
/// Precondition: x is positive and normal.
template <class V> ISOBIT_LANE quick_pair_reduction<V> quick_pair_reduce(V x) {
  bits<V> const start = as_bits(all<V>(log_quick_start)), above = as_bits(x) - start;
  V const mantissa = as_real<V>((above & all_bits<V>((1u << 23) - 1)) + start);
  V const exponent = __builtin_convertvector(integers<V>(above) >> 23, V);
  bits<V> const cell = above >> 19;
  return {exponent, multiply_add(mantissa, entry(log_pair_reciprocals, cell), all<V>(-1.0)), cell};
}

/// start + linear (1 - r/2 + r^2/3 - ...) + rest. Precondition: as for quick_logarithm_sum.
template <class V> ISOBIT_LANE double_double<V> quick_pair_logarithm_sum(V start, V linear, V r, V rest) {
  V const minus_half = r * all<V>(-0.5);
  V const first = start + linear, first_low = linear - (first - start);
  V const second = multiply_add(minus_half, linear, first),
          second_low = multiply_add(minus_half, linear, first - second);
  V const cube = (r * r) * linear;
  return {second, multiply_add(cube, polynomial(r, log_pair_polynomial), (first_low + rest) + second_low)};
}

/// The same in another base, as scaled_logarithm_sum.
template <class V>
ISOBIT_LANE double_double<V> quick_scaled_pair_sum(V start, double f_high, double f_low, V r, V rest) {
  V const linear = r * all<V>(f_high);
  V const linear_low = multiply_add(r, f_low, multiply_add(r, f_high, -linear));
  return quick_pair_logarithm_sum(start, linear, r, multiply_add(r * all<V>(-0.5), linear_low, linear_low) + rest);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
