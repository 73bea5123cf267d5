#pragma once

#include "certify/rounding_test.hpp"
#include "sparse/kernel/careful.hpp"
#include "sparse/kernel/certificates.hpp"
#include "sparse/kernel/gather.hpp"
#include "sparse/row_table.hpp"

/// Rows of a sparse matrix times a vector. As many rows as a vector has lanes make a group: every row is summed in the
/// lanes of a vector of its own, and all are folded into one. docs/maths/sparse.md
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;
using certify::enclosure;

/// Some rows of a matrix, a whole group or less, and the vector they are multiplied by. Large matrices come from
/// memory: what is needed later is asked for early.
template <class T, class Index, class Offset, bool Large, bool Whole> struct some_rows {
  using element = T;
  csr_view<T, Index, Offset> const& a;
  T const* x;
  index first, count;
  index entries_end = static_cast<index>(a.offsets[a.rows]);

  /// Rows that are not there have no entries.
  [[nodiscard]] ISOBIT_INLINE index begin(index row) const {
    return static_cast<index>(a.offsets[first + (Whole || row < count ? row : count)]);
  }
  [[nodiscard]] ISOBIT_INLINE index end(index row) const { return begin(row + 1); }
  [[nodiscard]] ISOBIT_INLINE index longest() const {
    index most = 0;
#pragma GCC unroll 8
    for (index row = 0; row < group; ++row) {
      index const length = end(row) - begin(row);
      most = length > most ? length : most;
    }
    return most;
  }
  /// visit(values of a, those of x) for all entries of a row, a vector at a time, with zeros behind the last.
  template <class Visit> ISOBIT_INLINE void for_each(index row, Visit visit) const {
    index i = begin(row);
    index const last = end(row);
    for (; i + group <= last; i += group) {
      prefetch(i);
      auto const [values, xs] = load_factors(a.values + i, a.indices + i, x);
      visit(values, xs);
    }
    if (i < last) visit_rest(i, last, visit);
  }
  /// The same without x.
  template <class Visit> ISOBIT_INLINE void for_each_value(index row, Visit visit) const {
    index i = begin(row);
    index const last = end(row);
    for (; i + group <= last; i += group) visit(load_values(a.values + i));
    if (i < last) visit(load_first_values(a.values + i, static_cast<std::size_t>(last - i)));
  }
  /// The same for a row of at most a vector.
  template <class Visit> ISOBIT_INLINE void once(index row, Visit visit) const {
    index const i = begin(row);
    prefetch(i);
    visit_rest(i, end(row), visit);
  }
  [[nodiscard]] ISOBIT_INLINE f64 only_value(index row) const {
    index const i = begin(row);
    return load_first_values(a.values + i, static_cast<std::size_t>(end(row) - i));
  }

private:
  template <class Visit> ISOBIT_INLINE void visit_rest(index i, index last, Visit visit) const {
    auto const [values, xs] = load_first_factors(a.values + i, a.indices + i, x, static_cast<std::size_t>(last - i),
                                                 i + group <= entries_end);
    visit(values, xs);
  }
  ISOBIT_INLINE void prefetch(index i) const {
    if constexpr (Large) {
      __builtin_prefetch(a.values + i + 512);
      __builtin_prefetch(a.indices + i + 512);
    }
  }
};

/// How many vectors so many entries fill.
ISOBIT_INLINE double vectors_in(index entries) {
  index const vectors = (entries + group - 1) / group;
  return static_cast<double>(vectors);
}

constexpr double levels = lanes == 8 ? 3 : lanes == 4 ? 2 : lanes == 2 ? 1 : 0;

/// By how much low may be off in rows of so many vectors, in units of 2^-53 ulp(start), with room for the test.
/// docs/maths/sparse.md#bound
ISOBIT_INLINE double radius_at_scale(double vectors, double start) {
  constexpr double width = lanes, remainders = has_fma ? 1 : 2;
  double const terms = width * (vectors * (0.25 * vectors + 1.25 + 0.5 * levels)) + 2;
  return remainders * terms * (start * (0x1.00001p-53 * 0x1.56p-53));  // ulp(1.5 * 2^k) is 4/3 * 2^-53 of it
}

