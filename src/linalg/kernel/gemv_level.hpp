#pragma once

#include "arithmetic/fold.hpp"
#include "linalg/kernel/gemv_block.hpp"

/// Sums of products that are all cut at the same place, whichever row they are in: for matrices in cache, where
/// arithmetic is what takes the time. docs/maths/gemv.md#level
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Starts at 3 and should stay within [2, 4), where the last place does not change.
struct level_sum {
  f64 sum = broadcast(level_start), rest = {};

  /// Adds a*x; returns where the sum is now.
  ISOBIT_INLINE u64 add(f64 a, f64 x) {
    product const p{a, x};
    f64 const next = p.onto(sum);
    rest += p.less(next - sum);
    sum = next;
    return (u64)next;
  }
};

/// Where sums have been, and where they ended.
struct level_trace {
  u64 seen = {}, ends = ~u64{};
  ISOBIT_INLINE void note(u64 a, u64 b) {
#if ISOBIT_VECTOR_BYTES == 64
    seen = (u64)_mm512_ternarylogic_epi64((__m512i)seen, (__m512i)a, (__m512i)b, 0xfe);
#else
    seen |= a | b;
#endif
  }
  /// What a sum has moved by in the end.
  ISOBIT_INLINE f64 end(f64 sum) {
    ends &= (u64)sum;
    return sum - broadcast(level_start);
  }
  ISOBIT_INLINE void merge(level_trace const& other) {
    seen |= other.seen;
    ends &= other.ends;
  }
  /// Whether all sums were within [2, 4), or +0 on their way.
  [[nodiscard]] ISOBIT_INLINE bool is_level() const {
    constexpr std::uint64_t high_bits = std::uint64_t{0xfff} << 52, of_two = std::uint64_t{0x400} << 52;
    return all_set((i64)(((seen & broadcast(high_bits)) == broadcast(of_two)) &
                         ((ends & broadcast(of_two)) == broadcast(of_two))));
  }
};

/// The largest magnitude in so many vectors.
inline double largest_in_lines(double const* at, index stride, index lines) {
  f64 even = {}, odd = {};
  for (index i = 0; i < lines; i += 2) {
    even = larger_magnitude(even, load<f64>(at + i * stride));
    odd = larger_magnitude(odd, load<f64>(at + (i + 1 < lines ? i + 1 : i) * stride));
  }
  return largest_in_lanes(larger_magnitude(even, odd))[0];
}

inline bool scale_vectors(index count, double* x, double factor, double least) {
  f64 const factors = broadcast(factor), leasts = broadcast(least);
  i64 exact = ~i64{};
  for (index i = 0; i < count; i += row_lanes) {
    f64 const old = load<f64>(x + i), scaled = old * factors;
    exact &= (i64)((magnitude(scaled) >= leasts) | (old == f64{}));
    store(x + i, scaled);
  }
  return all_set(exact);
}

/// Some vectors of rows.
template <int Vectors>
level_trace level_strip(index const* rows, index columns, double const* a, index stride, double const* x, double scale,
                        double* high, double* low) {
  level_trace trace;
  level_sum sums[Vectors];
  index at[Vectors];
  for (int v = 0; v < Vectors; ++v) at[v] = rows[v];
  index j = 0;
  for (; j + 2 <= columns; j += 2, a += 2 * stride) {
    f64 const x0 = broadcast(x[j]), x1 = broadcast(x[j + 1]);
    double const* const next = a + stride;
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      u64 const first = sums[v].add(load_wide(a + at[v]), x0);
      trace.note(first, sums[v].add(load_wide(next + at[v]), x1));
    }
  }
  if (j < columns) {
    f64 const last = broadcast(x[j]);
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      u64 const now = sums[v].add(load_wide(a + at[v]), last);
      trace.note(now, now);
    }
  }
  f64 const back = broadcast(scale);
#pragma GCC unroll 4
  for (int v = 0; v < Vectors; ++v) {
    store(high + at[v], trace.end(sums[v].sum) * back);
    store(low + at[v], sums[v].rest * back);
  }
  return trace;
}

