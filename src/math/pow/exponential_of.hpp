#pragma once

#include "math/exp/brief_exponential.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// exp(w) where w is off by an error that, doubled, is part of the radius. Precondition: |w.low| <= 2^-18 |w.high|,
/// |w.high| < 800, or the result is not looked at. docs/maths/pow.md#exponential
template <class V> ISOBIT_LANE scaled_enclosure<V> any_exponential_of(double_double<V> w, V radius) {
  auto const k = to_integer(w.high + w.low, exp_step[0]);
  V const r = multiply_add(k.real, -exp_step[3], w.high);  // exact
  auto result = exponential<V>({k, fast_two_sum(r, multiply_add(k.real, -exp_step[4], w.low))});
  result.radius = radius;
  return result;
}
/// The same; where the result is not a normal number, the radius is infinite.
template <class V> ISOBIT_LANE scaled_enclosure<V> exponential_of(double_double<V> w, V radius) {
  return any_exponential_of(w, select(magnitude_below(w.high, 708.0), radius, all<V>(__builtin_inf())));
}

/// exp(w) up to a relative error, that of w included. docs/maths/pow.md#brief
ISOBIT_LANE scaled_enclosure<double> brief_exponential_of(double_double<double> w, double error) {
  auto const k = to_integer(w.high + w.low, exp_step[0]);
  double const r = multiply_add(k.real, -exp_step[3], w.high);  // exact
  return brief_exponential(k, r + multiply_add(k.real, -exp_step[4], w.low), error);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
