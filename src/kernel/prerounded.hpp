#pragma once

#include "kernel/simd.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

/// The kernels of Arteaga, Fuhrer and Hoefler's single and double sweeps. docs/maths/prerounded.md
ISOBIT_NAMESPACE_BEGIN
namespace kernel::ISOBIT_TARGET {

/// The larger of two numbers; either of them where one is NaN.
ISOBIT_INLINE f64 larger_number(f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__)
  return (f64)_mm_max_pd((__m128d)a, (__m128d)b);
#else
  return a > b ? a : b;
#endif
}
ISOBIT_INLINE whole_f32 larger_number(whole_f32 a, whole_f32 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_max_ps((__m512)a, (__m512)b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (whole_f32)_mm256_max_ps((__m256)a, (__m256)b);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__)
  return (whole_f32)_mm_max_ps((__m128)a, (__m128)b);
#else
  return a > b ? a : b;
#endif
}

template <class T, int Levels, bool Zeroth> inline T sweep(T const* x, std::size_t n, T const* extractors, T* sums) {
  using vector = typename vectors<T>::real;
  using bits = typename vectors<T>::bits;
  constexpr std::size_t width = vectors<T>::lanes;
  constexpr int kept = Levels + (Zeroth ? 1 : 0);
  constexpr int chains = 2;

  vector extractor[kept], sum[chains][kept], largest[chains];
  for (int k = 0; k < kept; ++k) extractor[k] = broadcast(extractors[k]);
  for (int c = 0; c < chains; ++c) {
    largest[c] = vector{};
    for (int k = 0; k < kept; ++k) sum[c][k] = vector{};
  }
  bits const magnitude_bits = ~(bits)-vector{};
  vector const minus_one = opaque(broadcast(T{-1}));

  auto const take = [&](vector v, int c) __attribute__((always_inline)) {
    largest[c] = larger_number((vector)((bits)v & magnitude_bits), largest[c]);
    if constexpr (Zeroth) sum[c][Levels] += subtract_by_fma(v + extractor[Levels], extractor[Levels], minus_one);
    vector rest = v;
#pragma GCC unroll 4
    for (int k = 0; k < Levels; ++k) {
      vector const taken = subtract_by_fma(rest + extractor[k], extractor[k], minus_one);
      sum[c][k] += taken;
      rest = subtract_by_fma(rest, taken, minus_one);
    }
  };

  std::size_t i = 0;
  for (; i + chains * width <= n; i += chains * width) {
    __builtin_prefetch(x + i + 1024 / sizeof(T));
    take(opaque(load<vector>(x + i)), 0);
    take(opaque(load<vector>(x + i + width)), 1);
  }
  for (; i + width <= n; i += width) take(load<vector>(x + i), 0);
  if (i < n) {
    T last[width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(T));
    take(load<vector>(last), 0);
  }

  for (int k = 0; k < kept; ++k) {
    vector const both = sum[0][k] + sum[1][k];
    for (std::size_t lane = 0; lane < width; ++lane) sums[k] += both[lane];
  }
  vector const both = larger_number(largest[0], largest[1]);
  T result = both[0];
  for (std::size_t lane = 1; lane < width; ++lane) result = both[lane] > result ? both[lane] : result;
  return result;
}

template <class T> struct magnitudes_as_integers;
template <> struct magnitudes_as_integers<double> {
  using lane = std::int64_t;
  using vector = i64;
};
template <> struct magnitudes_as_integers<float> {
  using lane = std::int32_t;
  using vector = std::int32_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
};

template <class T> inline typename format<T>::bits_type largest_bits(T const* x, std::size_t n) {
  using lane_type = typename magnitudes_as_integers<T>::lane;
  using vector = typename magnitudes_as_integers<T>::vector;
  constexpr std::size_t width = vectors<T>::lanes;
  constexpr int chains = 4;
  vector const magnitude_bits = ~(vector) - typename vectors<T>::real{};
  vector largest[chains] = {};
  auto const take = [&](vector v, int c) __attribute__((always_inline)) {
    v &= magnitude_bits;
    largest[c] = v > largest[c] ? v : largest[c];
  };
  std::size_t i = 0;
  for (; i + chains * width <= n; i += chains * width) {
    __builtin_prefetch(x + i + 1024 / sizeof(T));
    __builtin_prefetch(x + i + (1024 + 64) / sizeof(T));
#pragma GCC unroll 4
    for (int c = 0; c < chains; ++c) take(load<vector>(x + i + static_cast<std::size_t>(c) * width), c);
  }
  for (; i + width <= n; i += width) take(load<vector>(x + i), 0);
  if (i < n) {
    T last[width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(T));
    take(load<vector>(last), 0);
  }
  lane_type result = 0;
  for (vector const& v : largest)
    for (std::size_t lane = 0; lane < width; ++lane) result = v[lane] > result ? v[lane] : result;
  return static_cast<typename format<T>::bits_type>(result);
}

template <class T>
constexpr prerounded_kernels_for<T> prerounded_kernels_of = {
    .levels = {sweep<T, 1, false>, sweep<T, 2, false>, sweep<T, 3, false>, sweep<T, 4, false>},
    .levels_and_zeroth = {sweep<T, 1, true>, sweep<T, 2, true>, sweep<T, 3, true>, sweep<T, 4, true>},
    .largest = largest_bits<T>,
};
constexpr prerounded_table prerounded_kernels = {
    .f64 = prerounded_kernels_of<double>,
    .f32 = prerounded_kernels_of<float>,
};

}  // namespace kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
