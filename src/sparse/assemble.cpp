#include <isobit/sparse/assemble.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include <isobit/driver/parts.hpp>
#include <isobit/sum/sum.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/workspace.hpp"
#include "sparse/buckets.hpp"
#include "sparse/check.hpp"
#include "sparse/contributions.hpp"
#include "sparse/finished_rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

template <class Index> void check_indices(char const* what, std::span<Index const> indices, index end) {
  // Seen as unsigned, a negative number is too large as well.
  using number = std::make_unsigned_t<Index>;
  number most = 0;
  for (Index const i : indices) most = std::max(most, static_cast<number>(i));
  if (indices.empty() || (end > 0 && static_cast<std::uint64_t>(most) < static_cast<std::uint64_t>(end))) return;
  auto const bad = std::ranges::find_if(indices, [&](Index i) { return i < 0 || static_cast<index>(i) >= end; });
  refuse("contribution " + std::to_string(bad - indices.begin()) + " is for " + what + " " + std::to_string(*bad) +
         ", and there are " + std::to_string(end) + ", numbered from 0");
}

/// An exact zero is +0.
template <class T> T exact_sum_of(std::span<T const> values) { return isobit::sum(values) + T{}; }

/// Adds up rows. A thread keeps one, with a mark for every column.
template <class T, class Index> class row_adder {
public:
  /// For so many contributions. Where there are far more columns, rows are sorted instead.
  row_adder(index columns, std::size_t contributions) {
    if (static_cast<std::size_t>(columns) / 16 <= contributions + 1000)
      marks_.assign(static_cast<std::size_t>(columns), -1);
  }

  void add(std::span<contribution<T, Index> const> bucket, index first_row, index rows, finished_rows<T, Index>& to) {
    sort_by_row(bucket, first_row, rows);
    contribution_cut const cut(extremes_, std::max<std::size_t>(longest_, 1));
    if (sums_.size() < longest_) sums_.resize(longest_), keys_.resize(longest_);
    for (index r = 0; r < rows; ++r)
      add_row(ends_[static_cast<std::size_t>(r)], ends_[static_cast<std::size_t>(r) + 1], cut, to);
  }

private:
  // As narrow as indices are: all marks should stay in the cache.
  using mark = Index;
  struct element {
    Index column;
    T value;
  };

  void sort_by_row(std::span<contribution<T, Index> const> bucket, index first_row, index rows) {
    ends_.assign(static_cast<std::size_t>(rows) + 2, 0);
    extremes_ = {};
    for (auto const& one : bucket) {
      ++ends_[static_cast<std::size_t>(one.row - first_row) + 2];
      extremes_.note(one.value);
    }
    longest_ = *std::ranges::max_element(ends_);
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    if (sorted_.size() < bucket.size()) sorted_.resize(bucket.size());
    for (auto const& one : bucket)
      sorted_[ends_[static_cast<std::size_t>(one.row - first_row) + 1]++] = {one.column, one.value};
  }

  void add_row(std::size_t begin, std::size_t end, contribution_cut const& cut, finished_rows<T, Index>& to) {
    bool sorted = marks_.empty();
    if (sorted) sort_by_column(begin, end);
    std::size_t const count = sorted ? add_runs(begin, end, cut) : add_marked(begin, end, cut);
    std::sort(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(count));
    std::size_t const start = to.indices.size();
    to.indices.resize(start + count);
    to.values.resize(start + count);
    for (std::size_t n = 0; n < count; ++n) {
      auto const [column, number] = keys_[n];
      auto const rounded = sums_[number].round(cut);
      to.indices[start + n] = column;
      to.values[start + n] = rounded.value;
      if (cut.usable && rounded.holds) continue;
      if (!std::exchange(sorted, true)) sort_by_column(begin, end);
      to.values[start + n] = exactly(begin, end, column);
    }
    to.lengths.push_back(static_cast<index>(count));
  }

  /// A column's mark is the number of its sum, counted from all rows before; older marks are smaller. Gives how many
  /// columns there are.
  std::size_t add_marked(std::size_t begin, std::size_t end, contribution_cut const& cut) {
    if (end - begin > static_cast<std::size_t>(std::numeric_limits<mark>::max() - serial_))
      std::ranges::fill(marks_, -1), serial_ = 0;
    std::size_t count = 0;
    for (std::size_t k = begin; k < end; ++k) {
      mark& of_column = marks_[static_cast<std::size_t>(sorted_[k].column)];
      if (of_column < serial_) {
        of_column = serial_ + static_cast<mark>(count);
        open_sum(count++, sorted_[k].column);
      }
      sums_[static_cast<std::size_t>(of_column - serial_)].add(sorted_[k].value, cut.start);
    }
    serial_ += static_cast<mark>(count);
    return count;
  }
  std::size_t add_runs(std::size_t begin, std::size_t end, contribution_cut const& cut) {
    std::size_t count = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (k == begin || sorted_[k].column != sorted_[k - 1].column) open_sum(count++, sorted_[k].column);
      sums_[count - 1].add(sorted_[k].value, cut.start);
    }
    return count;
  }
  void open_sum(std::size_t number, Index column) {
    keys_[number] = {column, static_cast<std::uint32_t>(number)};
    sums_[number] = {};
  }
  void sort_by_column(std::size_t begin, std::size_t end) {
    std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(begin), sorted_.begin() + static_cast<std::ptrdiff_t>(end),
              [](element const& a, element const& b) { return a.column < b.column; });
  }

  [[nodiscard]] T exactly(std::size_t begin, std::size_t end, Index column) {
    auto const row_end = sorted_.begin() + static_cast<std::ptrdiff_t>(end);
    auto at = std::lower_bound(sorted_.begin() + static_cast<std::ptrdiff_t>(begin), row_end, column,
                               [](element const& one, Index other) { return one.column < other; });
    same_.clear();
    for (; at != row_end && at->column == column; ++at) same_.push_back(at->value);
    return exact_sum_of<T>(same_);
  }

  std::vector<mark> marks_;
  mark serial_ = 0;
  std::vector<std::size_t> ends_;
  std::size_t longest_ = 0;
  extremes<T> extremes_;
  std::vector<element> sorted_;
  std::vector<contribution_sum<T>> sums_;
  std::vector<std::pair<Index, std::uint32_t>> keys_;
  std::vector<T> same_;
};

}  // namespace

