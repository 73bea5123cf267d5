#pragma once

#include "arithmetic/error_free.hpp"
#include "sum/kernels.hpp"

/// Prefix sums as two doubles each, one stream a lane: all additions of a running sum but one wait for the last, so
/// that only several running sums fill a vector. docs/maths/sum.md#scan
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

/// Lane l of the k-th vector becomes lane k of the l-th: squares of half the size change places, then those in them.
ISOBIT_INLINE void transpose([[maybe_unused]] f64* v) {
#if ISOBIT_VECTOR_BYTES == 64
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) {
    f64 const a = v[k], b = v[k + 4];
    v[k] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    v[k + 4] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  }
#pragma GCC unroll 4
  for (std::size_t k : {0, 1, 4, 5}) {
    f64 const a = v[k], b = v[k + 2];
    v[k] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    v[k + 2] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  }
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 8; k += 2) {
    f64 const a = v[k], b = v[k + 1];
    v[k] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    v[k + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  }
#elif ISOBIT_VECTOR_BYTES == 32
#pragma GCC unroll 2
  for (std::size_t k = 0; k < 2; ++k) {
    f64 const a = v[k], b = v[k + 2];
    v[k] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    v[k + 2] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  }
#pragma GCC unroll 2
  for (std::size_t k = 0; k < 4; k += 2) {
    f64 const a = v[k], b = v[k + 1];
    v[k] = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    v[k + 1] = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  }
#elif ISOBIT_VECTOR_BYTES == 16
  f64 const a = v[0], b = v[1];
  v[0] = __builtin_shufflevector(a, b, 0, 2);
  v[1] = __builtin_shufflevector(a, b, 1, 3);
#endif
}

template <bool Inclusive>
ISOBIT_INLINE bool scan_streams(double const* x, double* out, std::size_t length, double* highs, double* lows) {
  f64 high = load<f64>(highs), low = load<f64>(lows);
  u64 lost = {};
  for (std::size_t i = 0; i < length; i += lanes) {
    f64 v[lanes];
#pragma GCC unroll 8
    for (std::size_t s = 0; s < lanes; ++s) v[s] = load<f64>(x + s * length + i);
    transpose(v);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < lanes; ++k) {
      f64 const next = high + v[k];
      f64 const error = two_sum_error(high, v[k], next);
      f64 const rest = low + error;
      lost |= ((u64)(rest - low) ^ (u64)error) | ((u64)(rest - error) ^ (u64)low);
      v[k] = Inclusive ? next + rest : high + low;
      high = next;
      low = rest;
    }
    transpose(v);
#pragma GCC unroll 8
    for (std::size_t s = 0; s < lanes; ++s) store(out + s * length + i, v[s]);
  }
  store(highs, high);
  store(lows, low);
  return or_lanes(lost) == 0;
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