/// The products of a row, cut at the last place of where it starts: sum + rest. docs/maths/sparse.md#scale
struct cut_sum {
  f64 sum, rest = {};
  ISOBIT_INLINE void add_product(f64 a, f64 x) {
    product const p{a, x};
    f64 const next = p.onto(sum);
    rest += p.less(next - sum);
    sum = next;
  }
};

/// Products of doubles, all cut at the last place of `start`, which is 1.5 times a power of two: high is exact.
struct scaled_rows {
  enclosure<f64> sums;
  bool fits;
};
template <bool Short, class Certificate, class Rows>
ISOBIT_INLINE scaled_rows sum_at_scale(Rows const& rows, double start, index longest, Certificate certificate) {
  f64 const m = broadcast(start);
  f64 high[lanes], low[lanes];
  u64 moved = {};
#pragma GCC unroll 8
  for (index row = 0; row < group; ++row) {
    auto const at = static_cast<std::size_t>(row);
    cut_sum cut{m};
    auto const take = [&](f64 a, f64 x) __attribute__((always_inline)) {
      cut.add_product(a, x);
      moved |= (u64)cut.sum ^ (u64)m;
      certificate.note(a, x);
    };
    if constexpr (Short)
      rows.once(row, take);
    else
      rows.for_each(row, take);
    high[at] = cut.sum - m;
    low[at] = cut.rest;
  }
  f64 const sum = fold(high);
  // Every partial sum is in start's binade, and the folded one has a place for each bit.
  constexpr std::uint64_t sign_and_exponent = std::uint64_t{0xfff} << 52;
  bool const fits = !has_any(moved, sign_and_exponent) && all_set(magnitude(sum) <= broadcast(1.25 * start));
  double const vectors = vectors_in(longest);
  double const radius = certificate.holds(vectors, start) ? 0 : radius_at_scale(vectors, start);
  return {{sum, fold(low), broadcast(radius)}, fits};
}
template <class Certificate, class Rows>
ISOBIT_INLINE scaled_rows sum_at_scale(Rows const& rows, double start, index longest, Certificate certificate) {
  return longest <= group ? sum_at_scale<true>(rows, start, longest, certificate)
                          : sum_at_scale<false>(rows, start, longest, certificate);
}

/// Magnitudes, of which a fold finds the largest.
struct largest_magnitude {
  f64 v;
};
ISOBIT_INLINE largest_magnitude add(largest_magnitude a, largest_magnitude b) { return {larger_magnitude(a.v, b.v)}; }
template <class Step> ISOBIT_INLINE largest_magnitude by_parts(Step step, largest_magnitude a, largest_magnitude b) {
  return {step(a.v, b.v)};
}

/// The most vectors in a row of which each may have a scale of its own.
constexpr index most_stashed = 16;

/// Numbers 1.5 times a power of two, one for each row: at least eight times the sum of a lane.
/// docs/maths/sparse.md#wide
ISOBIT_INLINE f64 own_starts(largest_magnitude const* largest, double vectors) {
  u64 const exponents = broadcast(std::uint64_t{0x7ff} << 52);
  f64 const sizes = larger_magnitude(fold(largest).v * broadcast(vectors * 16), broadcast(0x1p-800));
  return (f64)((u64)sizes & exponents) * broadcast(1.5);
}

