#pragma once

#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/sinh/sinh_table.hpp"

/// What sinh and cosh share. docs/maths/hyperbolic.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

enum class hyperbolic { sine, cosine };

/// sinh(x) or cosh(x) = A cosh(r) + B sinh(r), where A and B are sinh and cosh, or the other way round, of k step.
/// Precondition: 0 <= x < 600. docs/maths/hyperbolic.md#sum
template <hyperbolic Which, class V> ISOBIT_LANE double_double<V> hyperbolic_function(V x) {
  auto const [k, argument] = reduce(x, exp_step);
  V const r = argument.high;

  // grown + grown_low = 2^(k/256) / 2, shrunk + shrunk_low = 2^(-k/256) / 2
  nearest_integer<V> const opposite = {-k.real, bits<V>{} - k.integer};
  bits<V> const half = all_bits<V>(as_bits(0.5));
  auto const up = fraction_power(k), down = fraction_power(opposite);
  V const up_scale = as_real<V>(half + whole_power(k)), down_scale = as_real<V>(half + whole_power(opposite));
  V const grown = up.column[0] * up_scale, grown_low = up.column[1] * up_scale;
  V const shrunk = down.column[0] * down_scale, shrunk_low = down.column[1] * down_scale;
  auto sine = fast_two_sum(grown, -shrunk), cosine = fast_two_sum(grown, shrunk);
  sine.low = multiply_add(cosine.high, argument.low, sine.low + (grown_low - shrunk_low));
  cosine.low = multiply_add(sine.high, argument.low, cosine.low + (grown_low + shrunk_low));

  V const square = r * r;
  V const sine_tail = (square * r) * polynomial(square, sinh_polynomial);  // sinh(r) - r
  V const cosine_tail = square * polynomial(square, cosh_polynomial);      // cosh(r) - 1
  auto const a = Which == hyperbolic::sine ? sine : cosine, b = Which == hyperbolic::sine ? cosine : sine;
  auto const product = two_product(b.high, r);
  auto const sum = fast_two_sum(a.high, product.high);
  V const rest = (sum.low + product.low) + multiply_add(b.low, r, multiply_add(a.low, cosine_tail, a.low));
  return {sum.high, multiply_add(a.high, cosine_tail, multiply_add(b.high, sine_tail, rest))};
}

/// The same in fewer operations, k steps of log(2)/16. With FMA alone. docs/maths/hyperbolic.md#quick
template <hyperbolic Which, class V> ISOBIT_LANE double_double<V> quick_hyperbolic_function(V x) {
  auto const k = to_integer(x, exp_quick_step[0]);
  V const r = multiply_add(k.real, -exp_quick_step[1], x);  // exact
  V const r_low = k.real * -exp_quick_step[2];

  // grown (1 + up) = 2^(k/16) / 2, shrunk (1 + down) = 2^(-k/16) / 2
  bits<V> const opposite = bits<V>{} - k.integer, half = all_bits<V>(as_bits(0.5));
  V const grown = entry(exp_quick_powers, k.integer) * as_real<V>(half + ((k.integer >> 4) << 52));
  V const shrunk = entry(exp_quick_powers, opposite) * as_real<V>(half + ((opposite >> 4) << 52));
  V const grown_low = grown * entry(exp_quick_rests, k.integer);
  V const shrunk_low = shrunk * entry(exp_quick_rests, opposite);
  auto sine = fast_two_sum(grown, -shrunk), cosine = fast_two_sum(grown, shrunk);
  sine.low = multiply_add(cosine.high, r_low, sine.low + (grown_low - shrunk_low));
  cosine.low = multiply_add(sine.high, r_low, cosine.low + (grown_low + shrunk_low));

  V const square = r * r;
  V const sine_tail = (square * r) * polynomial(square, sinh_quick_polynomial);  // sinh(r) - r
  V const cosine_tail = square * polynomial(square, cosh_quick_polynomial);      // cosh(r) - 1
  auto const a = Which == hyperbolic::sine ? sine : cosine, b = Which == hyperbolic::sine ? cosine : sine;
  V const head = multiply_add(b.high, r, a.high);
  V const lost = multiply_add(b.high, r, a.high - head);
  V const rest = lost + multiply_add(b.low, r, multiply_add(a.low, cosine_tail, a.low));
  return {head, multiply_add(a.high, cosine_tail, multiply_add(b.high, sine_tail, rest))};
}

/// The same in doubles, for floats: 2^k is exact. docs/maths/hyperbolic.md#floats
template <hyperbolic Which, class V> ISOBIT_LANE V hyperbolic_function_float(V x) {
  auto const k = to_integer(x, expf_steps);
  V const r = multiply_add(k.real, -expf_step, x);
  bits<V> const half = all_bits<V>(as_bits(0.5)), power = k.integer << 52;
  V const grown = as_real<V>(half + power), shrunk = as_real<V>(half - power);
  V const sine = grown - shrunk, cosine = grown + shrunk, square = r * r;
  V const sine_r = r * paired_polynomial(square, square * square, sinhf_polynomial);
  V const cosine_r = paired_polynomial(square, square * square, coshf_polynomial);
  if constexpr (Which == hyperbolic::sine) return multiply_add(cosine, sine_r, sine * cosine_r);
  return multiply_add(sine, sine_r, cosine * cosine_r);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
