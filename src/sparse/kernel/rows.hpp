#pragma once

#include <algorithm>

#include "certify/rounding_test.hpp"
#include "sparse/kernel/careful.hpp"
#include "sparse/kernel/certificates.hpp"
#include "sparse/kernel/cut_sum.hpp"
#include "sparse/kernel/short_rows.hpp"

/// Rows of a sparse matrix times a vector. As many rows as a vector has lanes make a group: every row is summed in the
/// lanes of a vector of its own, and all are folded into one. docs/maths/sparse.md
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

/// Products of doubles, all cut at the last place of `start`, which is 1.5 times a power of two: high is exact if they
/// fit.
struct scaled_rows {
  enclosure<f64> sums;
  bool fit;
};
template <class Rows, class Note> ISOBIT_INLINE two_parts cut_rows(Rows const& rows, f64 start, Note note) {
  return fold_each([&](std::size_t row) __attribute__((always_inline)) {
    cut_sum cut{start};
    rows.for_each(
        static_cast<index>(row), [&](f64 a, f64 x) __attribute__((always_inline)) {
          cut.add_product(a, x);
          note(a, cut.sum);
        });
    return two_parts{cut.sum - start, cut.rest};
  });
}
template <bool Short, class Certificate, class Rows>
ISOBIT_INLINE scaled_rows sum_at_scale(Rows const& rows, double start, double bound, Certificate certificate) {
  f64 const m = broadcast(start);
  u64 moved = {};
  auto const note = [&](f64 a, f64 sum) __attribute__((always_inline)) {
    moved |= (u64)sum ^ (u64)m;
    certificate.note(a);
  };
  two_parts sums;
  if constexpr (Short)
    sums = cut_short_rows(rows, m, note);
  else
    sums = cut_rows(rows, m, note);
  // Every partial sum is in start's binade, and the folded one has a place for each bit.
  constexpr std::uint64_t sign_and_exponent = std::uint64_t{0xfff} << 52;
  bool fit = !has_any(moved, sign_and_exponent);
  if constexpr (lanes == 8) fit = fit && all_set(magnitude(sums.high) <= broadcast(1.25 * start));
  return {{sums.high, sums.low, broadcast(certificate.holds() ? 0 : bound)}, fit};
}

/// The most vectors in a row that may have a scale of its own.
constexpr index most_stashed = 128 / group;

/// Every row cut at a scale of its own, which takes two passes: for data so wide that a common one serves few.
template <class Rows> ISOBIT_INLINE sums_at_starts sum_at_own_scales(Rows const& rows, sum_shape const& shape) {
  f64 xs[lanes * most_stashed];
  f64* stash = xs;
  auto const largest = fold_each([&](std::size_t row) __attribute__((always_inline)) {
    f64 most = {};
    rows.for_each(
        static_cast<index>(row), [&](f64 a, f64 x) __attribute__((always_inline)) {
          *stash++ = x;
          most = larger_magnitude(most, a * x);
        });
    return largest_magnitude{most};
  });
  f64 const starts = own_starts(largest.v, shape);
  double start_of[lanes];
  store(start_of, starts);
  stash = xs;
  auto const sums = fold_each([&](std::size_t row) __attribute__((always_inline)) {
    f64 const start = broadcast(start_of[row]);
    cut_sum cut{start};
    rows.for_each_value(
        static_cast<index>(row), [&](f64 a) __attribute__((always_inline)) { cut.add_product(a, *stash++); });
    return two_parts{cut.sum - start, cut.rest};
  });
  return {{sums.high, sums.low, starts * broadcast(radius_at_scale(shape, 1))}, starts};
}

