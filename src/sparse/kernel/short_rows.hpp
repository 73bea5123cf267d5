#pragma once

#include "sparse/kernel/cut_sum.hpp"
#include "sparse/kernel/some_rows.hpp"

/// Rows of at most eight entries, which are not counted: there are zeros behind the last. In vectors of eight lanes a
/// row is one of these; in vectors of four, of which it would fill the second in part, a row is a lane.
/// docs/maths/sparse.md#short
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

#if ISOBIT_VECTOR_BYTES == 64

constexpr sum_shape shape_of_short = {lanes, 1, folds};

/// A row of a group.
template <class Rows> ISOBIT_INLINE factors load_short_row(Rows const& rows, index row) {
  index const i = rows.begin(row);
  rows.prefetch(i);
  return load_first_factors<true>(rows.a.values + i, rows.a.indices + i, rows.x,
                                  static_cast<std::size_t>(rows.end(row) - i));
}

/// The products of all rows, cut at the last place of `start`; note(values of a, sum so far) for each vector.
template <class Rows, class Note> ISOBIT_INLINE two_parts cut_short_rows(Rows const& rows, f64 start, Note note) {
  return fold_each([&](std::size_t row) __attribute__((always_inline)) {
    factors const f = load_short_row(rows, static_cast<index>(row));
    cut_sum const cut = cut_vector(f, start);
    note(f.values, cut.sum);
    return two_parts{cut.sum - start, cut.rest};
  });
}

/// Every row cut at a scale of its own, which takes two passes: for data so wide that a common one serves few.
template <class Rows> ISOBIT_INLINE sums_at_starts sum_short_rows_at_own_scales(Rows const& rows) {
  factors all[lanes];
  auto const largest = fold_each([&](std::size_t row) __attribute__((always_inline)) {
    all[row] = load_short_row(rows, static_cast<index>(row));
    return largest_magnitude{all[row].values * all[row].xs};
  });
  f64 const starts = own_starts(largest.v, shape_of_short);
  double start_of[lanes];
  store(start_of, starts);
  auto const sums = fold_each([&](std::size_t row) __attribute__((always_inline)) {
    f64 const start = broadcast(start_of[row]);
    cut_sum const cut = cut_vector(all[row], start);
    return two_parts{cut.sum - start, cut.rest};
  });
  return {{sums.high, sums.low, starts * broadcast(radius_at_scale(shape_of_short, 1))}, starts};
}

#elif ISOBIT_VECTOR_BYTES == 32

constexpr sum_shape shape_of_short = {2, 0.5 * most_in_short, 1};

/// The rows of a group that have more than so many entries, and v in their lanes.
#if defined(__AVX512VL__)
using some_lanes = __mmask8;
ISOBIT_INLINE some_lanes longer_than(i64 lengths, index k) {
  return _mm256_cmpgt_epi64_mask((__m256i)lengths, _mm256_set1_epi64x(k));
}
ISOBIT_INLINE f64 keep(some_lanes some, f64 v) { return (f64)_mm256_maskz_mov_pd(some, (__m256d)v); }
ISOBIT_INLINE bool has_none(some_lanes some) { return some == 0; }
#else
using some_lanes = i64;
ISOBIT_INLINE some_lanes longer_than(i64 lengths, index k) { return lengths > i64{} + k; }
ISOBIT_INLINE f64 keep(some_lanes some, f64 v) { return (f64)(some & (i64)v); }
ISOBIT_INLINE bool has_none(some_lanes some) { return _mm256_movemask_pd((__m256d)some) == 0; }
#endif

/// Four entries of each of four rows: the first of all rows, the second, ...
struct four_columns {
  f64 of[4];
};
ISOBIT_INLINE four_columns load_columns(double const* values, index const (&begin)[4]) {
  auto const two_rows = [&](index i, index j) __attribute__((always_inline)) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(values + i)), _mm_loadu_pd(values + j), 1);
  };
  auto const a = two_rows(begin[0], begin[2]), b = two_rows(begin[1], begin[3]),
             c = two_rows(begin[0] + 2, begin[2] + 2), d = two_rows(begin[1] + 2, begin[3] + 2);
  return {{(f64)_mm256_unpacklo_pd(a, b), (f64)_mm256_unpackhi_pd(a, b), (f64)_mm256_unpacklo_pd(c, d),
           (f64)_mm256_unpackhi_pd(c, d)}};
}

/// visit(k, values of a, those of x), entry after entry of all rows of a group.
template <class Rows, class Visit> ISOBIT_INLINE void for_each_column(Rows const& rows, Visit visit) {
  index const begin[4] = {rows.begin(0), rows.begin(1), rows.begin(2), rows.begin(3)};
  i64 const lengths = rows.lengths();
  for (index const i : begin) rows.prefetch(i);
  four_columns values;
#pragma GCC unroll 8
  for (index k = 0; k < most_in_short; ++k) {
    some_lanes const there = longer_than(lengths, k);
    if ((k == 5 || k == 7) && has_none(there)) break;  // as stencils have in two and three dimensions
    if (k % 4 == 0) values = load_columns(rows.a.values + k, begin);
    auto const* const at = rows.a.indices + k;
    auto const two = [&](index i, index j) __attribute__((always_inline)) {
      return _mm_loadh_pd(_mm_load_sd(rows.x + at[i]), rows.x + at[j]);
    };
    auto const xs = _mm256_insertf128_pd(_mm256_castpd128_pd256(two(begin[0], begin[1])), two(begin[2], begin[3]), 1);
    visit(k, factors{keep(there, values.of[k % 4]), (f64)xs});
  }
}

/// Sums of every other entry: an addition need not wait for the one before.
struct two_cut_sums {
  f64 start;
  cut_sum of[2];

  ISOBIT_INLINE explicit two_cut_sums(f64 from) : start(from), of{{from}, {from}} {}
  ISOBIT_INLINE f64 add(index k, factors const& f) {
    cut_sum& cut = of[k % 2];
    if (k < 2)
      cut = cut_vector(f, start);
    else
      cut.add_product(f.values, f.xs);
    return cut.sum;
  }
  ISOBIT_INLINE two_parts total() const { return {(of[0].sum - start) + (of[1].sum - start), of[0].rest + of[1].rest}; }
};

/// The products of all rows, cut at the last place of `start`; note(values of a, sum so far) for each vector.
template <class Rows, class Note> ISOBIT_INLINE two_parts cut_short_rows(Rows const& rows, f64 start, Note note) {
  two_cut_sums sums(start);
  for_each_column(
      rows, [&](index k, factors const& f) __attribute__((always_inline)) { note(f.values, sums.add(k, f)); });
  return sums.total();
}

/// Every row cut at a scale of its own, which takes two passes: for data so wide that a common one serves few.
template <class Rows> ISOBIT_INLINE sums_at_starts sum_short_rows_at_own_scales(Rows const& rows) {
  factors all[most_in_short] = {};
  f64 largest = {};
  for_each_column(
      rows, [&](index k, factors const& f) __attribute__((always_inline)) {
        all[k] = f;
        largest = larger_magnitude(largest, f.values * f.xs);
      });
  f64 const starts = own_starts(largest, shape_of_short);
  two_cut_sums sums(starts);
#pragma GCC unroll 8
  for (index k = 0; k < most_in_short; ++k) sums.add(k, all[k]);
  auto const [high, low] = sums.total();
  return {{high, low, starts * broadcast(radius_at_scale(shape_of_short, 1))}, starts};
}

#else

constexpr sum_shape shape_of_short = {};  // there are none

#endif

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
