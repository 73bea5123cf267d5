#pragma once

#include "math/sin/core.hpp"
#include "math/sin/float.hpp"
#include "math/sin/quick_pair_sine.hpp"
#include "math/sin/quick_sine.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// cos(x) = sin(x + pi/2): 256 steps further in the table. docs/maths/sin.md
struct cos_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, angle_limit); }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    return sine_of(near_table<V>(reduce(x), 256));
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) { return quick_sine(x, 16); }
  template <class V> ISOBIT_LANE static mask<V> inside_quick(V x, V high) { return inside_quick_sine(x, high); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return magnitude_between(x, angle_limit, __builtin_inf()); }
  ISOBIT_HOST_DEVICE static bool inside_float_far(double x) { return inside_far(x); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) {
    return sine_of(near_table<double>(reduce_far(x), 256));
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return magnitude_between(x, 0x1p-126, float_angle_limit);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(multiply_add(x, sinf_turns, 0.5));
    return flip_sign(short_sine(without_turns(x, k.real - 0.5)), k.integer << 63);
  }
  static constexpr double float_error = 0x1p-43;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside_quick_pair_sine(x); }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick_pairs(V x) { return quick_pair_sine(x, 16); }
  static constexpr bool quick_pairs_permute = true;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