inline bool level_columns(index rows, index columns, double const* a, index stride, double const* x, double scale,
                          double* high, double* low) {
  level_trace trace;
  index const vectors = (rows + row_lanes - 1) / row_lanes;
  for (index first = 0; first < vectors;) {
    // Strips of nearly the same size; the last vector has rows of the one before it.
    index const strips = (vectors - first + 3) / 4;
    int const now = static_cast<int>((vectors - first + strips - 1) / strips);
    index at[4];
    for (int v = 0; v < now; ++v) at[v] = first + v + 1 < vectors ? (first + v) * row_lanes : rows - row_lanes;
    auto const some = now == 1   ? level_strip<1>
                      : now == 2 ? level_strip<2>
                      : now == 3 ? level_strip<3>
                                 : level_strip<4>;
    trace.merge(some(at, columns, a, stride, x, scale, high, low));
    first += now;
  }
  return trace.is_level();
}

/// Lanes that are added up without error. docs/maths/gemv.md#level
ISOBIT_INLINE bool can_be_exact(f64 sums) { return all_set((i64)(magnitude(sums) < broadcast(4.0))); }

/// Rows are summed so many at a time, so that they do not wait for themselves.
constexpr int level_together = row_lanes < 4 ? static_cast<int>(row_lanes) : 4;

inline bool level_rows(index rows, index columns, double const* a, index stride, double const* x, double scale,
                       double* high, double* low) {
  level_trace trace;
  bool exact = true;
  f64 const back = broadcast(scale);
  for (index first = 0; first < rows; first += row_lanes) {
    // The last rows are those of a whole vector.
    index const from = first + row_lanes <= rows ? first : rows - row_lanes;
    f64 upper[lanes], lower[lanes];
#pragma GCC unroll 2
    for (int group = 0; group < row_lanes; group += level_together) {
      double const* const at = a + (from + group) * stride;
      level_sum sums[level_together];
      auto const add = [&](auto const& load_row, f64 xs) __attribute__((always_inline)) {
        u64 now[level_together];
#pragma GCC unroll 4
        for (int r = 0; r < level_together; ++r) now[r] = sums[r].add(load_row(at + r * stride), xs);
#pragma GCC unroll 4
        for (int r = 0; r < level_together; r += 2) trace.note(now[r], now[r + 1 < level_together ? r + 1 : r]);
      };
      index j = 0;
      for (; j + row_lanes <= columns; j += row_lanes)
        add(
            [&](double const* row) __attribute__((always_inline)) { return load_wide(row + j); }, load<f64>(x + j));
      if (j < columns)
        add(
            [&](double const* row) __attribute__((always_inline)) {
              return load_first(row + j, static_cast<std::size_t>(columns - j), 0.0);
            },
            load<f64>(x + j));
#pragma GCC unroll 4
      for (int r = 0; r < level_together; ++r)
        upper[group + r] = trace.end(sums[r].sum), lower[group + r] = sums[r].rest;
    }
    f64 const sum = fold(upper);
    exact &= can_be_exact(sum);
    store(high + from, sum * back);
    store(low + from, fold(lower) * back);
  }
  return exact && trace.is_level();
}

/// The elements from `first` on of a vector, or those before `last`; zeros in the other lanes, which are not read.
ISOBIT_INLINE f64 load_from(double const* at, index first) {
  index const before = first < 0 ? 0 : first < row_lanes ? first : row_lanes;
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_maskz_loadu_pd(static_cast<__mmask8>(0xffu << before), at);
#else
  f64 v = {};
  for (index i = before; i < row_lanes; ++i) v[static_cast<std::size_t>(i)] = at[i];
  return v;
#endif
}
ISOBIT_INLINE f64 load_until(double const* at, index last) {
  index const count = last < 0 ? 0 : last;
  if (count >= row_lanes) return load_wide(at);
  return load_first(at, static_cast<std::size_t>(count), 0.0);
}

