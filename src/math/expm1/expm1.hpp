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

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 87.0); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) { return exponential_minus_one_float(x); }
  static constexpr double float_error = 0x1p-42;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
