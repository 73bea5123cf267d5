#pragma once

#include "arithmetic/error_free.hpp"
#include "linalg/gemv_bounds.hpp"
#include "linalg/gemv_table.hpp"

/// Sums of products of a matrix and a vector, each row's with a bound on its error. docs/maths/gemv.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

constexpr index row_lanes = static_cast<index>(lanes);

/// A sum of gemv_width products: sum + rest up to a multiple of bound.
struct block_of_products {
  f64 sum, rest, bound;
};

/// Every product is cut at ulp(start), which is large enough for the cut parts' sums to be exact.
/// docs/maths/gemv.md#block
ISOBIT_INLINE block_of_products block_of(double, f64 const (&a)[gemv_width], f64 const (&x)[gemv_width]) {
  f64 const m01 = larger_magnitude(a[0] * x[0], a[1] * x[1]), m23 = larger_magnitude(a[2] * x[2], a[3] * x[3]);
  f64 const m45 = larger_magnitude(a[4] * x[4], a[5] * x[5]), m67 = larger_magnitude(a[6] * x[6], a[7] * x[7]);
  f64 const largest = larger_magnitude(larger_magnitude(m01, m23), larger_magnitude(m45, m67));
  f64 const start = largest * broadcast(17.0);
  f64 sum = start, rest = {};
#pragma GCC unroll 8
  for (int c = 0; c < gemv_width; ++c) {
    product const p{a[c], x[c]};
    f64 const next = p.onto(sum);
    rest += p.less(next - sum);
    sum = next;
  }
  return {sum - start, rest, start};
}

/// Products of floats are doubles. docs/maths/gemv.md#float
ISOBIT_INLINE block_of_products block_of(float, f64 const (&a)[gemv_width], f64 const (&x)[gemv_width]) {
  f64 sum = a[0] * x[0];
  f64 largest = sum;
#pragma GCC unroll 8
  for (int c = 1; c < gemv_width; ++c) {
    f64 const p = a[c] * x[c];
    sum += p;
    largest = larger_magnitude(largest, p);
  }
  return {sum, f64{}, largest * broadcast(double{gemv_width})};
}

/// What the products of some rows add up to so far, one row a lane: high + low up to a multiple of bound.
template <class T> struct sums_of_rows {
  f64 high, low, bound;

  ISOBIT_INLINE void add(block_of_products const& b) {
    f64 const next = high + b.sum;
    low += two_sum_error(high, b.sum, next) + b.rest;
    high = next;
    bound += b.bound;
    note_low();
  }
  ISOBIT_INLINE void renormalise() {
    f64 const sum = high + low;
    low = two_sum_error(high, low, sum);
    high = sum;
    note_low();
  }
  /// What later roundings of low may cost. docs/maths/gemv.md#sums
  ISOBIT_INLINE void note_low() { bound += magnitude(low) * broadcast(gemv_low_weight<T>); }
};

template <class T> ISOBIT_INLINE sums_of_rows<T> load_sums(gemv_sums sums, index i) {
  return {load<f64>(sums.high + i), load<f64>(sums.low + i), load<f64>(sums.bound + i)};
}
template <class T> ISOBIT_INLINE void store_sums(gemv_sums sums, index i, sums_of_rows<T> const& s) {
  store(sums.high + i, s.high);
  store(sums.low + i, s.low);
  store(sums.bound + i, s.bound);
}

ISOBIT_INLINE f64 load_wide(double const* at) { return opaque(load<f64>(at)); }
ISOBIT_INLINE f64 load_wide(float const* at) { return opaque(widen(load<f32>(at))); }
/// The first `count` numbers, with zeros after them.
template <class T> ISOBIT_INLINE f64 load_some(T const* at, index count) {
  if (count >= row_lanes) return load_wide(at);
  f64 v = {};
  for (index i = 0; i < count; ++i) v[static_cast<std::size_t>(i)] = static_cast<double>(at[i]);
  return v;
}

ISOBIT_INLINE void store_narrow(double* at, f64 v) { store(at, v); }
ISOBIT_INLINE void store_narrow(float* at, f64 v) { store(at, narrow(v)); }

