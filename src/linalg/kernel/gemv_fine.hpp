#pragma once

#include "linalg/kernel/gemv_block.hpp"

/// Sums of products cut at two places, for rows that cancel. docs/maths/gemv.md#fine
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

ISOBIT_INLINE f64 largest_of_block(f64 const (&v)[gemv_width]) {
  f64 const m01 = larger_magnitude(v[0], v[1]), m23 = larger_magnitude(v[2], v[3]);
  f64 const m45 = larger_magnitude(v[4], v[5]), m67 = larger_magnitude(v[6], v[7]);
  return larger_magnitude(larger_magnitude(m01, m23), larger_magnitude(m45, m67));
}

/// What the products of some rows add up to so far, one row a lane: high + middle + low up to a multiple of bound.
template <class T> struct fine_sums_of_rows {
  f64 high, middle, low, bound;

  /// high + middle + low += sum + second + rest, the first two without error.
  ISOBIT_INLINE void add(f64 sum, f64 second, f64 rest, f64 block_bound) {
    f64 const next = high + sum;
    f64 const lost = two_sum_error(high, sum, next);
    high = next;
    f64 const half = middle + second;
    f64 const lost_first = two_sum_error(middle, second, half);
    middle = half + lost;
    f64 const lost_second = two_sum_error(half, lost, middle);
    low += (lost_first + lost_second) + rest;
    bound += block_bound + magnitude(low) * broadcast(gemv_fine_low_weight<T>);
  }

  ISOBIT_INLINE void add_block(f64 const (&a)[gemv_width], f64 const (&x)[gemv_width]) {
    f64 values[gemv_width];
#pragma GCC unroll 8
    for (int c = 0; c < gemv_width; ++c) values[c] = a[c] * x[c];
    f64 const start = largest_of_block(values) * broadcast(17.0), second_start = start * broadcast(0x1p-48);
    f64 sum = start, second = second_start, rest = {};
    if constexpr (__is_same(T, float)) {  // no product has an error
#pragma GCC unroll 8
      for (int c = 0; c < gemv_width; ++c) {
        f64 const next = sum + values[c];
        rest += values[c] - (next - sum);
        sum = next;
      }
      return add(sum - start, rest, f64{}, start);
    }
#pragma GCC unroll 8
    for (int c = 0; c < gemv_width; ++c) {
      f64 const error = product{a[c], x[c]}.less(values[c]);
      f64 const next = sum + values[c], left = values[c] - (next - sum);
      f64 const after_left = second + left, after_error = after_left + error;
      rest += (left - (after_left - second)) + (error - (after_error - after_left));
      sum = next;
      second = after_error;
    }
    add(sum - start, second - second_start, rest, start);
  }
};

template <class T> ISOBIT_INLINE fine_sums_of_rows<T> load_fine(gemv_fine_sums const& sums, index at) {
  return {load<f64>(sums.high + at), load<f64>(sums.middle + at), load<f64>(sums.low + at), load<f64>(sums.bound + at)};
}
template <class T> ISOBIT_INLINE void store_fine(gemv_fine_sums const& sums, index at, fine_sums_of_rows<T> const& s) {
  store(sums.high + at, s.high);
  store(sums.middle + at, s.middle);
  store(sums.low + at, s.low);
  store(sums.bound + at, s.bound);
}

template <class T>
void add_columns_finely(index count, index const* first_rows, T const* const* columns, double const* x,
                        gemv_fine_sums const& sums) {
  f64 xs[gemv_width], a[gemv_width];
  for (int c = 0; c < gemv_width; ++c) xs[c] = broadcast(x[c]);
  for (index v = 0; v < count; ++v) {
#pragma GCC unroll 8
    for (int c = 0; c < gemv_width; ++c) a[c] = load_wide(columns[c] + first_rows[v]);
    fine_sums_of_rows<T> s = load_fine<T>(sums, v * row_lanes);
    s.add_block(a, xs);
    store_fine(sums, v * row_lanes, s);
  }
}

/// Rows one after another, then all lanes at once, as blocks are added.
template <class T>
void add_rows_finely(index rows, T const* const* rows_at, index length, double const* x, gemv_fine_sums const& sums) {
  constexpr index block = gemv_width * row_lanes;
  double all[4][row_lanes][row_lanes] = {};
  for (index r = 0; r < rows; ++r) {
    T const* const row = rows_at[r];
    fine_sums_of_rows<T> s = {};
    for (index i = 0; i < length; i += block) {
      f64 a[gemv_width], xs[gemv_width];
#pragma GCC unroll 8
      for (int c = 0; c < gemv_width; ++c) {
        index const at = i + c * row_lanes;
        a[c] = at >= length ? f64{} : load_some(row + at, length - at);
        xs[c] = load<f64>(x + at);
      }
      s.add_block(a, xs);
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      all[0][lane][r] = s.high[lane], all[1][lane][r] = s.middle[lane];
      all[2][lane][r] = s.low[lane], all[3][lane][r] = s.bound[lane];
    }
  }
  fine_sums_of_rows<T> total = load_fine<T>(sums, 0);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    total.add(load<f64>(all[0][lane]), load<f64>(all[1][lane]), load<f64>(all[2][lane]), load<f64>(all[3][lane]));
  store_fine(sums, 0, total);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
