#pragma once

#include "math/constant_multiple.hpp"
#include "math/sinpi/sinpi_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// An arc in half turns: arc / pi. docs/maths/atan.md#half-turns
template <class V> ISOBIT_LANE enclosure<V> in_half_turns(enclosure<V> const& arc) {
  return constant_multiple(arc, one_over_pi_high, one_over_pi_low);
}
template <class V> ISOBIT_LANE scaled_enclosure<V> in_half_turns(scaled_enclosure<V> const& arc) {
  return {in_half_turns(static_cast<enclosure<V> const&>(arc)), arc.exponent};
}

/// The same, of single numbers.
template <class Arc> ISOBIT_LANE Arc briefly_in_half_turns(Arc arc) {
  static_cast<enclosure<double>&>(arc) = brief_multiple<double>(arc, one_over_pi_high, one_over_pi_low);
  return arc;
}

/// An odd function whose values are arcs, in half turns.
template <class Arc> struct arc_in_half_turns {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return Arc::inside(x); }
  template <class V> ISOBIT_LANE static auto approximate(V x) { return in_half_turns(Arc::approximate(x)); }

  ISOBIT_LANE static auto brief(double x) { return briefly_in_half_turns(Arc::approximate(x)); }

  /// Numbers so small that they are their own sines and tangents.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return is_tiny(x, 0x1p-300); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, one_over_pi_high, one_over_pi_low, 0x1p-98);
  }
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-124); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    return both(Arc::inside_float(x), magnitude(x) >= 0x1p-124);
  }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    return Arc::approximate_float(x) * one_over_pi_high;
  }
  static constexpr double float_error = Arc::float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