template <class T> void add_columns(index rows, T const* const* columns, double const* x, gemv_sums sums) {
  T const* at[gemv_width];
  f64 xs[gemv_width];
  for (int c = 0; c < gemv_width; ++c) {
    at[c] = columns[c];
    xs[c] = broadcast(x[c]);
  }
  f64 a[gemv_width];
  index i = 0;
  for (; i + row_lanes <= rows; i += row_lanes) {
#pragma GCC unroll 8
    for (int c = 0; c < gemv_width; ++c) a[c] = load_wide(at[c] + i);
    sums_of_rows<T> s = load_sums<T>(sums, i);
    s.add(block_of(T{}, a, xs));
    store_sums(sums, i, s);
  }
  if (i == rows) return;
  // The rows that are left: the last whole vector, without what was in the vector before; or a copy with zeros.
  auto const left = static_cast<std::size_t>(rows - i);
  index const from = rows >= row_lanes ? rows - row_lanes : 0;
  for (int c = 0; c < gemv_width; ++c) {
    if (rows >= row_lanes) {
      a[c] = keep_last(load_wide(at[c] + from), left, f64{});
    } else {
      a[c] = f64{};
      for (std::size_t k = 0; k < left; ++k) a[c][k] = static_cast<double>(at[c][k]);
    }
  }
  sums_of_rows<T> s = load_sums<T>(sums, from);
  s.add(block_of(T{}, a, xs));
  store_sums(sums, from, s);
}

template <class T> ISOBIT_INLINE void add_vectors(sums_of_rows<T>& sums, T const* a, double const* x) {
  f64 values[gemv_width], xs[gemv_width];
#pragma GCC unroll 8
  for (int c = 0; c < gemv_width; ++c) {
    values[c] = load_wide(a + c * row_lanes);
    xs[c] = load<f64>(x + c * row_lanes);
  }
  sums.add(block_of(T{}, values, xs));
}

/// The end of a row of `length` elements, from `first` on. Its last elements come from the last whole vector: which
/// lane takes them does not matter.
template <class T>
ISOBIT_INLINE void add_last_vectors(sums_of_rows<T>& sums, T const* a, double const* x, index first, index length) {
  f64 values[gemv_width], xs[gemv_width];
#pragma GCC unroll 8
  for (int c = 0; c < gemv_width; ++c) {
    index const at = first + c * row_lanes, count = length - at;
    bool const shifted = count > 0 && count < row_lanes && length >= row_lanes;
    index const from = shifted ? length - row_lanes : at;
    xs[c] = load<f64>(x + from);
    values[c] = count <= 0 ? f64{} : load_some(a + from, length - from);
    if (shifted) values[c] = keep_last(values[c], static_cast<std::size_t>(count), f64{});
  }
  sums.add(block_of(T{}, values, xs));
}

/// Sums of one row after another in [lane][row], so that all are reduced at once.
struct lane_sums {
  double high[row_lanes][row_lanes], low[row_lanes][row_lanes], bound[row_lanes][row_lanes];
};

/// `Together` rows at once: several streams keep most memories busy.
template <int Together, class T>
ISOBIT_INLINE void sum_rows(T const* const* rows_at, index length, double const* x, index first, lane_sums& all) {
  constexpr index block = gemv_width * row_lanes;
  sums_of_rows<T> s[Together] = {};
  T const* a[Together];
  for (int r = 0; r < Together; ++r) a[r] = rows_at[first + r];
  index i = 0, blocks = 0;
  for (; i + block <= length; i += block) {
#pragma GCC unroll 4
    for (int r = 0; r < Together; ++r) {
      add_vectors(s[r], a[r] + i, x + i);
      asm volatile("" ::: "memory");  // x is loaded again: keeping it would cost more, in registers
    }
    if (++blocks % gemv_blocks_between == 0) {
#pragma GCC unroll 4
      for (int r = 0; r < Together; ++r) s[r].renormalise();
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < Together; ++r) {
    if (i < length) add_last_vectors(s[r], a[r], x, i, length);
    s[r].renormalise();
    for (index lane = 0; lane < row_lanes; ++lane) {
      all.high[lane][first + r] = s[r].high[lane];
      all.low[lane][first + r] = s[r].low[lane];
      all.bound[lane][first + r] = s[r].bound[lane];
    }
  }
}

constexpr int rows_at_once = row_lanes < 4 ? static_cast<int>(row_lanes) : 4;

/// Where memory is read, `Together` rows at once.
template <class T, int Together = rows_at_once>
void add_rows(index rows, T const* const* rows_at, index length, double const* x, gemv_sums sums) {
  lane_sums all;
  if (rows < row_lanes) __builtin_memset(&all, 0, sizeof all);
  index r = 0;
  constexpr index long_row = 2048;
  if (length >= long_row)
    for (; r + Together <= rows; r += Together) sum_rows<Together>(rows_at, length, x, r, all);
  for (; r < rows; ++r) sum_rows<1>(rows_at, length, x, r, all);
  sums_of_rows<T> total = {};
  for (index lane = 0; lane < row_lanes; ++lane)
    total.add({load<f64>(all.high[lane]), load<f64>(all.low[lane]), load<f64>(all.bound[lane])});
  store_sums(sums, 0, total);
}

template <class T> void renormalise_sums(index rows, gemv_sums sums) {
  for (index i = 0; i < rows; i += row_lanes) {
    sums_of_rows<T> s = load_sums<T>(sums, i);
    s.renormalise();
    store_sums(sums, i, s);
  }
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
