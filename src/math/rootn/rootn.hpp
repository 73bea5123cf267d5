#pragma once

#include "math/log/logarithm.hpp"
#include "math/pow/pow.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x^(1/n) = exp(log(x) / n) of an integer n that is a number of the type. docs/maths/pow.md#integers
struct rootn_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V n) {
    return both(between(x, 0x1p-1022, __builtin_inf()), magnitude_between(n, 1.0, 0x1p54));
  }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x, V n) {
    auto const logarithm_of_x = logarithm(x);
    auto const dividend = fast_two_sum(logarithm_of_x.high, logarithm_of_x.low);
    V const quotient = dividend.high / n;
    V const rest = exact_multiply_add(-quotient, n, dividend.high) + dividend.low;
    return exponential_of<V>({quotient, rest / n}, multiply_add(magnitude(quotient), 0x1.3p-69, 0x1.3p-69));
  }

  // Negative radicands.
  ISOBIT_HOST_DEVICE static bool inside_far(double x, double n) {
    double const half = 0.5 * n;
    return between(-x, 0x1p-1022, __builtin_inf()) && magnitude_between(n, 1.0, 0x1p52) &&
           to_integer(half).real != half;
  }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x, double n) {
    auto result = approximate(-x, n);
    result.high = -result.high, result.low = -result.low;
    return result;
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V n) {
    return both(magnitude_between(n, 1.0, 0x1p54), pow_fast::inside_float(x, 1.0 / n));
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x, V n) {
    return pow_fast::approximate_float(x, 1.0 / n);
  }
  static constexpr double float_error = 0x1p-42;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
