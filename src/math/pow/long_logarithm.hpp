#pragma once

#include "math/double_double.hpp"
#include "math/polynomial.hpp"
#include "math/pow/pow_table.hpp"
#include "math/small_result.hpp"

/// A logarithm of 75 bits, for those who magnify its error. docs/maths/pow.md#logarithm
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class V> struct parts_around_one {
  bits<V> shifted;  ///< the bits of x, counted from where the ranges begin
  V exponent;
  V significand;
};
/// x = significand * 2^exponent, where the significand begins at about sqrt(1/2).
template <class V> ISOBIT_LANE parts_around_one<V> split_around_one(V x, std::uint64_t start) {
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
  auto const shifted = as_bits(x) - all_bits<V>(start);
  V const exponent = as_real<V>((shifted >> 52) | as_bits(all<V>(0x1p52))) - (0x1p52 + 1023);
  return {shifted, exponent,
          as_real<V>((shifted & all_bits<V>(fraction)) + all_bits<V>(start + (std::uint64_t{1023} << 52)))};
}

template <class V> ISOBIT_LANE bits<V> pow_index(parts_around_one<V> const& s) {
  return (s.shifted >> 43) & all_bits<V>(511);
}

/// The logarithm; the error is a part of `low`, and so y * low tells how large it may get.
template <class V> ISOBIT_LANE double_double<V> long_logarithm(parts_around_one<V> const& s) {
  auto const index = pow_index(s);
  auto const log = lookup(pow_log, index);
  V const z = exact_multiply_add(s.significand, lookup(pow_inverse, index).column[0], all<V>(-1));
  auto const square = two_product(z, -0.5 * z);
  V const cube = z * square.high;
  auto const near = fast_two_sum(z, square.high);
  V const far = multiply_add(s.exponent, pow_ln2_high, log.column[0]);  // exact
  auto const sum = fast_two_sum(far, near.high);
  V const rest = multiply_add(s.exponent, pow_ln2_low, log.column[1]) +
                 multiply_add(cube, paired_polynomial(z, z * z, pow_polynomial), square.low);
  return {sum.high, sum.low + (near.low + rest)};
}
/// Precondition: positive and normal.
template <class V> ISOBIT_LANE double_double<V> long_logarithm(V x) {
  return long_logarithm(split_around_one(x, pow_start));
}

/// The same with the terms of the series in plain doubles, which costs 2^-50.99 |square|. docs/maths/pow.md#brief
struct brief_long_logarithm {
  double_double<double> value;
  double square;  ///< of what is near 1, half of it, negative
};
ISOBIT_LANE brief_long_logarithm brief_logarithm_for_power(double x) {
  auto const s = split_around_one(x, pow_start);
  auto const index = pow_index(s);
  auto const log = lookup(pow_log, index);
  double const z = exact_multiply_add(s.significand, lookup(pow_inverse, index).column[0], -1.0);
  double const square = z * (-0.5 * z);
  double const tail = multiply_add(z * square, paired_polynomial(z, z * z, pow_polynomial), square);
  auto const sum = fast_two_sum(multiply_add(s.exponent, pow_ln2_high, log.column[0]), z);
  return {{sum.high, sum.low + (multiply_add(s.exponent, pow_ln2_low, log.column[1]) + tail)}, square};
}

/// Precondition: positive.
ISOBIT_LANE double_double<double> long_logarithm_of_any(double x) {
  if (!is_subnormal(x)) return long_logarithm(x);
  auto units = split_around_one(units_of_subnormal(x), pow_start);
  units.exponent -= 1074;
  return long_logarithm(units);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
