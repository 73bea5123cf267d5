#pragma once

#include "math/asinh/double_double_root.hpp"
#include "math/kernel.hpp"
#include "math/log/brief_logarithm.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// acosh(x) = log(x + sqrt(x^2 - 1)). docs/maths/inverse_hyperbolic.md#acosh
struct acosh_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return between(x, 0x1.0000000000001p0, 0x1p150); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const z = exponential_of_result(x);
    auto const y = logarithm(z.high, z.low);
    return {y.high, y.low, y.high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const z = exponential_of_result(x);
    auto const y = quick_logarithm(z.high, z.low);
    return {y.high, y.low, y.high * 0x1.3p-62};
  }

#ifndef __CUDACC__
  ISOBIT_LANE static enclosure<double> brief(double x) {
    auto const z = exponential_of_result(x);
    return brief_logarithm(z.high, z.low, 0x1.cp-51);
  }
#endif

  /// acosh(x) = log(2x) where x^-2 is nothing.
  ISOBIT_LANE static bool inside_far(double x) { return between(x, 0x1p150, __builtin_inf()); }

  ISOBIT_LANE static enclosure<double> approximate_far(double x) {
    auto const y = logarithm_of_twice(x);
    return {y.high, y.low, y.high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return between(x, 0x1.000002p0, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const root = square_root(x * x - 1.0);
    V const less_one = (x - 1.0) + root;
    auto const y = logarithm_float(x + root, less_one, less_one < 0x1.ffp-9);
    return multiply_add(y.exponent, log_of_two, y.of_mantissa);
  }
  static constexpr double float_error = 0x1p-43;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside(x, 0x1.000002p0f, 0x1p60f); }
  template <class V> ISOBIT_LANE static V quick_float(V x) {
    V const root = quick_root(x * x - 1.0), less_one = (x - 1.0) + root;
    return quick_float_logarithm(x + root, less_one, less_one < 0x1.ffp-9);
  }
  static constexpr int quick_float_bits = permutes_tables ? 36 : 0;

private:
  /// x + sqrt(x^2 - 1)
  template <class V> ISOBIT_LANE static double_double<V> exponential_of_result(V x) {
    auto const less = fast_two_sum(x, all<V>(-1.0)), more = fast_two_sum(x, all<V>(1.0));
    auto const root = square_root(multiply(less, more));
    return fast_add(double_double<V>{x, root.low}, root.high);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
