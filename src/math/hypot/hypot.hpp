#pragma once

#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The sum of squares in double-double, its square root by one correction. docs/maths/hypot.md
struct hypot_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V y) {
    return both(magnitude_between(x, 0x1p-250, 0x1p400), magnitude_between(y, 0x1p-250, 0x1p400));
  }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x, V y) {
    auto const x_square = two_product(x, x), y_square = two_product(y, y);
    auto const sum = two_sum(x_square.high, y_square.high);
    V const root = square_root(sum.high);
    V const rest = exact_multiply_add(root, -root, sum.high) + (sum.low + (x_square.low + y_square.low));
    return {root, rest * (0.5 / root), root * 0x1p-98};
  }

  // The square root of the largest sum is a finite float.
  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V y) {
    return both(magnitude_between(x, 0x1p-126, 0x1.6p127), magnitude_between(y, 0x1p-126, 0x1.6p127));
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x, V y) { return square_root(multiply_add(x, x, y * y)); }
  static constexpr double float_error = 0x1p-52;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
