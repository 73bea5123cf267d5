#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/gemm_table.hpp"

/// Tiles of inner products from packed panels. Magnitudes are at most 1, so constants serve as extractors.
/// docs/maths/gemm.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

// As many sums as the registers hold: two for each entry, the vectors of the left panel, one of the right.
#if defined(__AVX512VL__)
constexpr int tile_vectors = 3, tile_columns = 4;
#elif defined(__aarch64__) && ISOBIT_VECTOR_BYTES == 16
constexpr int tile_vectors = 4, tile_columns = 3;
#elif ISOBIT_VECTOR_BYTES == 8
constexpr int tile_vectors = 4, tile_columns = 2;
#else
constexpr int tile_vectors = 2, tile_columns = 3;
#endif
#if defined(__AVX512VL__) || defined(__aarch64__)
constexpr int columns_at_once = tile_columns;
#else
constexpr int columns_at_once = 1;  // 16 registers
#endif
constexpr int tile_rows = tile_vectors * static_cast<int>(lanes);

/// high + low += sum + rest, the sum without error. docs/maths/gemm.md#coarse
ISOBIT_INLINE void add_to_pair(double* high_at, double* low_at, f64 sum, f64 rest) {
  f64 const high = load<f64>(high_at);
  f64 const next = high + sum;
  store(high_at, next);
  store(low_at, load<f64>(low_at) + (two_sum_error(high, sum, next) + rest));
}

/// Each product is split at the last place of the extractor: what lies above is summed without error, the rest is
/// summed up rounded. So many vectors of rows. docs/maths/gemm.md#coarse
template <int vectors> inline void coarse_strips(index k, double const* a, double const* b, double* high, double* low) {
  f64 const start = broadcast(coarse_extractor);
  f64 sum[tile_columns][vectors], rest[tile_columns][vectors];
#pragma GCC unroll 16
  for (int j = 0; j < tile_columns; ++j)
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) sum[j][i] = start, rest[j][i] = f64{};

  for (index p = 0; p < k; ++p, a += tile_rows, b += tile_columns) {
    f64 left[vectors];
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) left[i] = load<f64>(a + i * static_cast<int>(lanes));
#pragma GCC unroll 16
    for (int j = 0; j < tile_columns; ++j) {
      f64 const right = broadcast(b[j]);
#pragma GCC unroll 16
      for (int i = 0; i < vectors; ++i) {
        product const term{left[i], right};
        f64 const next = term.onto(sum[j][i]);
        rest[j][i] += term.less(next - sum[j][i]);
        sum[j][i] = next;
      }
    }
  }
#pragma GCC unroll 16
  for (int j = 0; j < tile_columns; ++j)
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      int const at = j * tile_rows + i * static_cast<int>(lanes);
      add_to_pair(high + at, low + at, sum[j][i] - start, rest[j][i]);
    }
}

template <int vectors = tile_vectors>
inline void coarse_tile(index strips, index k, double const* a, double const* b, double* high, double* low) {
  if constexpr (vectors > 1)
    if (strips < vectors) return coarse_tile<vectors - 1>(strips, k, a, b, high, low);
  coarse_strips<vectors>(k, a, b, high, low);
}

