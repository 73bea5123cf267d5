#pragma once

#include "math/double_double.hpp"
#include "math/log/log_table.hpp"
#include "math/polynomial.hpp"

/// What every function with a logarithm in it shares. docs/maths/logarithm.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x = 2^exponent mantissa, the mantissa in [start, 2 start), and the cell it is in: equal parts of the bit patterns.
template <class V> struct split_number {
  V mantissa;
  V exponent;
  bits<V> cell;
  bits<V> biased;  ///< exponent + 1024 in the exponent's place of a double, noise below
};

/// Precondition: x is positive and normal, Cells is a power of two.
template <int Cells, class V> ISOBIT_LANE split_number<V> split(V x, double start) {
  constexpr int cell_bits = __builtin_ctz(Cells);
  constexpr std::uint64_t mantissa_bits = (std::uint64_t{1} << 52) - 1;
  auto const biased = as_bits(x) + all_bits<V>((std::uint64_t{1024} << 52) - as_bits(start));
  V const mantissa = as_real<V>((biased & all_bits<V>(mantissa_bits)) + all_bits<V>(as_bits(start)));
  V const exponent = as_real<V>((biased >> 52) | all_bits<V>(as_bits(0x1p52))) - (0x1p52 + 1024);
  return {mantissa, exponent, (biased >> (52 - cell_bits)) & all_bits<V>(Cells - 1), biased};
}

/// 2^-exponent, 0 for exponent 1023.
template <class V> ISOBIT_LANE V power_of_minus_exponent(split_number<V> const& s) {
  return as_real<V>(all_bits<V>(std::uint64_t{2047} << 52) - (s.biased & all_bits<V>(~std::uint64_t{0} << 52)));
}

/// m c - 1 exactly. docs/maths/logarithm.md#table
template <class V> ISOBIT_LANE V reduced(V m, V c) {
  if constexpr (has_fma) {
    return multiply_add(m, c, all<V>(-1.0));
  } else {
    V const m_high = as_real<V>(as_bits(m) & all_bits<V>(~std::uint64_t{0} << 26));
    return (m_high * c - 1.0) + (m - m_high) * c;
  }
}

/// A row of a table of logarithms, unpacked: high + low = -log(c).
template <class V> struct logarithm_row {
  V c;
  V high;
  V low;
};
template <class V> ISOBIT_LANE logarithm_row<V> unpacked(row<V, 2> packed) {
  V const c = as_real<V>(as_bits(packed.column[0]) & all_bits<V>(~std::uint64_t{0} << 43));
  return {c, packed.column[1], (packed.column[0] - c) * 0x1p-32};
}

/// start + linear (1 - r/2 + r^2/3 - ...) + rest. docs/maths/logarithm.md#sum
/// Precondition: linear is r times a constant; |start| >= |linear|, or start = 0.
template <class V> ISOBIT_LANE double_double<V> logarithm_sum(V start, V linear, V r, V rest) {
  auto const square = two_product(linear, r * -0.5);
  auto const first = fast_two_sum(start, linear);
  auto const second = fast_two_sum(first.high, square.high);
  V const small = (second.low + first.low) + (square.low + rest);
  return {second.high, multiply_add(square.high * r, polynomial(r, logarithm_polynomial), small)};
}

/// The same in another base: start + f log(1 + r) + rest, where f, log of e in that base, is given in two parts.
template <class V>
ISOBIT_LANE double_double<V> scaled_logarithm_sum(V start, double f_high, double f_low, V r, V rest) {
  auto const linear = two_product(r, all<V>(f_high));
  V const linear_low = multiply_add(r, f_low, linear.low);
  return logarithm_sum(start, linear.high, r, multiply_add(r * -0.5, linear_low, linear_low) + rest);
}

/// log(x). Precondition: x is positive and normal.
template <class V> ISOBIT_LANE double_double<V> logarithm(V x) {
  auto const s = split<256>(x, logarithm_start);
  auto const row = unpacked(lookup(log_table, s.cell));
  V const start = multiply_add(s.exponent, log_of_two_high, row.high);  // exact: docs/maths/logarithm.md#table
  V const r = reduced(s.mantissa, row.c);
  return logarithm_sum(start, r, r, multiply_add(s.exponent, log_of_two_low, row.low));
}

/// log(x + low + lower...), or of x + low alone. docs/maths/logarithm.md#sums
/// Precondition: x is positive, normal and below 2^1023, |low| <= 4 ulp(x), |lower| <= 2^-51 |x + low - 1|.
template <class V, class... Lower> ISOBIT_LANE double_double<V> logarithm(V x, V low, Lower... lower) {
  auto const s = split<256>(x, logarithm_start);
  auto const row = unpacked(lookup(log_table, s.cell));
  V const scale = row.c * power_of_minus_exponent(s);
  auto r = fast_two_sum(reduced(s.mantissa, row.c), low * scale);
  ((r.low = multiply_add(lower, scale, r.low)), ...);
  V const start = multiply_add(s.exponent, log_of_two_high, row.high);
  V const from_low = multiply_add(r.low, multiply_add(r.high, r.high, -r.high), r.low);  // r.low / (1 + r.high)
  return logarithm_sum(start, r.high, r.high, from_low + multiply_add(s.exponent, log_of_two_low, row.low));
}

/// log(2x). Precondition: x > 2, and finite.
template <class V> ISOBIT_LANE double_double<V> logarithm_of_twice(V x) {
  return fast_add(logarithm(x), {all<V>(log_of_two_high), all<V>(log_of_two_low)});
}

/// log(x) = exponent * log(2) + of_mantissa, for functions of floats. docs/maths/logarithm.md#float
template <class V> struct float_logarithm {
  V exponent;
  V of_mantissa;
};
template <class V> ISOBIT_LANE float_logarithm<V> float_logarithm_sum(V exponent, V start, V r) {
  return {exponent, start + multiply_add(r * r, polynomial(r, logf_polynomial), r)};
}
template <class V> ISOBIT_LANE float_logarithm<V> logarithm_float(V x) {
  auto const s = split<128>(x, logf_start);
  auto const row = lookup(logf_table, s.cell);
  return float_logarithm_sum(s.exponent, row.column[1], multiply_add(s.mantissa, row.column[0], all<V>(-1.0)));
}
/// The same where x = 1 + y is rounded. Precondition: -2^-9 < y < 2^-8 where is_small.
template <class V> ISOBIT_LANE float_logarithm<V> logarithm_float(V x, V y, mask<V> is_small) {
  auto const s = split<128>(x, logf_start);
  auto const row = lookup(logf_table, s.cell);
  V const r = select(is_small, y, multiply_add(s.mantissa, row.column[0], all<V>(-1.0)));
  return float_logarithm_sum(s.exponent, row.column[1], r);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
