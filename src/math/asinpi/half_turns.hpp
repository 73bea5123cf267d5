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

/// Arcs of numbers so small that they are their own sines and tangents.
ISOBIT_LANE bool is_own_arc(double x) { return magnitude_between(x, 0x1p-900, 0x1p-300); }
ISOBIT_LANE enclosure<double> own_arc_in_half_turns(double x) {
  return in_half_turns(enclosure<double>{x, 0, x * 0x1p-98});
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
