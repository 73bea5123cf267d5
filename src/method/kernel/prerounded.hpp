#pragma once

#include "arithmetic/lanes.hpp"
#include "method/kernel/prerounded_table.hpp"

/// The kernels of Arteaga, Fuhrer and Hoefler's single and double sweeps. docs/maths/prerounded.md
ISOBIT_NAMESPACE_BEGIN
namespace method::ISOBIT_TARGET {

using namespace arithmetic;

/// Vectors taken at a time. Three need more registers than AVX2 has.
constexpr int group_size = 2;

/// Calls body.template operator()<N>(vectors) for N vectors at a time, then for single ones, the last filled up with
/// zeros. Several at a time because one alone is a long chain of dependent operations.
template <class T, int N, class Body> ISOBIT_INLINE void for_each_group(T const* x, std::size_t n, Body body) {
  using vector = typename vectors<T>::real;
  constexpr std::size_t width = vectors<T>::lanes;
  std::size_t i = 0;
  for (; i + N * width <= n; i += N * width) {
    vector group[N];
    __builtin_prefetch(x + i + 512 / sizeof(T));
    if constexpr (N * ISOBIT_VECTOR_BYTES > 64) __builtin_prefetch(x + i + (512 + 64) / sizeof(T));
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) group[j] = opaque(load<vector>(x + i + static_cast<std::size_t>(j) * width));
    body(group);
  }
  for (; i + width <= n; i += width) {
    vector group[1] = {load<vector>(x + i)};
    body(group);
  }
  if (i < n) {
    T last[width] = {};
    __builtin_memcpy(last, x + i, (n - i) * sizeof(T));
    vector group[1] = {load<vector>(last)};
    body(group);
  }
}

/// Exact where all sums are: keeps the chain of additions to a total short.
template <class V, int N> ISOBIT_INLINE V sum_of(V const (&v)[N]) {
  V sum = v[0];
  for (int j = 1; j < N; ++j) sum += v[j];
  return sum;
}

template <class T, int Levels, bool Zeroth> inline T sweep(T const* x, std::size_t n, T const* extractors, T* sums) {
  using vector = typename vectors<T>::real;
  using bits = typename vectors<T>::bits;
  constexpr std::size_t width = vectors<T>::lanes;
  constexpr int kept = Levels + (Zeroth ? 1 : 0);

  vector extractor[kept], sum[kept], largest = {};
  for (int k = 0; k < kept; ++k) {
    extractor[k] = broadcast(extractors[k]);
    sum[k] = vector{};
  }
  bits const magnitude_bits = ~(bits)-vector{};
  vector const minus_one = opaque(broadcast(T{-1}));

  for_each_group<T, group_size>(
      x, n, [&]<int N>(vector(&rest)[N]) __attribute__((always_inline)) {
        vector magnitudes[N];
        for (int j = 0; j < N; ++j) magnitudes[j] = (vector)((bits)rest[j] & magnitude_bits);
        for (int j = 1; j < N; ++j) magnitudes[0] = larger_number(magnitudes[j], magnitudes[0]);
        largest = larger_number(magnitudes[0], largest);
        if constexpr (Zeroth) {
          vector taken[N];
          for (int j = 0; j < N; ++j)
            taken[j] = subtract_by_fma(rest[j] + extractor[Levels], extractor[Levels], minus_one);
          sum[Levels] += sum_of(taken);
        }
#pragma GCC unroll 4
        for (int k = 0; k < Levels; ++k) {
          vector taken[N];
          for (int j = 0; j < N; ++j) taken[j] = rest[j] + extractor[k];
          for (int j = 0; j < N; ++j) taken[j] = subtract_by_fma(taken[j], extractor[k], minus_one);
          sum[k] += sum_of(taken);
          for (int j = 0; j < N; ++j) rest[j] = subtract_by_fma(rest[j], taken[j], minus_one);
        }
      });

  for (int k = 0; k < kept; ++k)
    for (std::size_t lane = 0; lane < width; ++lane) sums[k] += sum[k][lane];
  T result = largest[0];
  for (std::size_t lane = 1; lane < width; ++lane) result = largest[lane] > result ? largest[lane] : result;
  return result;
}

/// Rounding against a centred extractor never leaves its binade, so what a level takes is the difference of two bit
/// patterns, and integers add it up: the last level needs no subtraction. docs/maths/prerounded.md#integers
template <class T, int Levels> inline T sweep_small(T const* x, std::size_t n, T const* extractors, T* sums) {
  using vector = typename vectors<T>::real;
  using bits = typename vectors<T>::bits;
  using lane_bits = typename format<T>::bits_type;
  constexpr std::size_t width = vectors<T>::lanes;

  vector extractor[Levels], squares[group_size] = {};
  bits sum[Levels];
  for (int k = 0; k < Levels; ++k) {
    extractor[k] = broadcast(extractors[k]);
    sum[k] = bits{};
  }
  vector const minus_one = opaque(broadcast(T{-1}));

  for_each_group<T, group_size>(
      x, n, [&]<int N>(vector(&rest)[N]) __attribute__((always_inline)) {
        for (int j = 0; j < N; ++j) squares[j] = square_onto(rest[j], squares[j]);
#pragma GCC unroll 4
        for (int k = 0; k < Levels; ++k) {
          vector rounded[N];
          for (int j = 0; j < N; ++j) rounded[j] = rest[j] + extractor[k];
          for (int j = 0; j < N; ++j) sum[k] += (bits)rounded[j];
          if (k == Levels - 1) break;
          for (int j = 0; j < N; ++j)
            rounded[j] = k == 0 ? subtract_by_fma(rounded[j], extractor[k], minus_one) : rounded[j] - extractor[k];
          for (int j = 0; j < N; ++j) rest[j] = subtract_by_fma(rest[j], rounded[j], minus_one);
        }
      });

  std::size_t const additions = (n + width - 1) / width * width;
  for (int k = 0; k < Levels; ++k) {
    lane_bits pattern;
    __builtin_memcpy(&pattern, &extractors[k], sizeof pattern);
    lane_bits units = 0 - static_cast<lane_bits>(additions) * pattern;
    for (std::size_t lane = 0; lane < width; ++lane) units += sum[k][lane];
    // The unit in the last place of the extractor: the next number less the extractor itself.
    lane_bits const next_pattern = pattern + 1;
    T next;
    __builtin_memcpy(&next, &next_pattern, sizeof next);
    sums[k] += static_cast<T>(static_cast<typename vectors<T>::integer>(units)) * (next - extractors[k]);
  }
  vector const all = sum_of(squares);
  T result = all[0];
  for (std::size_t lane = 1; lane < width; ++lane) result += all[lane];
  return result;
}

template <class T>
constexpr prerounded_kernels_for<T> prerounded_kernels_of = {
    .levels = {sweep<T, 1, false>, sweep<T, 2, false>, sweep<T, 3, false>, sweep<T, 4, false>},
    .levels_and_zeroth = {sweep<T, 1, true>, sweep<T, 2, true>, sweep<T, 3, true>, sweep<T, 4, true>},
    .small = {sweep_small<T, 1>, sweep_small<T, 2>, sweep_small<T, 3>, sweep_small<T, 4>},
};
constexpr prerounded_table prerounded_kernels = {
    .f64 = prerounded_kernels_of<double>,
    .f32 = prerounded_kernels_of<float>,
};

}  // namespace method::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
