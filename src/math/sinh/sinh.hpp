#pragma once

#include "math/sinh/hyperbolic.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// docs/maths/hyperbolic.md
struct sinh_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-250, 600.0); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const s = hyperbolic_function<hyperbolic::sine>(magnitude(x));
    return {flip_sign(s.high, sign_of(x)), flip_sign(s.low, sign_of(x)), s.high * 0x1.8p-69};
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const s = quick_hyperbolic_function<hyperbolic::sine>(magnitude(x));
    return {flip_sign(s.high, sign_of(x)), flip_sign(s.low, sign_of(x)), s.high * 0x1p-61};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 88.0); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return hyperbolic_function_float<hyperbolic::sine>(x);
  }
  static constexpr double float_error = 0x1p-43;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
