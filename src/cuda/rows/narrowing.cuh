#pragma once

#include <type_traits>

#include <isobit/arithmetic/bits.hpp>

#include "cuda/elements.cuh"
#include "cuda/rows/two_floats.hpp"

/// Results of which approximations are known, rounded to T where every number near enough is rounded alike.
/// docs/maths/cuda_rows.md#narrowing
ISOBIT_NAMESPACE_BEGIN
namespace cuda::rows {

/// x rounded once; NaN is the canonical one.
template <class T> __device__ T nearest(double x);
template <> __device__ inline float nearest(double x) {
  return isnan(x) ? from_bits<float>(format<float>::canonical_nan) : __double2float_rn(x);
}
template <> __device__ inline float16 nearest(double x) {
  return isnan(x) ? from_bits<float16>(format<float16>::canonical_nan)
                  : from_bits<float16>(__half_as_ushort(__double2half(x)));
}
template <> __device__ inline bfloat16 nearest(double x) {
  return isnan(x) ? from_bits<bfloat16>(format<bfloat16>::canonical_nan)
                  : from_bits<bfloat16>(__bfloat16_as_ushort(__double2bfloat16(x)));
}

/// A number that lies within `error` of `value`. NaN and infinite errors say nothing.
struct approximation {
  double value, error;
};

template <class T> struct narrowed {
  T value;
  bool certain;
};
template <class T> __device__ narrowed<T> nearest_between(double low, double high) {
  T const result = nearest<T>(high);
  return {result, low <= high && bits_of(nearest<T>(low)) == bits_of(result)};
}
template <class T> __device__ narrowed<T> narrow(approximation const& x) {
  if (x.error == 0) return {nearest<T>(x.value), true};
  return nearest_between<T>(__dsub_rd(x.value, x.error), __dadd_ru(x.value, x.error));
}

/// Of a number that lies within `error` of a float and its rest. NaN says nothing.
__device__ inline narrowed<float> narrow(float_and_rest x, float error) {
  float const below = x.value + (x.rest - error), above = x.value + (x.rest + error);
  return {above, below == above};
}

/// The same in single precision, for results of 16 bits. The error has room for the roundings of both ends.
struct rough_approximation {
  float value, error;
};

/// `relative` has room for these: 2^-24 for each of what was done in single precision, and for each end.
inline constexpr float rough_error = 0x1.2p-22f;

/// relative |x| + absolute, and what subnormal floats have lost.
template <class T> __device__ float error_of(float x, float absolute) {
  float const error = fmaf(fabsf(x), rough_error, absolute);
  if constexpr (std::is_same_v<T, bfloat16>) return x != 0 && fabsf(x) < 0x1p-100f ? error + 0x1p-148f : error;
  return error;
}

/// Two results of 16 bits, the first in the lower half.
struct narrowed_pair {
  unsigned value;
  bool certain;
};
template <class T> __device__ unsigned pack(float first, float second) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    auto const packed = __floats2bfloat162_rn(first, second);
    return reinterpret_cast<unsigned const&>(packed);
  } else {
    auto const packed = __floats2half2_rn(first, second);
    return reinterpret_cast<unsigned const&>(packed);
  }
}
template <class T> __device__ narrowed_pair narrow(rough_approximation const& a, rough_approximation const& b) {
  float const low[2] = {a.value - a.error, b.value - b.error}, high[2] = {a.value + a.error, b.value + b.error};
  unsigned const upper = pack<T>(high[0], high[1]);
  return {upper, pack<T>(low[0], low[1]) == upper && low[0] <= high[0] && low[1] <= high[1]};
}

}  // namespace cuda::rows
ISOBIT_NAMESPACE_END
