#pragma once

#include "math/kernel.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// atanh(x) = log(1 + 2x / (1 - x)) / 2 for x > 0. docs/maths/inverse_hyperbolic.md#atanh
struct atanh_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, 1.0); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const z = exponential_of_twice(x);
    auto const y = logarithm(z.high, z.low, z.lower);
    V const half = signed_half(x), high = y.high * half;
    return {high, y.low * half, high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const z = exponential_of_twice(x);
    auto const y = quick_logarithm(z.high, z.low, z.lower);
    V const half = signed_half(x), high = y.high * half;
    return {high, y.low * half, high * 0x1.4p-62};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-120, 1.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const q = 2.0 * magnitude(x) / (1.0 - magnitude(x));
    auto const y = logarithm_float(1.0 + q, q, q < 0x1.ffp-9);
    return multiply_add(y.exponent, log_of_two, y.of_mantissa) * signed_half(x);
  }
  static constexpr double float_error = 0x1p-43;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return magnitude_outside(x, 0x1p-120f, 1.0f); }
  template <class V> ISOBIT_LANE static V quick_float(V x) {
    V const q = quick_quotient(2.0 * magnitude(x), 1.0 - magnitude(x));
    return quick_float_logarithm(1.0 + q, q, q < 0x1.ffp-9) * signed_half(x);
  }
  static constexpr int quick_float_bits = permutes_tables ? 36 : 0;

private:
  template <class V> struct in_three_parts { V high, low, lower; };

  /// 1 + 2|x| / (1 - |x|)
  template <class V> ISOBIT_LANE static in_three_parts<V> exponential_of_twice(V x) {
    V const twice = 2.0 * magnitude(x);
    auto const divisor = fast_two_sum(all<V>(1.0), -magnitude(x));
    V const inverse = 1.0 / divisor.high;
    V const q = twice * inverse;
    V const left = multiply_add(-q, divisor.low, exact_multiply_add(-q, divisor.high, twice));
    auto const sum = two_sum(all<V>(1.0), q);
    return {sum.high, sum.low, left * inverse};
  }

  template <class V> ISOBIT_LANE static V signed_half(V x) { return flip_sign(all<V>(0.5), sign_of(x)); }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