/// Some columns of a matrix of which one half is stored: what they add to the sums of all rows (Direct), and to those
/// of the rows that they are as well (Mirrored), the diagonal once. Vectors of rows of a lower half end with the last
/// row, groups of columns of an upper half with the last column, so that only those at the diagonal are cut: what lies
/// beyond the first has zeros in x.
template <bool Direct, bool Mirrored> struct level_panel {
  index order, first;
  bool lower;
  double const* a;
  index stride;
  double const* x;

  /// With the rows from `row` on: of all columns alike, or of those that have them.
  template <bool Whole>
  ISOBIT_INLINE void add(index row, level_sum (&mirrored)[level_together], level_trace& trace, double* high,
                         double* low) const {
    level_sum direct;
    if constexpr (Direct) direct = {load<f64>(high + row), load<f64>(low + row)};
    f64 const xs = load<f64>(x + row);
#pragma GCC unroll 4
    for (int c = 0; c < level_together; ++c) {
      index const column = first + c, diagonal = column - row;
      double const* const at = a + column * stride + row;
      f64 values, beside;
      if constexpr (Whole) {
        values = beside = load_wide(at);
      } else if (column < 0 || column >= order) {
        values = beside = f64{};
      } else if (lower) {
        values = load_from(at, diagonal);
        beside = load_from(at, diagonal + Direct);
      } else {
        values = load_until(at, diagonal + 1);
        beside = load_until(at, diagonal + !Direct);
      }
      u64 const now = Direct ? direct.add(values, broadcast(x[column])) : u64{};
      trace.note(now, Mirrored ? mirrored[c].add(beside, xs) : u64{});
    }
    if constexpr (Direct) store(high + row, direct.sum), store(low + row, direct.rest);
  }

  ISOBIT_INLINE void add_all(level_sum (&mirrored)[level_together], level_trace& trace, double* high,
                             double* low) const {
    index const end = first + level_together;
    if (lower) {
      if (first >= order) return;
      index row = order - (order - first + row_lanes - 1) / row_lanes * row_lanes;
      for (; row < end && row < order; row += row_lanes) add<false>(row, mirrored, trace, high, low);
      for (; row < order; row += row_lanes) add<true>(row, mirrored, trace, high, low);
    } else {
      index row = 0;
      for (; row + row_lanes <= first; row += row_lanes) add<true>(row, mirrored, trace, high, low);
      for (; row < end; row += row_lanes) add<false>(row, mirrored, trace, high, low);
    }
  }
};

template <bool Direct, bool Mirrored>
bool level_half(index order, bool lower, double const* a, index stride, double const* x, double scale, double* high,
                double* low, double* scratch) {
  f64 const start = broadcast(level_start), back = broadcast(scale);
  static_assert(2 * row_lanes <= level_room - level_most);
  double *const sums = scratch, *const rests = sums + level_room, *const others = rests + level_room,
                *const other_rests = others + level_room;
  index const size = (order + row_lanes - 1) / row_lanes * row_lanes + row_lanes;
  for (index i = 0; i < size; i += row_lanes) {
    store(sums + i, start), store(rests + i, f64{});
    store(others + i, f64{}), store(other_rests + i, f64{});
  }
  level_trace trace;
  bool exact = true;
  index const columns_before = lower ? 0 : (row_lanes - order % row_lanes) % row_lanes;
  for (index first = -columns_before; first < order; first += row_lanes) {
    f64 upper[lanes], rest[lanes];
    for (int group = 0; group < row_lanes; group += level_together) {
      level_sum mirrored[level_together];
      level_panel<Direct, Mirrored>{order, first + group, lower, a, stride, x}.add_all(
          mirrored, trace, sums + row_lanes, rests + row_lanes);
#pragma GCC unroll 4
      for (int c = 0; c < level_together; ++c)
        upper[group + c] = trace.end(mirrored[c].sum), rest[group + c] = mirrored[c].rest;
    }
    if constexpr (Mirrored) {
      f64 const sum = fold(upper);
      exact &= can_be_exact(sum);
      store(others + row_lanes + first, sum);
      store(other_rests + row_lanes + first, fold(rest));
    }
  }
  for (index i = 0; i < order; i += row_lanes) {
    index const at = i + row_lanes;
    f64 const sum = trace.end(load<f64>(sums + at)) + load<f64>(others + at);
    exact &= can_be_exact(sum);
    store(high + i, sum * back);
    store(low + i, (load<f64>(rests + at) + load<f64>(other_rests + at)) * back);
  }
  return exact && trace.is_level();
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
