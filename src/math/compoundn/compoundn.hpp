#pragma once

#include "math/exp/exp.hpp"
#include "math/log1p/log1p.hpp"
#include "math/pow/exponential_of.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// (1 + x)^n = exp(n log1p(x)) of an integer n that is a number of the type. docs/maths/pow.md#integers
struct compoundn_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V n) {
    return both(log1p_fast::inside(x), magnitude_between(n, 1.0, 0x1p54));
  }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x, V n) {
    auto const logarithm_of_sum = log1p_fast::approximate(x);
    auto const w = multiply(fast_two_sum(logarithm_of_sum.high, logarithm_of_sum.low), n);
    return exponential_of(w, multiply_add(magnitude(w.high), 0x1.3p-69, 0x1.3p-69));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V n) {
    return both(both(log1p_fast::inside_float(x), magnitude_between(n, 1.0, 0x1p25)),
                magnitude_below(log1p_fast::approximate_float(x) * n, 87.0));
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x, V n) {
    return exp_fast::approximate_float(log1p_fast::approximate_float(x) * n);
  }
  static constexpr double float_error = 0x1p-39;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