/// Each row by careful sums.
template <class Rows> __attribute__((noinline)) careful_rows sum_carefully(Rows const& rows) {
  careful_sum sums[lanes];
  f64 largest = {};
  double odd[lanes];
#pragma GCC unroll 1
  for (index row = 0; row < group; ++row) {
    careful_sum sum = {};
    i64 moderate = ~i64{};
    rows.for_each(
        row, [&](f64 a, f64 x) __attribute__((always_inline)) {
          moderate &= add_product(typename Rows::element{}, sum, a, x, largest);
        });
    auto const at = static_cast<std::size_t>(row);
    sums[at] = sum;
    odd[at] = all_set(moderate) ? 0 : __builtin_inf();
  }
  careful_sum const total = fold(sums);
  return {{total.high, total.low, total.lost * broadcast(1 + 0x1p-20) + load<f64>(odd)}, largest_in_lanes(largest)[0]};
}

/// A power of two up to `size`, times 1.5: a start for later sums; 0 where there is none.
ISOBIT_INLINE double start_of_size(double size) {
  if (!(size >= 0x1p-800 && size <= 0x1p900)) return 0;
  return 1.5 * from_bits<double>(bits_of(size) & ~((std::uint64_t{1} << 52) - 1));
}
/// The start for products up to `largest`, with room for their sums and for somewhat larger ones later; 0 where there
/// is none. docs/maths/sparse.md#scale
ISOBIT_INLINE double start_for(double largest, index longest) {
  double const steps = longest <= most_in_short ? shape_of_short.steps : shape_of_row(longest).steps;
  return start_of_size(largest * steps * 0x1p5);
}

/// What a group becomes: rounded numbers, and which rows are open.
template <class T> struct rounded_rows {
  T* y;
  index* open;
  index open_count = 0;

  /// Radii that have room for the test; whether all were certain.
  ISOBIT_INLINE bool take(enclosure<f64> const& sums, index i, index count) {
    if (count < group) return false;
    auto const test = certify::round_with_room<T>(sums);
    store(y + i, test.value);
    __builtin_prefetch(y + i + 128, 1);
    // A double that is certain is zero only if that is exact, and then +0, as high is; a float may be rounded to zero.
    if constexpr (std::same_as<T, double>)
      return all_set(test.holds);
    else
      return all_set(widen_mask(test.holds) & certify::is_accepted<T>(sums.high));
  }
  ISOBIT_INLINE void take_carefully(enclosure<f64> const& sums, index i, index count) {
    auto const rounded = certify::round_within<T>(sums);
    for (index row = 0; row < count; ++row) {
      auto const lane = static_cast<std::size_t>(row);
      double value = rounded.value[lane];
      if constexpr (std::same_as<T, double>) value += 0.0;  // a sum of doubles is zero only if that is exact: then +0
      y[i + row] = static_cast<T>(value);
      if (!rounded.holds[lane]) open[open_count++] = i + row;
    }
  }
};

/// Or enclosures, which are rounded later.
template <class T> struct enclosed_rows {
  row_sums const& to;

  ISOBIT_INLINE bool take(enclosure<f64> const& sums, index i, index) {
    put(sums, i);
    // Rounding is not certain where the sum is small against the radius: better ones are to be had.
    constexpr double sharp = std::same_as<T, double> ? 0x1p-54 : 0x1p-26;
    return all_set(magnitude(sums.high) * broadcast(sharp) > sums.radius);
  }
  ISOBIT_INLINE void take_carefully(enclosure<f64> const& sums, index i, index) { put(sums, i); }

private:
  ISOBIT_INLINE void put(enclosure<f64> const& sums, index i) {
    store(to.high + i, sums.high);
    store(to.low + i, sums.low);
    store(to.radius + i, sums.radius);
  }
};

