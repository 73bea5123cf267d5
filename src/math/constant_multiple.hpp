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

/// The same for x.low as it is; what it loses, 5 u |c x.low|, is added to the radius.
template <class V> ISOBIT_LANE enclosure<V> brief_multiple(enclosure<V> const& x, double high, double low) {
  auto const product = multiply(double_double<V>{x.high, x.low}, double_double<V>{all<V>(high), all<V>(low)});
  V const radius = multiply_add(magnitude(x.low), 0x1.4p-51, x.radius);
  return {product.high, product.low, radius * (high * (1 + 0x1p-10))};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