/// One vector of rows, from `row`, of a tile, split on two levels. The states have `lanes` rows.
/// docs/maths/gemm.md#fine
inline void fine_strip(index k, double const* a, double const* b, index row, double* high, double* middle,
                       double* low) {
  f64 const first_start = broadcast(coarse_extractor), second_start = broadcast(fine_extractor);
  f64 const minus_one = opaque(broadcast(-1.0));
  f64 first[tile_columns], second[tile_columns], rest[tile_columns];
#pragma GCC unroll 16
  for (int j = 0; j < tile_columns; ++j) first[j] = first_start, second[j] = second_start, rest[j] = f64{};

  a += row;
  for (index p = 0; p < k; ++p, a += tile_rows, b += tile_columns) {
    f64 const left = load<f64>(a);
    // Step by step for a few columns at once, so that what depends on each other stands apart; and half of the
    // additions on the pipes of the multiplications.
#pragma GCC unroll 16
    for (int j = 0; j < tile_columns; j += columns_at_once) {
      f64 right[columns_at_once], value[columns_at_once], error[columns_at_once], next[columns_at_once];
      auto const for_each_column = [&](auto step) __attribute__((always_inline)) {
#pragma GCC unroll 16
        for (int c = 0; c < columns_at_once; ++c) step(c, j + c);
      };
      for_each_column([&](int c, int at) __attribute__((always_inline)) {
        right[c] = broadcast(b[at]);
        value[c] = left * right[c];
        error[c] = product{left, right[c]}.less(value[c]);
      });
      for_each_column([&](int c, int at) __attribute__((always_inline)) { next[c] = first[at] + value[c]; });
      for_each_column([&](int c, int at) __attribute__((always_inline)) {
        f64 const taken = next[c] - first[at];
        first[at] = next[c];
        value[c] = subtract_by_fma(value[c], taken, minus_one);
        next[c] = second[at] + product{left, right[c]}.less(taken);
      });
      for_each_column([&](int c, int at) __attribute__((always_inline)) {
        value[c] = subtract_by_fma(value[c], next[c] - second[at], minus_one);
        second[at] = next[c];
      });
      for_each_column([&](int c, int at) __attribute__((always_inline)) { rest[at] += value[c] + error[c]; });
    }
  }
  for (int j = 0; j < tile_columns; ++j) {
    int const at = j * static_cast<int>(lanes);
    f64 const sum1 = first[j] - first_start, sum2 = second[j] - second_start;
    f64 const high_now = load<f64>(high + at), middle_now = load<f64>(middle + at);
    f64 const high_next = high_now + sum1;
    f64 const error1 = two_sum_error(high_now, sum1, high_next);
    f64 const middle_halfway = middle_now + error1;
    f64 const error2 = two_sum_error(middle_now, error1, middle_halfway);
    f64 const middle_next = middle_halfway + sum2;
    f64 const error3 = two_sum_error(middle_halfway, sum2, middle_next);
    store(high + at, high_next);
    store(middle + at, middle_next);
    store(low + at, load<f64>(low + at) + ((error2 + error3) + rest[j]));
  }
}

/// Products of floats are doubles without error; two neighbouring right panels at once, since there is one sum an
/// entry. docs/maths/gemm.md#chain
template <int vectors>
inline void chain_strips(index k, double const* a, double const* b0, double const* b1, double* high0, double* high1) {
  f64 sum[2 * tile_columns][vectors];
#pragma GCC unroll 16
  for (int j = 0; j < 2 * tile_columns; ++j)
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) sum[j][i] = f64{};

  for (index p = 0; p < k; ++p, a += tile_rows, b0 += tile_columns, b1 += tile_columns) {
    f64 left[vectors];
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) left[i] = load<f64>(a + i * static_cast<int>(lanes));
#pragma GCC unroll 16
    for (int j = 0; j < 2 * tile_columns; ++j) {
      f64 const right = broadcast(j < tile_columns ? b0[j] : b1[j - tile_columns]);
#pragma GCC unroll 16
      for (int i = 0; i < vectors; ++i)
        if constexpr (has_fma)
          sum[j][i] = fma(left[i], right, sum[j][i]);
        else
          sum[j][i] += left[i] * right;
    }
  }
#pragma GCC unroll 16
  for (int j = 0; j < 2 * tile_columns; ++j)
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      double* const at = (j < tile_columns ? high0 + j * tile_rows : high1 + (j - tile_columns) * tile_rows) +
                         i * static_cast<int>(lanes);
      store(at, load<f64>(at) + sum[j][i]);
    }
}

template <int vectors = tile_vectors>
inline void chain_tiles(index strips, index k, double const* a, double const* b0, double const* b1, double* high0,
                        double* high1) {
  if constexpr (vectors > 1)
    if (strips < vectors) return chain_tiles<vectors - 1>(strips, k, a, b0, b1, high0, high1);
  chain_strips<vectors>(k, a, b0, b1, high0, high1);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
