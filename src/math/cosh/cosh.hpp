#pragma once

#include "math/sinh/hyperbolic.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// docs/maths/hyperbolic.md
struct cosh_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-250, 600.0); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const c = hyperbolic_function<hyperbolic::cosine>(magnitude(x));
    return {c.high, c.low, c.high * 0x1.4p-70};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const c = quick_hyperbolic_function<hyperbolic::cosine>(magnitude(x));
    return {c.high, c.low, c.high * 0x1.8p-63};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 88.0); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return hyperbolic_function_float<hyperbolic::cosine>(x);
  }
  static constexpr double float_error = 0x1p-44;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
