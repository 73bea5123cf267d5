#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

/// The rounding test as every instruction set compiles it: for one number, and for vectors of them, whole arrays at a
/// time. compiled_lanes.cpp is compiled once for each set and variant.
namespace isobit::test {

struct enclosures {
  double const* high;
  double const* low;
  double const* radius;
  std::size_t count;  ///< a multiple of 8
};

struct verdicts {
  double* value;
  bool* holds;
};

using round_all = void (*)(enclosures const& in, verdicts out);
using round_all_relative = void (*)(enclosures const& in, double error, verdicts out);

struct lanes_under_test {
  round_all within_f64[2];  ///< of single numbers, of vectors
  round_all within_f32[2];  ///< floats as doubles
  round_all with_room_f64[2];
  round_all with_room_f32[2];
  round_all bounded_f64[2];  ///< the same, where `radius` is a bound that `with_room` makes one of
  round_all bounded_f32[2];
  round_all finite_with_room[2];
  round_all_relative relative[2];  ///< of `high`; the value is rounded by the caller
};

}  // namespace isobit::test
