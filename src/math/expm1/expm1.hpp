#pragma once

#include "math/exp/exponential.hpp"
#include "math/expm1/expm1_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// exp(x) - 1 = (T - 1) + T (exp(r) - 1), T = 2^(k/256), relative to its own size also near zero. Precondition:
/// |x| < 600, and x <= 0 where Negative; `low` is not normalised. docs/maths/exp.md#expm1
template <bool Negative, class V> ISOBIT_LANE double_double<V> exponential_minus_one(reduced_exponent<V> x) {
  auto const [k, argument] = x;
  V const r = argument.high;
  V const scale = as_real<V>(all_bits<V>(as_bits(1.0)) + whole_power(k));
  auto const power = fraction_power(k);
  V const t = power.column[0] * scale, t_low = power.column[1] * scale;

  // exp(r) - 1 = e.high + e_low
  auto const square = two_product(0.5 * r, r);
  auto const e = fast_two_sum(r, square.high);
  V const lows = e.low + (square.low + multiply_add(argument.low, e.high, argument.low));
  V const e_low = multiply_add(square.high * r, paired_polynomial(r, r * r, expm1_polynomial), lows);

  V const minus_one = all<V>(-1.0);
  auto const whole = Negative ? fast_two_sum(minus_one, t) : two_sum(minus_one, t);
  auto const product = two_product(t, e.high);
  auto const sum = fast_two_sum(whole.high, product.high);
  V const rest = (sum.low + (whole.low + product.low)) + multiply_add(t_low, e.high, t_low);
  return {sum.high, multiply_add(t, e_low, rest)};
}
template <bool Negative, class V> ISOBIT_LANE double_double<V> exponential_minus_one(V x) {
  return exponential_minus_one<Negative>(reduce(x, exp_step));
}

/// The same in fewer operations, T = 2^(k/16): exp(r + rest) with |r| at most half a step and |rest| <= 2^-43, which is
/// zero for k = 0. With FMA alone. docs/maths/exp.md#quick-expm1
template <class V> ISOBIT_LANE enclosure<V> quick_exponential_minus_one(nearest_integer<V> k, V r, V rest) {
  V const t = entry(exp_quick_powers, k.integer) * as_real<V>(all_bits<V>(as_bits(1.0)) + ((k.integer >> 4) << 52));
  V const low_part = rest + entry(exp_quick_rests, k.integer);
  V const y = r + low_part, square = y * y;
  V const factor = multiply_add(y, paired_polynomial<1>(y, square, expm1_quick_polynomial), expm1_quick_polynomial[0]);
  V const tail = multiply_add(square, factor, low_part);  // exp(r + low_part) - 1 - r
  auto const whole = two_sum(all<V>(-1.0), t);
  V const head = multiply_add(t, r, whole.high);
  V const lost = multiply_add(t, r, whole.high - head);
  return {head, multiply_add(t, tail, lost + whole.low),
          multiply_add(t * square, 0x1.3p-51, magnitude(head) * 0x1p-88)};
}

/// (T - 1) + T (exp(r) - 1), T = 2^k. docs/maths/exp.md#floats
template <class V> ISOBIT_LANE V exponential_minus_one_float(nearest_integer<V> k, V r) {
  V const t = as_real<V>(all_bits<V>(as_bits(1.0)) + (k.integer << 52));
  return multiply_add(t * r, paired_polynomial(r, r * r, expm1f_polynomial), t - 1.0);
}
template <class V> ISOBIT_LANE V exponential_minus_one_float(V x) {
  auto const k = to_integer(x, expf_steps);
  return exponential_minus_one_float<V>(k, multiply_add(k.real, -expf_step, x));
}

/// docs/maths/exp.md#expm1
struct expm1_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-250, 600.0); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const e = exponential_minus_one<false>(x);
    return {e.high, e.low, e.high * 0x1p-71};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const k = to_integer(x, exp_quick_step[0]);
    V const r = multiply_add(k.real, -exp_quick_step[1], x);  // exact
    return quick_exponential_minus_one(k, r, k.real * -exp_quick_step[2]);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 87.0); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) { return exponential_minus_one_float(x); }
  static constexpr double float_error = 0x1p-42;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
