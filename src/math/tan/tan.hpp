#pragma once

#include "math/sin/core.hpp"
#include "math/sin/float.hpp"
#include "math/sin/quick_pair_sine.hpp"
#include "math/sin/quick_sine.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// tan(x) = sin(x) / cos(x). docs/maths/sin.md#tan
struct tan_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, angle_limit); }
  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    return tangent_of(near_table<V>(reduce(x), 0));
  }

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) { return quick_tangent(x); }
  template <class V> ISOBIT_LANE static mask<V> inside_quick(V x, V high) { return inside_quick_tangent(x, high); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return magnitude_between(x, angle_limit, __builtin_inf()); }
  ISOBIT_HOST_DEVICE static bool inside_float_far(double x) { return inside_far(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) {
    return tangent_of(near_table<double>(reduce_far(x), 0));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return magnitude_between(x, 0x1p-126, float_angle_limit);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) { return short_angle<V>(x).tangent(); }
  static constexpr double float_error = 0x1p-43;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside_quick_pair_sine(x); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) { return quick_pair_tangent(x); }
  static constexpr bool quick_pairs_permute = true;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
