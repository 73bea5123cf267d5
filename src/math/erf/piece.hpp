#pragma once

#include "math/double_double.hpp"
#include "math/erf/erf_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// c[0] + c[1] t + ... + c[7] t^7 by pairs and pairs of pairs: waiting for one another is what the steps cost.
template <class V> ISOBIT_LANE V eight_terms(V const* c, V t) {
  V const t2 = t * t;
  V const lower = multiply_add(multiply_add(c[3], t, c[2]), t2, multiply_add(c[1], t, c[0]));
  V const upper = multiply_add(multiply_add(c[7], t, c[6]), t2, multiply_add(c[5], t, c[4]));
  return multiply_add(upper, t2 * t2, lower);
}

/// A number from 0 to a limit as a multiple of 1/32 and the rest. Precondition: the limit is such a multiple, below 16.
template <class V> struct thirty_seconds {
  V multiple, rest;
  bits<V> index;

  ISOBIT_LANE thirty_seconds(V x, double limit) {
    V const a = select(x < limit, x, all<V>(limit));
    auto const k = to_integer(a, 32.0);
    multiple = k.real * 0x1p-5, rest = a - multiple, index = k.integer & all_bits<V>(511);
  }
};

/// c0 + c1 t + ... + c10 t^10, the coefficients a row of a table, c0, c1 and c2 in two parts: error at most
/// u |t^3| (3 |c3| + ...) beyond that of the row. `low` is not normalised. docs/maths/erf.md#piece
template <class V> ISOBIT_LANE double_double<V> piece(row<V, 14> const& coefficients, V t) {
  auto const& c = coefficients.column;
  auto const second = fast_two_sum(c[4], t * eight_terms(&c[6], t));
  auto const in_first = two_product(t, second.high);
  V const in_first_low = multiply_add(t, second.low + c[5], in_first.low);

  auto const first = fast_two_sum(c[2], in_first.high);
  auto const in_sum = two_product(t, first.high);
  V const in_sum_low = multiply_add(t, first.low + (c[3] + in_first_low), in_sum.low);

  auto const sum = fast_two_sum(c[0], in_sum.high);
  return {sum.high, sum.low + (c[1] + in_sum_low)};
}

/// The same with c2 a plain number: 3.6 u |c2 t^2| is lost, too. docs/maths/erf.md#piece
ISOBIT_LANE double_double<double> brief_piece(row<double, 14> const& coefficients, double t) {
  auto const& c = coefficients.column;
  auto const first = fast_two_sum(c[2], t * multiply_add(t, eight_terms(&c[6], t), c[4]));
  auto const in_sum = two_product(t, first.high);
  auto const sum = fast_two_sum(c[0], in_sum.high);
  return {sum.high, sum.low + (c[1] + multiply_add(t, first.low + c[3], in_sum.low))};
}

/// |x| as the middle of a row of error_table for erf, and the rest. Precondition: x >= 0; beyond 6 it is taken for 6.
template <class V> struct erf_reduced {
  bits<V> index;
  V rest;
  V error;  ///< of piece(index, rest), and of taking a number for 6: erfc(6) < 2^-55
};
template <class V> ISOBIT_LANE erf_reduced<V> erf_reduce(V x) {
  auto const near = x < 6.0;
  V const a = select(near, x, all<V>(6.0));
  // One in the exponent's place if a < 1, by arithmetic: a branch would be hard to predict.
  bits<V> const fine = ((as_bits(a) - as_bits(all<V>(1.0))) >> 11) & all_bits<V>(std::uint64_t{1} << 52);
  V const steps = as_real<V>(as_bits(all<V>(16.0)) + fine);
  V const step = as_real<V>(as_bits(all<V>(-0x1p-4)) - fine);
  auto const k = to_integer(a * steps);
  V const t = multiply_add(k.real, step, a);  // exact: docs/maths/erf.md#piece
  bits<V> const shift = all_bits<V>(16) - (fine >> 48);
  V const cubic = magnitude(t * t * t) * (steps * 0x1p-57);
  return {(k.integer & all_bits<V>(127)) + shift, t, select(near, cubic, all<V>(0x1p-55))};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