/// Every row cut at a scale of its own, which takes two passes: for data so wide that a common one serves few.
template <bool Short, class Rows>
__attribute__((noinline)) enclosure<f64> sum_at_own_scales(Rows const& rows, index longest) {
  constexpr std::size_t stashes = Short ? lanes : lanes * most_stashed;
  f64 xs[stashes], high[lanes], low[lanes];
  largest_magnitude largest[lanes];
  std::size_t stashed = 0;
#pragma GCC unroll 8
  for (std::size_t at = 0; at < lanes; ++at) {
    auto const row = static_cast<index>(at);
    if constexpr (Short) {
      rows.once(
          row, [&](f64 a, f64 x) __attribute__((always_inline)) {
            xs[at] = x;
            largest[at] = {a * x};
          });
    } else {
      f64 most = {};
      rows.for_each(
          row, [&](f64 a, f64 x) __attribute__((always_inline)) {
            xs[stashed++] = x;
            most = larger_magnitude(most, a * x);
          });
      largest[at] = {most};
    }
  }
  double const vectors = vectors_in(longest);
  f64 const starts = own_starts(largest, vectors);
  double start_of[lanes];
  store(start_of, starts);
  stashed = 0;
#pragma GCC unroll 8
  for (std::size_t at = 0; at < lanes; ++at) {
    auto const row = static_cast<index>(at);
    f64 const start = broadcast(start_of[at]);
    cut_sum cut{start};
    if constexpr (Short)
      cut.add_product(rows.only_value(row), xs[at]);
    else
      rows.for_each_value(
          row, [&](f64 a) __attribute__((always_inline)) { cut.add_product(a, xs[stashed++]); });
    high[at] = cut.sum - start;
    low[at] = cut.rest;
  }
  return {fold(high), fold(low), starts * broadcast(radius_at_scale(vectors, 1))};
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

/// The start for products up to `largest`, with room for their sums and for somewhat larger ones later; 0 where there
/// is none. docs/maths/sparse.md#scale
ISOBIT_INLINE double start_for(double largest, index longest) {
  double const size = largest * vectors_in(longest) * 0x1p5;
  if (!(size >= 0x1p-800 && size <= 0x1p900)) return 0;
  return 1.5 * from_bits<double>(bits_of(size) & ~((std::uint64_t{1} << 52) - 1));
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

/// A group that is not certain at the scale of those before: with a look for ties, then carefully.
template <class Rows, class Take>
__attribute__((noinline)) void sum_again(Rows const& rows, index i, row_scale& scale, Take& take) {
  index const longest = rows.longest();
  if (scale.pauses > 0) {
    --scale.pauses;
    if (longest <= most_stashed * group &&
        take.take(longest <= group ? sum_at_own_scales<true>(rows, longest) : sum_at_own_scales<false>(rows, longest),
                  i, rows.count))
      return;
  } else {
    auto const exact = sum_at_scale(rows, scale.start, longest, few_bits_certificate{});
    if (take.take(exact.sums, i, rows.count) && exact.fits) {
      if (scale.exact == 0) scale.exact = 64;
      scale.failures = 0;
      if (!scale.has_seen_x && scale.products >= rows.a.columns) {
        scale.has_seen_x = true;
        scale.inverse_grid_of_x = inverse_grid_of(rows.x, rows.a.columns);
      }
      return;
    }
    // After a pause, a single failure is enough for the next one.
    if (++scale.failures == 4) scale.pauses = 64, scale.failures = 3;
  }
  auto const careful = sum_carefully(rows);
  take.take_carefully(careful.sums, i, rows.count);
  if (double const start = start_for(careful.largest, longest); start != 0) scale.start = start;
}

/// A group where ties are likely, if it has entries that make products multiples of a power of two.
template <class Rows, class Take>
__attribute__((noinline)) bool sum_on_grid(Rows const& rows, index i, row_scale const& scale, Take& take) {
  index const longest = rows.longest();
  double const rounder = grid_certificate::rounder_for(vectors_in(longest), scale.start, scale.inverse_grid_of_x);
  if (rounder == 0) return false;
  auto const exact = sum_at_scale(rows, scale.start, longest, grid_certificate{broadcast(rounder)});
  return take.take(exact.sums, i, rows.count) && exact.fits;
}

/// A group, if all goes well at the scale of those before.
template <class Rows, class Take>
ISOBIT_INLINE void sum_group(double, Rows const& rows, index i, row_scale& scale, Take& take) {
  if (scale.exact == 0 && scale.pauses == 0) [[likely]] {
    auto const quick = sum_at_scale(rows, scale.start, rows.longest(), no_certificate{});
    if (take.take(quick.sums, i, rows.count) && quick.fits) [[likely]] {
      scale.failures = 0;
      return;
    }
  } else if (scale.exact > 0) {
    --scale.exact;
    if (sum_on_grid(rows, i, scale, take)) return;
  }
  sum_again(rows, i, scale, take);
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

template <bool Large, class T, class Index, class Offset, class Take>
ISOBIT_INLINE void sum_groups(csr_view<T, Index, Offset> const& a, index first, index count, T const* x,
                              row_scale& scale, Take& take) {
  using whole_group = some_rows<T, Index, Offset, Large, true>;
  using rest = some_rows<T, Index, Offset, false, false>;
  index i = 0;
  for (; i + group <= count; i += group) sum_group(T{}, whole_group{a, x, first + i, group}, i, scale, take);
  if (i < count) sum_group(T{}, rest{a, x, first + i, count - i}, i, scale, take);
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
