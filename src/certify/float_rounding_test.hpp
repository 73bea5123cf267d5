#pragma once

#include "arithmetic/float_lanes.hpp"
#include "certify/rounding_test.hpp"

/// The rounding test of whole vectors of floats: the lanes that it leaves open.
#if !defined(__CUDACC__) && ISOBIT_VECTOR_BYTES >= 32
ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// What everything in an enclosure by pairs of floats rounds to, where that is one float.
/// docs/maths/rounding_test.md#room
struct rounded_floats {
  arithmetic::whole_f32 value;
  arithmetic::lane_set open;
};
ISOBIT_LANE rounded_floats round_pairs_with_room(enclosure<arithmetic::whole_f32> const& x) {
  auto const below = x.high + (x.low - x.radius), above = x.high + (x.low + x.radius);
  return {above, arithmetic::differing(below, above)};
}

/// `round_to_float` for an error below (1 - 2^-20) 2^-Bits, in fewer operations: the low bits of its margin are zeros.
/// docs/maths/rounding_test.md#relative
template <int Bits> ISOBIT_LANE arithmetic::lane_set open_floats(arithmetic::f64 value) {
  constexpr std::uint64_t margin = std::uint64_t{1} << (53 - Bits), half = std::uint64_t{1} << 28;
  constexpr std::uint64_t far = (2 * half - 1) & ~(2 * margin - 1);
  using arithmetic::all_bits, arithmetic::f64;
  return arithmetic::disjoint(arithmetic::as_bits(value) + all_bits<f64>(half + margin), all_bits<f64>(far));
}

/// `round_to_any_float` for an error of 2^-Bits, in the lanes of two vectors: results may be subnormal.
template <int Bits> ISOBIT_LANE rounded_floats round_to_any_floats(arithmetic::f64 lower, arithmetic::f64 upper) {
  constexpr double room = 2.0 / (std::uint64_t{1} << Bits);
  auto const lower_radius = lower * room, upper_radius = upper * room;
  using arithmetic::narrow;
  auto const below = arithmetic::join(narrow(lower - lower_radius), narrow(upper - upper_radius));
  auto const above = arithmetic::join(narrow(lower + lower_radius), narrow(upper + upper_radius));
  return {above, arithmetic::differing(below, above)};
}

ISOBIT_TARGET_NAMESPACE_END
#endif
