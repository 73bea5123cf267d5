#pragma once

#include <algorithm>

#include "sparse/column_cut.hpp"
#include "sparse/kernel/contributions.hpp"
#include "sparse/kernel/rows.hpp"

/// Rows of a sparse matrix, each times a number, added up: one sum for every column. docs/maths/sparse.md#columns
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Adds products of entries and factors to the sums of columns.
class column_sums {
public:
  column_sums(column_cut const& cut, sum_of_parts* sums)
      : start_(broadcast(cut.start)), count_unit_(broadcast(cut.count_unit)), starts_(cut.starts()), sums_(sums) {}

  /// values[k] * factors[k] to sum columns[k], k < count.
  template <class T, class Index>
  ISOBIT_INLINE void add(T const* values, Index const* columns, double const* factors, index count) {
    index k = 0;
    for (; k + group <= count; k += group) {
      __builtin_prefetch(values + k + ahead);
      __builtin_prefetch(columns + k + ahead);
      auto const parts = cut(load_values(values + k), load<f64>(factors + k));
#pragma GCC unroll 8
      for (std::size_t lane = 0; lane < lanes; ++lane) add(columns[k + static_cast<index>(lane)], parts[lane]);
    }
    if (k == count) return;
    auto const some = static_cast<std::size_t>(count - k);
    auto const parts = cut(load_first_values(values + k, some), load_first(factors + k, some, 0.0));
    for (std::size_t lane = 0; lane < some; ++lane) add(columns[k + static_cast<index>(lane)], parts[lane]);
  }
  [[nodiscard]] scattered_rows seen() const {
    // Every product and every sum is in the binade that it started in.
    constexpr std::uint64_t sign_and_exponent = std::uint64_t{0xfff} << 52;
    auto const moved = (pair_of_words)moved_sums_;
    bool const fit = ((or_lanes(moved_) | moved[0] | moved[1]) & sign_and_exponent) == 0;
    return {fit, seen_.all()};
  }

private:
  using pair_of_words = std::uint64_t __attribute__((vector_size(16)));

  /// Upper parts are multiples of the last place of `start`; lower ones have a count added.
  ISOBIT_INLINE paired_parts cut(f64 value, f64 factor) {
    seen_.note(value);
    product const p{value, factor};
    f64 const at = p.onto(start_), upper = at - start_;
    moved_ |= (u64)at ^ (u64)start_;
    return {upper, p.less(upper - count_unit_)};
  }
  ISOBIT_INLINE void add(index column, sum_of_parts parts) {
    sum_of_parts const sum = sums_[column] + parts;
    moved_sums_ |= (pair_of_words)sum ^ (pair_of_words)starts_;
    sums_[column] = sum;
  }

  f64 start_, count_unit_;
  sum_of_parts starts_;
  sum_of_parts* sums_;
  seen_magnitudes seen_;
  u64 moved_ = {};
  pair_of_words moved_sums_ = {};
};

template <class T, class Index, class Offset>
scattered_rows scatter_rows(csr_view<T, Index, Offset> const& a, index first, index end, T const* x,
                            column_cut const& cut, sum_of_parts* sums) {
  // The element of its row for every entry, as many as stay in the cache: rows are too short for vectors of their own.
  constexpr index block = 1024;
  double factors[block + group];
  column_sums columns(cut, sums);
  auto k = static_cast<index>(a.offsets[first]);
  for (index row = first; row < end;) {
    index count = 0;
    for (; row < end && count < block; ++row) {
      index const left = static_cast<index>(a.offsets[row + 1]) - k - count, some = std::min(left, block - count);
      f64 const factor = broadcast(static_cast<double>(x[row]));
      for (index i = 0; i < some; i += group) store(factors + count + i, factor);
      count += some;
      if (some < left) break;
    }
    columns.add(a.values + k, a.indices + k, factors, count);
    k += count;
  }
  return columns.seen();
}

/// The sums of upper and of lower parts of as many columns as a vector has lanes.
ISOBIT_INLINE two_parts load_parts(sum_of_parts const* sums) {
#if ISOBIT_VECTOR_BYTES == 8
  return {f64{sums[0][0]}, f64{sums[0][1]}};
#else
  auto const first = load<f64>(sums), second = load<f64>(sums + lanes / 2);
#if ISOBIT_VECTOR_BYTES == 64
  return {__builtin_shufflevector(first, second, 0, 2, 4, 6, 8, 10, 12, 14),
          __builtin_shufflevector(first, second, 1, 3, 5, 7, 9, 11, 13, 15)};
#elif ISOBIT_VECTOR_BYTES == 32
  return {__builtin_shufflevector(first, second, 0, 2, 4, 6), __builtin_shufflevector(first, second, 1, 3, 5, 7)};
#else
  return {__builtin_shufflevector(first, second, 0, 2), __builtin_shufflevector(first, second, 1, 3)};
#endif
#endif
}

/// What is known of such sums. docs/maths/sparse.md#columns
ISOBIT_INLINE enclosure<f64> enclose(two_parts const& sums, column_cut const& cut, bool exact) {
  constexpr double whole = 0x1.8p52;
  f64 const rest = sums.low - broadcast(cut.rest_start);
  f64 const count = (rest * broadcast(1 / cut.count_unit) + broadcast(whole)) - broadcast(whole);
  return {sums.high - broadcast(cut.start), rest - count * broadcast(cut.count_unit),
          count * broadcast(exact ? 0 : 2 * cut.last_place())};
}

/// With room for the rounding test, which does not look at the low part where it rounds to float.
template <class T> ISOBIT_INLINE enclosure<f64> as_tested(enclosure<f64> const& x) {
  if constexpr (std::same_as<T, double>) return x;
  f64 const sum = x.high + x.low;
  return {sum, f64{}, x.radius + (x.radius + magnitude(sum)) * broadcast(0x1p-51)};
}

template <class T>
index round_columns(sum_of_parts const* sums, index count, column_cut const& cut, bool exact, T* y, index* open) {
  rounded_rows<T> take{y, open};
  for (index i = 0; i < count; i += group) {
    index const some = std::min(group, count - i);
    sum_of_parts last[lanes] = {};
    if (some < group) std::copy_n(sums + i, some, last);
    auto const known = enclose(load_parts(some < group ? last : sums + i), cut, exact);
    if (!take.take(as_tested<T>(known), i, some)) take.take_carefully(known, i, some);
  }
  return take.open_count;
}

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
