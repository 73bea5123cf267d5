#pragma once

#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/exp10/exp10_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 10^x = 2^(k/256) exp(f log(10)), f = x - k log10(2)/256. docs/maths/exp.md#exp10
struct exp10_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-400, 307.0); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) { return exponential(reduced(x)); }

  /// Whole steps and f log(10).
  template <class V> ISOBIT_LANE static reduced_exponent<V> reduced(V x) {
    auto const [k, f] = reduce(x, exp10_step);
    auto const r = two_product(f.high, exp10_log_high);
    return {k, {r.high, multiply_add(f.low, exp10_log_high, multiply_add(f.high, exp10_log_low, r.low))}};
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const k = to_integer(x, exp10_quick_step[0]);
    V const f = multiply_add(k.real, -exp10_quick_step[1], x);  // exact
    auto const r = two_product(f, exp10_log_high);
    V const f_low = k.real * -exp10_quick_step[2];
    return quick_exponential(k, r.high, multiply_add(f_low, exp10_log_high, multiply_add(f, exp10_log_low, r.low)));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 37.5); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, exp10f_steps);
    V const f = multiply_add(k.real, -exp10f_step, x);
    return as_real<V>(as_bits(paired_polynomial(f, f * f, exp10f_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
