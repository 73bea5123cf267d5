#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace method {

/// What Kahan's or Knuth's sum of some elements leaves behind.
template <class T> struct compensated_sum {
  T sum;
  T correction;
};

/// The state of n elements dealt out to the lanes of method/fixed_lanes.hpp, folded: that of the listings, as long as
/// it is finite. What is not finite once is not finite at the end. docs/maths/compensated.md#lanes
struct compensated_table {
  compensated_sum<double> (*kahan_f64)(double const* x, std::size_t n);
  compensated_sum<float> (*kahan_f32)(float const* x, std::size_t n);
  compensated_sum<double> (*knuth_f64)(double const* x, std::size_t n);
  compensated_sum<float> (*knuth_f32)(float const* x, std::size_t n);
};

}  // namespace method
ISOBIT_NAMESPACE_END
