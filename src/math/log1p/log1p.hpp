#pragma once

#include "math/kernel.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The logarithm of 1 + x as an exact sum of two doubles. docs/maths/logarithm.md#sums
struct log1p_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) {
    return both(magnitude_between(x, 0x1p-300, 0x1p150), above_minus_one(x));
  }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const sum = two_sum(all<V>(1.0), x);
    auto const y = logarithm(sum.high, sum.low);
    return {y.high, y.low, y.high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const sum = two_sum(all<V>(1.0), x);
    auto const y = quick_logarithm(sum.high, sum.low);
    return {y.high, y.low, y.high * 0x1.3p-62};
  }

  /// log(1 + x) = log(x) where 1/x is nothing.
  ISOBIT_LANE static bool inside_far(double x) { return between(x, 0x1p150, __builtin_inf()); }
  ISOBIT_LANE static enclosure<double> approximate_far(double x) {
    auto const y = logarithm(x);
    return {y.high, y.low, y.high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return both(magnitude_between(x, 0x1p-120, 0x1p128), above_minus_one(x));
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const y = logarithm_float(1.0 + x, x, magnitude_below(x, 0x1p-10));
    return multiply_add(y.exponent, log_of_two, y.of_mantissa);
  }
  static constexpr double float_error = 0x1p-45;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) {
    return magnitude_outside(x, 0x1p-120f, __builtin_inff()) | not_at_least(x, all<V>(-0x1.fffffep-1));
  }
  template <class V> ISOBIT_LANE static V quick_float(V x) {
    return quick_float_logarithm(1.0 + x, x, magnitude_below(x, 0x1p-10));
  }
  static constexpr int quick_float_bits = permutes_tables ? 36 : 0;

private:
  // A single number is compared as an integer, as in between().
  ISOBIT_LANE static bool above_minus_one(double x) { return as_bits(x) < as_bits(-1.0); }
#ifndef __CUDACC__
  ISOBIT_LANE static mask<f64> above_minus_one(f64 x) { return x > -1.0; }
#endif
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
