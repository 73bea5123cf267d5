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

/// The first numbers, fewer than a vector holds, with zeros after them.
ISOBIT_INLINE f64 load_first_wide(double const* at, index count) {
  return load_first(at, static_cast<std::size_t>(count), 0.0);
}
ISOBIT_INLINE f64 load_first_wide(float const* at, index count) {
  return widen(load_first(at, static_cast<std::size_t>(count), 0.0F));
}

/// Some vectors of rows, times one vector or two, which are `next_x` apart, and their sums `next_sums`.
template <int Vectors, int Sets, class T>
level_trace level_strip(index const* rows, index columns, T const* a, index stride, double const* x, index next_x,
                        double scale, double* high, double* low, index next_sums) {
  level_trace trace;
  level_sum sums[Vectors][Sets];
  index at[Vectors];
  for (int v = 0; v < Vectors; ++v) at[v] = rows[v];
  index j = 0;
  for (; j + 2 <= columns; j += 2, a += 2 * stride) {
    T const* const next = a + stride;
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      f64 const values = load_wide(a + at[v]), more = load_wide(next + at[v]);
#pragma GCC unroll 2
      for (int set = 0; set < Sets; ++set) {
        u64 const first = sums[v][set].add(values, broadcast(x[set * next_x + j]));
        trace.note(first, sums[v][set].add(more, broadcast(x[set * next_x + j + 1])));
      }
    }
  }
  if (j < columns) {
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      f64 const values = load_wide(a + at[v]);
#pragma GCC unroll 2
      for (int set = 0; set < Sets; ++set) {
        u64 const now = sums[v][set].add(values, broadcast(x[set * next_x + j]));
        trace.note(now, now);
      }
    }
  }
  f64 const back = broadcast(scale);
#pragma GCC unroll 4
  for (int v = 0; v < Vectors; ++v)
#pragma GCC unroll 2
    for (int set = 0; set < Sets; ++set) {
      store(high + set * next_sums + at[v], trace.end(sums[v][set].sum) * back);
      store(low + set * next_sums + at[v], sums[v][set].rest * back);
    }
  return trace;
}

template <int Sets, class T>
bool level_columns(index rows, index columns, T const* a, index stride, double const* x, index next_x, double scale,
                   double* high, double* low, index next_sums) {
  constexpr index most = ISOBIT_VECTOR_BYTES == 64 ? 4 : 4 / Sets;  // as the registers allow
  level_trace trace;
  index const vectors = (rows + row_lanes - 1) / row_lanes;
  for (index first = 0; first < vectors;) {
    // Strips of nearly the same size; the last vector has rows of the one before it.
    index const strips = (vectors - first + most - 1) / most;
    int const now = static_cast<int>((vectors - first + strips - 1) / strips);
    index at[most];
    for (int v = 0; v < now; ++v) at[v] = first + v + 1 < vectors ? (first + v) * row_lanes : rows - row_lanes;
    auto const add = [&](auto strip) {
      trace.merge(strip(at, columns, a, stride, x, next_x, scale, high, low, next_sums));
    };
    if (now == 1) add(level_strip<1, Sets, T>);
    if (now == 2) add(level_strip<2, Sets, T>);
    if constexpr (most == 4) {
      if (now == 3) add(level_strip<3, Sets, T>);
      if (now == 4) add(level_strip<4, Sets, T>);
    }
    first += now;
  }
  return trace.is_level();
}

/// Lanes that are added up without error. docs/maths/gemv.md#level
ISOBIT_INLINE bool can_be_exact(f64 sums) { return all_set((i64)(magnitude(sums) < broadcast(4.0))); }

/// Sums at a time, so that they do not wait for themselves.
constexpr int level_together = row_lanes < 4 ? static_cast<int>(row_lanes) : 4;

template <int Sets, class T>
bool level_rows(index rows, index columns, T const* a, index stride, double const* x, index next_x, double scale,
                double* high, double* low, index next_sums) {
  constexpr int rows_together = level_together > Sets ? level_together / Sets : 1;
  level_trace trace;
  bool exact = true;
  f64 const back = broadcast(scale);
  for (index first = 0; first < rows; first += row_lanes) {
    // The last rows are those of a whole vector.
    index const from = first + row_lanes <= rows ? first : rows - row_lanes;
    f64 upper[Sets][lanes], lower[Sets][lanes];
#pragma GCC unroll 4
    for (int group = 0; group < row_lanes; group += rows_together) {
      T const* const at = a + (from + group) * stride;
      level_sum sums[rows_together][Sets];
      auto const add = [&](auto const& load_row, index j) __attribute__((always_inline)) {
        u64 now[rows_together * Sets];
#pragma GCC unroll 4
        for (int r = 0; r < rows_together; ++r) {
          f64 const values = load_row(at + r * stride + j);
#pragma GCC unroll 2
          for (int set = 0; set < Sets; ++set)
            now[r * Sets + set] = sums[r][set].add(values, load<f64>(x + set * next_x + j));
        }
        constexpr int all = rows_together * Sets;
#pragma GCC unroll 4
        for (int i = 0; i < all; i += 2) trace.note(now[i], now[i + 1 < all ? i + 1 : i]);
      };
      index j = 0;
      for (; j + row_lanes <= columns; j += row_lanes)
        add(
            [&](T const* row) __attribute__((always_inline)) { return load_wide(row); }, j);
      if (j < columns)
        add(
            [&](T const* row) __attribute__((always_inline)) { return load_first_wide(row, columns - j); }, j);
#pragma GCC unroll 4
      for (int r = 0; r < rows_together; ++r)
#pragma GCC unroll 2
        for (int set = 0; set < Sets; ++set)
          upper[set][group + r] = trace.end(sums[r][set].sum), lower[set][group + r] = sums[r][set].rest;
    }
    for (int set = 0; set < Sets; ++set) {
      f64 const sum = fold(upper[set]);
      exact &= can_be_exact(sum);
      store(high + set * next_sums + from, sum * back);
      store(low + set * next_sums + from, fold(lower[set]) * back);
    }
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
