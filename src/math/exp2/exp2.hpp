#pragma once

#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/exp2/exp2_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 2^x = 2^(k/256) exp(f log(2)), f = x - k/256. docs/maths/exp.md#exp2
struct exp2_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-400, 1022.0); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) { return exponential(reduced(x)); }

  /// Whole steps and f log(2).
  template <class V> ISOBIT_LANE static reduced_exponent<V> reduced(V x) {
    auto const k = to_integer(x, 256.0);
    V const f = multiply_add(k.real, -0x1p-8, x);  // exact
    auto const r = two_product(f, exp2_log_high);
    return {k, {r.high, multiply_add(f, exp2_log_low, r.low)}};
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const k = to_integer(x, 16.0);
    V const f = multiply_add(k.real, -0x1p-4, x);  // exact
    auto const r = two_product(f, exp2_log_high);
    return quick_exponential(k, r.high, multiply_add(f, exp2_log_low, r.low));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 126.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x);
    V const f = x - k.real;  // exact
    return as_real<V>(as_bits(paired_polynomial(f, f * f, exp2f_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
