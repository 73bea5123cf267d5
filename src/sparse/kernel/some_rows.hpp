#pragma once

#include <algorithm>

#include "sparse/kernel/gather.hpp"
#include "sparse/row_table.hpp"

/// Rows that are summed together.
ISOBIT_NAMESPACE_BEGIN
namespace sparse::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Rows are taken as many at a time as a vector has lanes.
constexpr index group = static_cast<index>(lanes);
/// Rows of at most so many entries are summed in a way of their own, where there are such; short_rows.hpp
constexpr index most_in_short = lanes >= 4 ? 8 : 0;

/// Some rows of a matrix, and the vector they are multiplied by: a group behind which as many entries as two vectors
/// have may be read, or any, of which there may be less than a group. Large matrices come from memory: what is needed
/// later is asked for early.
template <class T, class Index, class Offset, bool Large, bool Whole> struct some_rows {
  using element = T;
  static constexpr bool is_whole = Whole;
  csr_view<T, Index, Offset> a;
  T const* x;
  Offset const* starts;  ///< of the first row and those behind
  index count;

  /// Rows that are not there have no entries.
  [[nodiscard]] ISOBIT_INLINE index begin(index row) const {
    return static_cast<index>(starts[Whole || row < count ? row : count]);
  }
  [[nodiscard]] ISOBIT_INLINE index end(index row) const { return begin(row + 1); }
  [[nodiscard]] ISOBIT_INLINE bool are_short() const { return all_set((i64)(lengths() <= i64{} + most_in_short)); }
  [[nodiscard]] ISOBIT_INLINE index longest() const {
    i64 const all = lengths();
    index most = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) most = std::max(most, static_cast<index>(all[lane]));
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
    if (i < last) {
      auto const [values, xs] =
          load_first_factors<Whole>(a.values + i, a.indices + i, x, static_cast<std::size_t>(last - i));
      visit(values, xs);
    }
  }
  /// The same without x.
  template <class Visit> ISOBIT_INLINE void for_each_value(index row, Visit visit) const {
    index i = begin(row);
    index const last = end(row);
    for (; i + group <= last; i += group) visit(load_values(a.values + i));
    if (i < last) visit(load_first_values(a.values + i, static_cast<std::size_t>(last - i)));
  }
  [[nodiscard]] ISOBIT_INLINE i64 lengths() const {
    if constexpr (Whole) return load_indices(starts + 1) - load_indices(starts);
    i64 all = {};
    for (index row = 0; row < count; ++row) all[static_cast<std::size_t>(row)] = end(row) - begin(row);
    return all;
  }
  ISOBIT_INLINE void prefetch(index i) const {
    if constexpr (Large) {
      __builtin_prefetch(a.values + i + 512);
      __builtin_prefetch(a.indices + i + 512);
    }
  }
};

/// A group copied, so that there is something behind it to read.
template <class T, class Index, class Offset> class copied_group {
public:
  /// Whether it is short enough for that.
  bool load(csr_view<T, Index, Offset> const& a, index first) {
    Offset const* const starts = a.offsets + first;
    auto const entries = static_cast<index>(starts[group]) - static_cast<index>(starts[0]);
    if (entries > most) return false;
    for (index row = 0; row <= group; ++row) offsets_[row] = static_cast<Offset>(starts[row] - starts[0]);
    std::copy_n(a.values + starts[0], entries, values_);
    std::copy_n(a.indices + starts[0], entries, indices_);
    std::fill_n(values_ + entries, 2 * group, T{});
    std::fill_n(indices_ + entries, 2 * group, Index{});
    view_ = {unchecked, group, a.columns, offsets_, indices_, values_};
    return true;
  }
  [[nodiscard]] csr_view<T, Index, Offset> const& view() const { return view_; }

private:
  static constexpr index most = 32 * group;
  T values_[most + 2 * group];
  Index indices_[most + 2 * group];
  Offset offsets_[group + 1];
  csr_view<T, Index, Offset> view_;
};

}  // namespace sparse::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
