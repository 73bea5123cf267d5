#pragma once

#include "math/exp/exp_table.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// exp(x) = 2^(k/256) exp(r), |r| <= log(2)/512: the power of two from a table. docs/maths/exp.md
struct exp_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-500, 708.0); }

  template <class V> ISOBIT_LANE static scaled_approximation<V> approximate(V x) {
    auto const k = to_integer(x, exp_steps);
    V const r_high = multiply_add(k.real, -exp_step_high, x);  // exact: docs/maths/exp.md#reduction
    auto const r = fast_two_sum(r_high, k.real * -exp_step_low);
    auto const power = lookup(exp_table, k.integer & all_bits<V>(255));
    V const t = power.column[0], t_low = power.column[1];

    V const tail = multiply_add(r.high * r.high, polynomial(r.high, exp_polynomial), r.low);  // exp(r) - 1 - r.high
    auto const product = two_product(t, r.high);
    auto const sum = fast_two_sum(t, product.high);
    V const small = multiply_add(t, tail, multiply_add(t_low, r.high, t_low));
    return {{sum.high, sum.low + (product.low + small), sum.high * 0x1p-68}, (k.integer >> 8) << 52};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-500, 87.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, exp_steps / 256);
    V const r = multiply_add(k.real, -expf_step_low, multiply_add(k.real, -expf_step_high, x));
    return as_real<V>(as_bits(polynomial(r, expf_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