/// A group at the scale of those before; whether all went well.
template <bool Short, class Certificate, class Rows, class Take>
ISOBIT_INLINE bool sum_quickly(Rows const& rows, index i, sum_shape const& shape, row_scale& scale, Take& take) {
  Certificate const certificate(Certificate::cover(rows, scale), shape, scale);
  auto [sums, fit] = sum_at_scale<Short>(rows, scale.start, radius_at_scale(shape, scale.start), certificate);
  if (!fit) return false;
  if (!take.take(sums, i, rows.count)) {
    if (!has_exact_rests(rows, shape, scale)) return false;
    scale.ties = 512;
    sums.radius = f64{};
    if (!take.take(sums, i, rows.count)) return false;
  }
  scale.failures = 0;
  return true;
}
template <class Certificate, class Rows, class Take>
ISOBIT_INLINE bool sum_quickly(Rows const& rows, index i, row_scale& scale, Take& take) {
  if constexpr (most_in_short > 0)
    if (rows.are_short()) return sum_quickly<true, Certificate>(rows, i, shape_of_short, scale, take);
  return sum_quickly<false, Certificate>(rows, i, shape_of_row(rows.longest()), scale, take);
}

/// After so many groups with scales of their own the common one is tried again.
constexpr int pause = 64;

/// A group at scales of its own; whether all went well.
template <class Rows, class Take> ISOBIT_INLINE bool sum_wide(Rows const& rows, index i, row_scale& scale, Take& take) {
  auto const taken = [&](sums_at_starts const& wide) __attribute__((always_inline)) {
    // What the next attempt is to fit.
    if (scale.pauses == pause)
      if (double const start = start_of_size(2 * largest_in_lanes(wide.starts)[0]); start != 0) scale.start = start;
    return take.take(wide.sums, i, rows.count);
  };
  if constexpr (most_in_short > 0)
    if (rows.are_short()) return taken(sum_short_rows_at_own_scales(rows));
  index const longest = rows.longest();
  return longest <= most_stashed * group && taken(sum_at_own_scales(rows, shape_of_row(longest)));
}

/// A group that went well neither way.
template <class Rows, class Take>
__attribute__((noinline)) void sum_again(Rows const& rows, index i, row_scale& scale, Take& take) {
  auto const careful = sum_carefully(rows);
  take.take_carefully(careful.sums, i, rows.count);
  if (double const start = start_for(careful.largest, rows.longest()); start != 0) scale.start = start;
}

template <class Rows, class Take>
ISOBIT_INLINE void sum_group(double, Rows const& rows, index i, row_scale& scale, Take& take) {
  if (scale.pauses == 0) [[likely]] {
    bool const ties = scale.ties > 0;
    scale.ties -= ties;
    if (ties ? sum_quickly<grid_certificate>(rows, i, scale, take) : sum_quickly<no_certificate>(rows, i, scale, take))
        [[likely]]
      return;
    if (++scale.failures < 4) return sum_again(rows, i, scale, take);
    // After a pause, a single failure is enough for the next one.
    scale.pauses = pause + 1, scale.failures = 3;
  }
  --scale.pauses;
  if (!sum_wide(rows, i, scale, take)) sum_again(rows, i, scale, take);
}

/// Products of floats are doubles, and so are their sums, nearly. docs/maths/sparse.md#float
template <class Rows, class Take>
ISOBIT_INLINE void sum_group(float, Rows const& rows, index i, row_scale&, Take& take) {
  f64 sums[lanes], largest = {};
#pragma GCC unroll 8
  for (index row = 0; row < group; ++row) {
    f64 sum = {};
    rows.for_each(
        row, [&](f64 a, f64 x) __attribute__((always_inline)) {
          f64 const p = a * x;
          sum += p;
          largest = larger_magnitude(largest, p);
        });
    sums[static_cast<std::size_t>(row)] = sum;
  }
  f64 const sum = fold(sums);
  auto const n = static_cast<double>(rows.longest());
  f64 const radius =
      broadcast(largest_in_lanes(largest)[0] * n * (n + 8) * 0x1p-53) + magnitude(sum) * broadcast(0x1p-51);
  if (take.take({sum, f64{}, radius}, i, rows.count)) [[likely]]
    return;
  take.take_carefully(sum_carefully(rows).sums, i, rows.count);
}

