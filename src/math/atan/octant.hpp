#pragma once

#include "math/lanes.hpp"

/// What the arc functions need to go from an angle below pi/4 to any other, without branches.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class V> ISOBIT_LANE V smaller(V a, V b) { return a < b ? a : b; }
template <class V> ISOBIT_LANE V exceeds(V a, V b) { return a > b ? a : b; }

/// All bits of a lane set where the mask is. Arithmetic on these leaves compilers no reason to branch.
ISOBIT_LANE std::uint64_t spread(bool m) { return 0 - std::uint64_t{m}; }
#ifndef __CUDACC__
ISOBIT_LANE bits<f64> spread(mask<f64> m) { return bits<f64>(m); }
#endif

/// Where an arc of 0 to pi/4 lies: base + arc or base - arc with a base of 0, pi/2 or pi. `base` is that base's row in
/// the table of angles, whose rows follow upward or downward; `turned` has all bits set where the arc is subtracted.
template <class V> struct octant {
  bits<V> base;
  bits<V> turned;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
