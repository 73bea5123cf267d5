#pragma once

#include <cmath>

#include <isobit/arithmetic/two_sum.hpp>

#include "arithmetic/host_device.hpp"

/// Numbers as two floats, the second far smaller, where conversions to double would take longer.
/// docs/maths/cuda_rows.md#two-floats
ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

/// The two floats nearest to a double.
struct split_double {
  float high, low;
  split_double() = default;
  ISOBIT_HOST_DEVICE explicit split_double(double x)
      : high(static_cast<float>(x)), low(static_cast<float>(x - double{high})) {}
};

/// A result in single precision, and about what that has left out.
struct float_and_rest {
  float value, rest;
};

/// Above it no product of two floats loses anything.
inline constexpr float least_product = 0x1p-90f;
/// How far value and rest are from what they stand for: `weighted(scaled(…))` and the two ends of an interval around
/// it, of the value; `plus(weighted(scaled_difference(…)))` likewise, of the value before the bias was added, of the
/// weighted and scaled mean, and of the value.
inline constexpr double error_of_scaled = 0x1p-44;
inline constexpr double error_of_difference = 0x1p-43, error_of_split_mean = 0x1p-44, error_of_sum = 0x1p-46;

/// x * scale.
ISOBIT_HOST_DEVICE inline float_and_rest scaled(float x, split_double scale) {
  float const value = x * scale.high;
  return {value, fmaf(x, scale.low, fmaf(x, scale.high, -value))};
}
/// (x - mean) * scale.
ISOBIT_HOST_DEVICE inline float_and_rest scaled_difference(float x, split_double mean, split_double scale) {
  auto const difference = two_sum(x, -mean.high);
  auto const [value, rest] = scaled(difference.high, scale);
  return {value, fmaf(difference.low - mean.low, scale.high, rest)};
}
ISOBIT_HOST_DEVICE inline float_and_rest weighted(float_and_rest x, float weight) {
  float const value = x.value * weight;
  return {value, fmaf(x.rest, weight, fmaf(x.value, weight, -value))};
}
ISOBIT_HOST_DEVICE inline float_and_rest plus(float_and_rest x, float bias) {
  auto const sum = two_sum(x.value, bias);
  return {sum.high, sum.low + x.rest};
}

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
