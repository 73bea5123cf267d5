#pragma once

#include "math/exp/exponential.hpp"

/// How single calls of exponentials begin: all but the last product in plain doubles. docs/maths/exp.md#brief
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 2^(k/256) exp(y), up to a relative error. Precondition: |y| is at most half a step.
ISOBIT_LANE scaled_enclosure<double> brief_exponential(nearest_integer<double> k, double y, double error) {
  auto const power = fraction_power(k);
  double const t = power.column[0], square = y * y;
  double const p = multiply_add(square, paired_polynomial(y, square, exp_polynomial), y);  // exp(y) - 1
  double const head = multiply_add(t, p, t), lost = multiply_add(t, p, t - head);
  return {{head, lost + power.column[1], t * error}, whole_power(k)};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
