#pragma once

#include "math/double_double.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// sqrt(x.high + x.low). docs/maths/inverse_hyperbolic.md#root
/// Precondition: x.high > 0, |x.low| <= 2^-51 x.high.
template <class V> ISOBIT_LANE double_double<V> square_root(double_double<V> x) {
  V const root = square_root(x.high);
  V const left = exact_multiply_add(-root, root, x.high) + x.low;
  return {root, left * (root * (0.5 / x.high))};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
