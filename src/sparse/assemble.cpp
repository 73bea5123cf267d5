#include <isobit/sparse/assemble.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "sparse/buckets.hpp"
#include "sparse/check.hpp"
#include "sparse/contributions.hpp"
#include "sparse/finished_rows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

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

#define ISOBIT_INSTANTIATE_FOR(T, Index)                                                                          \
  template ISOBIT_API csr_matrix<T, Index> from_triplets(driver_ref const&, index, index, std::span<Index const>, \
                                                         std::span<Index const>, std::span<T const>);
#define ISOBIT_INSTANTIATE(Index)                    \
  ISOBIT_INSTANTIATE_FOR(float, Index)               \
  ISOBIT_INSTANTIATE_FOR(double, Index)              \
  ISOBIT_INSTANTIATE_FOR(std::complex<float>, Index) \
  ISOBIT_INSTANTIATE_FOR(std::complex<double>, Index)
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
