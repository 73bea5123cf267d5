#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "linalg/workspace.hpp"
#include "sparse/contributions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// Columns of a row, compared all at once, and their sums.
template <class T, class Index> class alignas(64) column_group {
public:
  static constexpr std::size_t size = 16;
  static constexpr Index none = -1;

  column_group() noexcept { clear(); }

  void clear() noexcept {
    for (Index& column : columns_) column = none;
  }
  [[nodiscard]] contribution_sum<T>* find(Index column) noexcept {
    std::uint32_t const places = places_of(column);
    return places == 0 ? nullptr : &sums_[std::countr_zero(places)];
  }
  [[nodiscard]] std::size_t first_free() const noexcept {
    return std::min(size, static_cast<std::size_t>(std::countr_zero(places_of(none))));
  }
  /// The sum of a column that has none, in a place that is free.
  contribution_sum<T>& open(std::size_t place, Index column) noexcept {
    columns_[place] = column;
    return sums_[place] = {};
  }
  template <class Visit> void for_each(Visit&& visit) const {
    for (std::size_t k = 0; k < size && columns_[k] != none; ++k) visit(columns_[k], sums_[k]);
  }

private:
  /// A bit for each place that has this column, or none.
  [[nodiscard]] std::uint32_t places_of(Index column) const noexcept {
#if defined(__SSE2__)
    if constexpr (sizeof(Index) == 4) {
      auto const* const fours = reinterpret_cast<__m128i const*>(columns_);
      __m128i const wanted = _mm_set1_epi32(column);
      auto const eight = [&](int k) {
        return _mm_packs_epi32(_mm_cmpeq_epi32(fours[k], wanted), _mm_cmpeq_epi32(fours[k + 1], wanted));
      };
      return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(eight(0), eight(2))));
    }
#endif
    std::uint32_t places = 0;
    for (std::size_t k = 0; k < size; ++k) places |= columns_[k] == column ? std::uint32_t{1} << k : 0;
    return places;
  }

  Index columns_[size];
  contribution_sum<T> sums_[size];
};

/// Columns of a long row and their sums: a hash table of groups.
template <class T, class Index> class column_table {
public:
  column_table() : groups_(4) {}

  /// The sum of a column, in its home or the first group after it that has room; a new one where there is none.
  contribution_sum<T>& find(Index column) {
    for (std::size_t g = home_of(column);; g = (g + 1) % groups_.size()) {
      if (auto* const found = groups_[g].find(column)) return *found;
      auto const place = groups_[g].first_free();
      if (place == group::size) continue;
      if (entries_ == most_in_a_group * groups_.size()) break;
      ++entries_;
      return groups_[g].open(place, column);
    }
    grow();
    return find(column);
  }
  [[nodiscard]] std::size_t entries() const noexcept { return entries_; }
  template <class Visit> void for_each(Visit visit) const {
    for (auto const& one : groups_) one.for_each(visit);
  }

private:
  using group = column_group<T, Index>;
  /// On average: some are left room, so that columns are mostly in the group that is looked at first.
  static constexpr std::size_t most_in_a_group = group::size - 2;

  [[nodiscard]] std::size_t home_of(Index column) const noexcept {
    return (static_cast<std::uint64_t>(column) * 0x9e3779b97f4a7c15 >> 32) % groups_.size();
  }
  void grow() {
    auto const smaller = std::exchange(groups_, std::vector<group>(4 * groups_.size()));
    entries_ = 0;
    for (auto const& one : smaller)
      one.for_each([this](Index column, contribution_sum<T> const& sum) { find(column) = sum; });
  }

  std::vector<group> groups_;
  std::size_t entries_ = 0;
};

