#pragma once

#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// exp(x) = 2^(k/256) exp(r), |r| <= log(2)/512: the power of two from a table. docs/maths/exp.md
struct exp_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-400, 708.0); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    return exponential(reduce(x, exp_step));
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const k = to_integer(x, exp_quick_step[0]);
    V const r = multiply_add(k.real, -exp_quick_step[1], x);  // exact
    return quick_exponential(k, r, k.real * -exp_quick_step[2]);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 87.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, expf_steps);
    V const r = multiply_add(k.real, -expf_step, x);
    return as_real<V>(as_bits(paired_polynomial(r, r * r, expf_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
