#pragma once

#include "arithmetic/error_free.hpp"
#include "arithmetic/silent.hpp"
#include "sum/kernels.hpp"

/// Prefix sums as two doubles each, one stream a lane: all additions of a running sum but one wait for the last, so
/// that only several running sums fill a vector. docs/maths/sum.md#scan
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

#if ISOBIT_VECTOR_BYTES == 64
/// The quarters of a square, each by itself.
ISOBIT_INLINE void transpose_quarters(f64* v) {
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
}
#endif

/// Lane l of the k-th vector becomes lane k of the l-th: squares of half the size change places, then those in them.
ISOBIT_INLINE void transpose([[maybe_unused]] f64* v) {
#if ISOBIT_VECTOR_BYTES == 64
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) {
    f64 const a = v[k], b = v[k + 4];
    v[k] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    v[k + 4] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  }
  transpose_quarters(v);
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

/// The same of rows in memory, a stride apart. Halves change places as they are read: on Intel one port alone shuffles,
/// but any can insert what it reads.
ISOBIT_INLINE void load_transposed(double const* x, std::size_t stride, f64* v) {
#if ISOBIT_VECTOR_BYTES == 64
  auto const halves = [](double const* first, double const* second) __attribute__((always_inline)) {
    return (f64)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(first)), _mm256_loadu_pd(second), 1);
  };
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) {
    double const *const upper = x + k * stride, *const lower = upper + 4 * stride;
    v[k] = halves(upper, lower);
    v[k + 4] = halves(upper + 4, lower + 4);
  }
  transpose_quarters(v);
#else
#pragma GCC unroll 4
  for (std::size_t k = 0; k < lanes; ++k) v[k] = load<f64>(x + k * stride);
  transpose(v);
#endif
}

template <bool Inclusive>
ISOBIT_INLINE bool scan_streams(double const* x, double* out, std::size_t length, double* highs, double* lows) {
  f64 high = load<f64>(highs), low = load<f64>(lows);
  u64 lost = {};
  for (std::size_t i = 0; i < length; i += lanes) {
    f64 v[lanes];
    load_transposed(x + i, length, v);
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

/// One number cut in two, exactly, or a flag is raised: a multiple of the extractor's ulp, and what is left.
ISOBIT_INLINE split<f64> cut_silently(f64 x, f64 extractor) {
  f64 const high = (f64)(silent(x) + silent(extractor)) - extractor;
  return {high, x - high};
}

/// What all lanes of vectors add up to, those of the k-th in lane k.
ISOBIT_INLINE f64 sum_each(f64* v) {
  transpose(v);
#pragma GCC unroll 3
  for (std::size_t step = lanes / 2; step > 0; step /= 2)
#pragma GCC unroll 4
    for (std::size_t k = 0; k < step; ++k) v[k] += v[k + step];
  return v[0];
}

/// The same with both parts of every sum on grids of their own: nothing is rounded but what goes out, and where to cut,
/// and that in silence. All the rest is exact, or a flag is raised, wherever the extractor cuts.
template <bool Inclusive>
ISOBIT_INLINE void scan_on_grid(double const* x, double* out, std::size_t length, double extractor, double* before_high,
                                double* before_low) {
  f64 const cut = broadcast(extractor);
  f64 high_sums[lanes] = {}, low_sums[lanes] = {};
  for (std::size_t i = 0; i < length; i += lanes)
#pragma GCC unroll 8
    for (std::size_t s = 0; s < lanes; ++s) {
      __builtin_prefetch(out + s * length + i, 1, 3);
      auto const [h, l] = cut_silently(load<f64>(x + s * length + i), cut);
      high_sums[s] += h;
      low_sums[s] += l;
    }
  f64 const high_sum = sum_each(high_sums), low_sum = sum_each(low_sums);

  auto const [h0, l0] = cut_silently(broadcast(*before_high), cut);
  double start_high = h0[0], start_low = *before_low + l0[0];
  f64 high, low;
  for (std::size_t s = 0; s < lanes; ++s) {
    high[s] = start_high;
    low[s] = start_low;
    start_high += high_sum[s];
    start_low += low_sum[s];
  }
  *before_high = start_high;
  *before_low = start_low;

  for (std::size_t i = 0; i < length; i += lanes) {
    f64 v[lanes];
    load_transposed(x + i, length, v);
    // What the next block reads; the machine follows only so many streams by itself.
#pragma GCC unroll 8
    for (std::size_t s = 0; s < lanes; ++s) __builtin_prefetch(x + (lanes + s) * length + i, 0, 3);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < lanes; ++k) {
      auto const [h, l] = cut_silently(v[k], cut);
      f64 const next_high = high + h, next_low = low + l;
      v[k] = Inclusive ? silent(next_high) + silent(next_low) : silent(high) + silent(low);
      high = next_high;
      low = next_low;
    }
    transpose(v);
#pragma GCC unroll 8
    for (std::size_t s = 0; s < lanes; ++s) store(out + s * length + i, v[s]);
  }
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