/// Groups of short rows, one after the other, at the scale of those before, as long as all goes well: what they have in
/// common stays in registers. How many.
template <class Certificate, class Rows, class Take>
__attribute__((noinline)) index sum_alike(Rows rows, index i, index most, row_scale const& scale, Take const& take) {
  double const start = scale.start, bound = radius_at_scale(shape_of_short, start);
  Certificate const certificate(true, shape_of_short, scale);
  seen_elements const seen = scale.seen;
  Take own = take;
  index done = 0;
  for (; done < most; ++done, rows.starts += group) {
    if (!rows.are_short() || !Certificate::covers(rows, seen)) break;
    auto const [sums, fit] = sum_at_scale<true>(rows, start, bound, certificate);
    if (!fit || !own.take(sums, i + done * group, group)) break;
  }
  return done;
}
template <class Rows, class Take>
ISOBIT_INLINE index sum_alike(Rows const& rows, index i, index most, row_scale& scale, Take const& take) {
  if (scale.pauses != 0 || !rows.are_short()) return 0;
  if (scale.ties == 0) return sum_alike<no_certificate>(rows, i, most, scale, take);
  index const done = sum_alike<grid_certificate>(rows, i, std::min(most, static_cast<index>(scale.ties)), scale, take);
  scale.ties -= static_cast<int>(done);
  return done;
}

template <bool Large, class T, class Index, class Offset, class Take>
ISOBIT_INLINE void sum_groups(csr_view<T, Index, Offset> const& a, index first, index count, T const* x,
                              row_scale& scale, Take& take) {
  index const entries_end = static_cast<index>(a.offsets[a.rows]);
  auto const* const starts = a.offsets + first;
  auto const can_read_behind = [&](index i) { return static_cast<index>(starts[i]) + 2 * group <= entries_end; };
  index inside = count / group * group;
  while (inside > 0 && !can_read_behind(inside)) inside -= group;
  copied_group<T, Index, Offset> last;
  for (index i = 0; i < count; i += group) {
    using rows_inside = some_rows<T, Index, Offset, Large, true>;
    if constexpr (std::same_as<T, double> && most_in_short > 0) {
      if (i < inside)
        i += group * sum_alike(rows_inside{a, x, starts + i, group}, i, (inside - i) / group, scale, take);
      if (i == count) return;
    }
    if (i < inside)
      sum_group(T{}, rows_inside{a, x, starts + i, group}, i, scale, take);
    else if (i + group <= count && last.load(a, first + i))
      sum_group(T{}, rows_inside{last.view(), x, last.view().offsets, group}, i, scale, take);
    else
      sum_again(some_rows<T, Index, Offset, false, false>{a, x, starts + i, std::min(group, count - i)}, i, scale,
                take);
  }
}
template <class T, class Index, class Offset, class Take>
void sum_rows(csr_view<T, Index, Offset> const& a, index first, index count, T const* x, row_scale& scale, Take& take) {
  scale.products += static_cast<index>(a.offsets[first + count] - a.offsets[first]);
  if (a.entries() > entries_in_cache)
    sum_groups<true>(a, first, count, x, scale, take);
  else
    sum_groups<false>(a, first, count, x, scale, take);
}

template <class T, class Index, class Offset>
index round_rows(csr_view<T, Index, Offset> const& a, index first, index count, T const* x, T* y, index* open,
                 row_scale& scale) {
  rounded_rows<T> take{y, open};
  sum_rows(a, first, count, x, scale, take);
  return take.open_count;
}
template <class T, class Index, class Offset>
void enclose_rows(csr_view<T, Index, Offset> const& a, index first, index count, T const* x, row_sums const& sums,
                  row_scale& scale) {
  enclosed_rows<T> take{sums};
  sum_rows(a, first, count, x, scale, take);
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