namespace detail {

template <class T, class Index>
csr_matrix<T, Index> from_triplets(driver_ref const& driver, index rows, index columns, std::span<Index const> i,
                                   std::span<Index const> j, std::span<T const> values) {
  require_sizes(rows, columns);
  if (i.size() != values.size() || j.size() != values.size())
    refuse("contributions of " + std::to_string(i.size()) + " rows, " + std::to_string(j.size()) + " columns and " +
           std::to_string(values.size()) + " values");
  check_indices("row", i, rows);
  check_indices("column", j, columns);
  buckets<T, Index> const sorted(driver, rows, i, j, values);
  std::vector<finished_rows<T, Index>> finished(sorted.count());
  std::size_t const parts =
      std::min(isobit::detail::part_count(driver, i.size()), std::max<std::size_t>(sorted.count(), 1));
  isobit::detail::for_each_part(driver, parts, sorted.count(), [&](std::size_t first, std::size_t count, std::size_t) {
    in_standard_rounding([&] {
      row_adder<T, Index> adder(columns, i.size());
      for (std::size_t b = first; b < first + count; ++b)
        adder.add(sorted[b], sorted.first_row(b), sorted.rows_in(b), finished[b]);
    });
  });
  return join_rows<Index, T, Index>(rows, columns, finished);
}

template <class Index>
void find_places(driver_ref const& driver, csr_matrix<double, Index>& pattern, std::span<Index const> i,
                 std::span<Index const> j, std::vector<Index>& places) {
  std::vector<double> const none(i.size());
  pattern = from_triplets<double, Index>(driver, pattern.rows, pattern.columns, i, j, none);
  pattern.values = {};
  places.resize(i.size());
  isobit::detail::for_each_part(driver, isobit::detail::part_count(driver, i.size()), i.size(),
                                [&](std::size_t first, std::size_t count, std::size_t) {
                                  for (std::size_t k = first; k < first + count; ++k) {
                                    auto const row = pattern.offsets.begin() + static_cast<std::ptrdiff_t>(i[k]);
                                    auto const begin = pattern.indices.begin();
                                    places[k] = static_cast<Index>(
                                        std::lower_bound(begin + row[0], begin + row[1], j[k]) - begin);
                                  }
                                });
}

template <class T, class Index>
void add_at_places(driver_ref const& driver, std::span<Index const> places, std::size_t most, std::span<T const> values,
                   std::span<T> result) {
  if (places.size() != values.size())
    refuse(std::to_string(places.size()) + " places and " + std::to_string(values.size()) + " values");
  if (most == 0) check_indices("element", places, static_cast<index>(result.size()));
  if (!values.empty() && std::less<void const*>()(values.data(), result.data() + result.size()) &&
      std::less<void const*>()(result.data(), values.data() + values.size()))
    refuse("the sums share memory with the values; give them memory of their own");
  if (result.empty()) return;
  std::size_t const parts =
      std::min(isobit::detail::part_count(driver, places.size()), std::max<std::size_t>(result.size(), 1));
  std::vector<extremes<T>> of_parts(parts);
  isobit::detail::for_each_part(driver, parts, values.size(),
                                [&](std::size_t first, std::size_t count, std::size_t part) {
                                  for (std::size_t k = first; k < first + count; ++k) of_parts[part].note(values[k]);
                                });
  for (auto const& one : of_parts) of_parts[0].merge(one);
  if (most == 0) {
    std::vector<std::uint32_t> counts(result.size());
    for (Index const place : places) most = std::max<std::size_t>(most, ++counts[static_cast<std::size_t>(place)]);
  }
  // Every part has its own elements of the result, and looks for what belongs to them.
  isobit::detail::for_each_part(driver, parts, result.size(), [&](std::size_t first, std::size_t count, std::size_t) {
    in_standard_rounding([&] {
      contribution_cut const cut(of_parts[0], std::max<std::size_t>(most, 1));
      // From a thread's own memory, which others than the first call find in place.
      linalg::workspace const memory(count * (sizeof(contribution_sum<T>) / sizeof(double)));
      auto* const sums = reinterpret_cast<contribution_sum<T>*>(memory.data());
      std::uninitialized_value_construct_n(sums, count);
      auto const for_each_mine = [&](auto visit) {
        for (std::size_t k = 0; k < places.size(); ++k)
          if (std::size_t const at = static_cast<std::size_t>(places[k]) - first; at < count) visit(at, values[k]);
      };
      if (cut.usable) for_each_mine([&](std::size_t at, T value) { sums[at].add(value, cut.start); });
      std::vector<std::size_t> open;
      for (std::size_t at = 0; at < count; ++at) {
        auto const rounded = sums[at].round(cut);
        if (cut.usable && rounded.holds)
          result[first + at] = rounded.value;
        else
          open.push_back(at);
      }
      if (open.empty()) return;
      std::vector<std::vector<T>> of_open(open.size());
      for_each_mine([&](std::size_t at, T value) {
        auto const found = std::ranges::lower_bound(open, at);
        if (found != open.end() && *found == at)
          of_open[static_cast<std::size_t>(found - open.begin())].push_back(value);
      });
      for (std::size_t n = 0; n < open.size(); ++n) result[first + open[n]] = exact_sum_of<T>(of_open[n]);
    });
  });
}

#define ISOBIT_INSTANTIATE_FOR(T, Index)                                                                             \
  template ISOBIT_API csr_matrix<T, Index> from_triplets(driver_ref const&, index, index, std::span<Index const>,    \
                                                         std::span<Index const>, std::span<T const>);                \
  template ISOBIT_API void add_at_places(driver_ref const&, std::span<Index const>, std::size_t, std::span<T const>, \
                                         std::span<T>);
#define ISOBIT_INSTANTIATE(Index)                                                                             \
  ISOBIT_INSTANTIATE_FOR(float, Index)                                                                        \
  ISOBIT_INSTANTIATE_FOR(double, Index)                                                                       \
  ISOBIT_INSTANTIATE_FOR(std::complex<float>, Index)                                                          \
  ISOBIT_INSTANTIATE_FOR(std::complex<double>, Index)                                                         \
  template ISOBIT_API void find_places(driver_ref const&, csr_matrix<double, Index>&, std::span<Index const>, \
                                       std::span<Index const>, std::vector<Index>&);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
