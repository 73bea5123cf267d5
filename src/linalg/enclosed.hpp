#pragma once

#include "kernel/few.hpp"
#include "kernel/leading.hpp"
#include "linalg/certain_range.hpp"

/// Vectors of numbers known up to a radius, and the test of whether their rounding is certain: round_within.hpp for
/// every lane. docs/maths/gemm.md#rounding-test
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

/// Numbers known up to a radius: high + low.
struct enclosed {
  f64 high, low, radius;
};

/// The rounded numbers, and in which lanes they are certain (all ones) or not (zero).
struct finished {
  f64 value;
  i64 certain;
};

/// Zero, or of a magnitude whose products with another such number, and their errors, are normal numbers.
ISOBIT_INLINE i64 moderate(f64 x) {
  f64 const size = magnitude(x);
  return (x == f64{}) | ((size >= broadcast(0x1p-450)) & (size <= broadcast(0x1p450)));
}

template <class T> ISOBIT_INLINE i64 in_certain_range(f64 x) {
  f64 const size = magnitude(x);
  return (size >= broadcast(linalg::least_certain<T>)) & (size <= broadcast(linalg::most_certain<T>));
}

/// What all numbers from sum + (rest - margin) to sum + (rest + margin), rounded inside, round to.
ISOBIT_INLINE finished common_double(f64 sum, f64 rest, f64 margin) {
  f64 const below = sum + (rest - margin), above = sum + (rest + margin);
  return {above, below == above};
}

/// The floats, as doubles, that all numbers from sum - margin to sum + margin round to; without a margin in all of the
/// range.
ISOBIT_INLINE finished common_float(f64 sum, f64 margin) {
  f64 const below = widen(__builtin_convertvector(sum - margin, f32));
  f64 const above = widen(__builtin_convertvector(sum + margin, f32));
  return {above, (below == above) & (in_certain_range<float>(sum) | (margin == f64{}))};
}

/// The numbers of type T, as doubles, that everything within the radius rounds to.
template <class T> ISOBIT_INLINE finished round_within(enclosed x) {
  f64 const sum = x.high + x.low;
  f64 const slack = broadcast(0x1p-51);
  if constexpr (sizeof(T) == sizeof(float)) {
    i64 const is_exact = (x.radius == f64{}) & (x.low == f64{});
    return common_float(sum, is_exact ? f64{} : x.radius + (x.radius + magnitude(sum)) * slack);
  }
  f64 const rest = two_sum_error(x.high, x.low, sum);
  finished const result = common_double(sum, rest, x.radius + (x.radius + magnitude(rest)) * slack);
  i64 const certain = result.certain | (x.radius == f64{});
  return {sum, certain & (in_certain_range<double>(sum) | (sum == f64{}))};
}

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
