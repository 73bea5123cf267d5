#pragma once

#include "arithmetic/fold.hpp"
#include "linalg/kernel/gemv_level.hpp"

/// Sums of products that are all cut at the same two places, for matrices in cache whose rows cancel.
/// docs/maths/gemv.md#two-levels
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// As a level_sum, but the rests go into a second sum like it, and only what that leaves is rounded.
struct two_level_sum {
  f64 sum, second, rest;

  /// Adds a*x; returns where the first sum is now.
  ISOBIT_INLINE u64 add(f64 a, f64 x, f64 minus_one) {
    product const p{a, x};
    auto const [value, error] = two_product(a, x);
    f64 const next = p.onto(sum), taken = next - sum;
    f64 const left = value - taken;
    f64 const second_next = second + p.less(taken);
    // Of eleven operations five on the pipes of the multiplications.
    f64 const left_second = subtract_by_fma(left, second_next - second, minus_one);
    rest += left_second + error;
    sum = next;
    second = second_next;
    return (u64)next;
  }
};

/// The next columns of all rows, whose vectors of sums lie one after another; the last one ends with the matrix.
template <int Columns>
ISOBIT_INLINE void add_two_level_columns(index rows, double const* a, index stride, double const* x, level_trace& trace,
                                         double* high, double* middle, double* low) {
  f64 const minus_one = opaque(broadcast(-1.0));
  f64 xs[Columns];
#pragma GCC unroll 8
  for (int c = 0; c < Columns; ++c) xs[c] = broadcast(x[c]);
  for (index at = 0; at < rows; at += row_lanes) {
    double const* const from = a + (at + row_lanes <= rows ? at : rows - row_lanes);
    two_level_sum s = {load<f64>(high + at), load<f64>(middle + at), load<f64>(low + at)};
#pragma GCC unroll 8
    for (int c = 0; c < Columns; c += 2) {
      u64 const now = s.add(load_wide(from + c * stride), xs[c], minus_one);
      trace.note(now, c + 1 < Columns ? s.add(load_wide(from + (c + 1) * stride), xs[c + 1], minus_one) : now);
    }
    store(high + at, s.sum), store(middle + at, s.second), store(low + at, s.rest);
  }
}

inline bool two_level_columns(index rows, index columns, double const* a, index stride, double const* x,
                              double second_start, double* high, double* middle, double* low) {
  constexpr int together = 8;
  level_trace trace;
  f64 const start = broadcast(second_start);
  for (index at = 0; at < rows; at += row_lanes)
    store(high + at, broadcast(level_start)), store(middle + at, start), store(low + at, f64{});
  index j = 0;
  for (; j + together <= columns; j += together)
    add_two_level_columns<together>(rows, a + j * stride, stride, x + j, trace, high, middle, low);
  for (; j < columns; ++j) add_two_level_columns<1>(rows, a + j * stride, stride, x + j, trace, high, middle, low);
  for (index at = 0; at < rows; at += row_lanes) {
    index const to = at + row_lanes <= rows ? at : rows - row_lanes;
    f64 const sum = trace.end(load<f64>(high + at)), second = load<f64>(middle + at) - start,
              rest = load<f64>(low + at);
    store(high + to, sum), store(middle + to, second), store(low + to, rest);
  }
  return trace.is_level();
}

inline bool two_level_rows(index rows, index columns, double const* a, index stride, double const* x,
                           double second_start, double* high, double* middle, double* low) {
  level_trace trace;
  bool exact = true;
  f64 const minus_one = opaque(broadcast(-1.0)), start = broadcast(second_start);
  for (index first = 0; first < rows; first += row_lanes) {
    index const from = first + row_lanes <= rows ? first : rows - row_lanes;
    f64 upper[lanes], second[lanes], lower[lanes];
#pragma GCC unroll 2
    for (int group = 0; group < row_lanes; group += level_together) {
      double const* const at = a + (from + group) * stride;
      two_level_sum sums[level_together];
      for (auto& one : sums) one = {broadcast(level_start), start, f64{}};
      auto const add = [&](auto const& load_row, f64 xs) __attribute__((always_inline)) {
        u64 now[level_together];
#pragma GCC unroll 4
        for (int r = 0; r < level_together; ++r) now[r] = sums[r].add(load_row(at + r * stride), xs, minus_one);
#pragma GCC unroll 4
        for (int r = 0; r < level_together; r += 2) trace.note(now[r], now[r + 1 < level_together ? r + 1 : r]);
      };
      index j = 0;
      for (; j + row_lanes <= columns; j += row_lanes)
        add(
            [&](double const* row) __attribute__((always_inline)) { return load_wide(row + j); }, load<f64>(x + j));
      if (j < columns)
        add(
            [&](double const* row) __attribute__((always_inline)) { return load_first_wide(row + j, columns - j); },
            load<f64>(x + j));
#pragma GCC unroll 4
      for (int r = 0; r < level_together; ++r) {
        upper[group + r] = trace.end(sums[r].sum);
        second[group + r] = sums[r].second - start, lower[group + r] = sums[r].rest;
      }
    }
    f64 const sum = fold(upper);
    exact &= can_be_exact(sum);
    store(high + from, sum), store(middle + from, fold(second)), store(low + from, fold(lower));
  }
  return exact && trace.is_level();
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
