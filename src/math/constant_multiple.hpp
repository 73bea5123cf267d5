#pragma once

#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// c x for a constant c = high + low > 0. What the product loses, 11 u^2 of it, is for the radius of x to have room
/// for. Precondition: |x.low| <= |x.high|. docs/maths/double_double.md#constant-multiple
template <class V> ISOBIT_LANE enclosure<V> constant_multiple(enclosure<V> const& x, double high, double low) {
  auto const sum = fast_two_sum(x.high, x.low);
  auto const product = multiply(sum, double_double<V>{all<V>(high), all<V>(low)});
  return {product.high, product.low, x.radius * (high * (1 + 0x1p-10))};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