/// Rows in succession whose entries are being added up, as many as a ring has places. A thread keeps one.
template <class T, class Index> class open_rows {
public:
  explicit open_rows(std::size_t ring)
      : within_(ring - 1), rows_(ring), memory_(ring * (sizeof(group) / sizeof(double))),
        groups_(new (memory_.data()) group[ring]) {}

  void begin(std::size_t first, std::size_t end) noexcept {
    for (std::size_t row = first; row < end; ++row) {
      groups_[row & within_].clear();
      rows_[row & within_] = {};
    }
  }
  void add(Index to_row, Index column, T value, double start) {
    std::size_t const row = static_cast<std::size_t>(to_row) & within_;
    ++rows_[row].contributions;
    if (auto* const sum = groups_[row].find(column)) [[likely]]
      sum->add(value, start);
    else
      open(row, column).add(value, start);
  }
  /// Those to the rows [first, end), and perhaps to others, which are passed over.
  void add(std::span<Index const> i, Index const* j, T const* values, std::size_t first, std::size_t end,
           double start) {
    for (std::size_t k = 0; k < i.size(); ++k)
      if (static_cast<std::size_t>(i[k]) - first < end - first) add(i[k], j[k], values[k], start);
  }

  /// The most contributions to one of these rows: no entry has more.
  [[nodiscard]] std::size_t most(std::size_t first, std::size_t end) const noexcept {
    std::size_t most = 1;
    for (std::size_t row = first; row < end; ++row) most = std::max(most, rows_[row & within_].contributions);
    return most;
  }
  [[nodiscard]] std::size_t entries(std::size_t row) const noexcept {
    auto const& [contributions, in_group, more] = rows_[row & within_];
    return in_group + (more ? more->entries() : 0);
  }
  [[nodiscard]] std::size_t entries(std::size_t first, std::size_t end) const noexcept {
    std::size_t count = 0;
    for (std::size_t row = first; row < end; ++row) count += entries(row);
    return count;
  }
  /// visit(column, sum) for every entry of a row, in no order.
  template <class Visit> void for_each(std::size_t row, Visit visit) const {
    groups_[row & within_].for_each(visit);
    if (auto const& more = rows_[row & within_].more) more->for_each(visit);
  }

private:
  using group = column_group<T, Index>;
  struct open_row {
    std::size_t contributions = 0;
    std::size_t in_group = 0;                      ///< entries
    std::unique_ptr<column_table<T, Index>> more;  ///< entries, where the group is full
  };

  [[gnu::noinline]] contribution_sum<T>& open(std::size_t row, Index column) {
    auto& [contributions, in_group, more] = rows_[row];
    if (in_group < group::size) return groups_[row].open(in_group++, column);
    if (!more) more = std::make_unique<column_table<T, Index>>();
    return more->find(column);
  }

  std::size_t within_;
  std::vector<open_row> rows_;
  linalg::workspace memory_;
  group* groups_;
};

/// Where the entries of a row belong once its columns ascend.
template <class T, class Index> class column_order {
public:
  void sort(open_rows<T, Index> const& rows, std::size_t row) {
    std::size_t const count = rows.entries(row), padded = (count + 15) / 16 * 16;
    columns_.assign(padded, std::numeric_limits<Index>::max());
    places_.assign(padded, 0);
    std::size_t n = 0;
    rows.for_each(row, [&](Index column, auto const&) { columns_[n++] = column; });
    if (count <= most_compared) {
      // A column belongs behind those that are smaller: many short comparisons, but none to branch on.
      for (std::size_t k = 0; k < count; ++k)
        for (std::size_t other = 0; other < padded; ++other) places_[other] += columns_[k] < columns_[other] ? 1 : 0;
    } else {
      order_.resize(count);
      std::iota(order_.begin(), order_.end(), std::size_t{0});
      std::ranges::sort(order_, {}, [this](std::size_t k) { return columns_[k]; });
      for (std::size_t k = 0; k < count; ++k) places_[order_[k]] = static_cast<Index>(k);
    }
  }
  /// Of the k-th entry that is visited.
  [[nodiscard]] std::size_t place(std::size_t k) const noexcept { return static_cast<std::size_t>(places_[k]); }

private:
  static constexpr std::size_t most_compared = 64;
  std::vector<Index> columns_, places_;
  std::vector<std::size_t> order_;
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
