#include <isobit/sparse/assemble.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "sparse/buckets.hpp"
#include "sparse/check.hpp"
#include "sparse/contributions.hpp"
#include "sparse/finished_rows.hpp"
#include "sparse/open_rows.hpp"
#include "sparse/schedule.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

/// As many rows may be open at a time, or contributions are sorted first.
constexpr std::size_t most_open_rows = std::size_t{1} << 15;

/// As many contributions to a row are expected, before they are counted, where so many come to so many rows.
std::size_t usual_contributions(std::size_t count, std::size_t rows) { return 4 * (count / rows + 16); }

/// Rounds rows that are complete.
template <class T, class Index> class row_finisher {
public:
  /// visit(row, column, place in `to`) with entries that are left open.
  template <class Visit>
  void finish(open_rows<T, Index> const& rows, std::size_t first, std::size_t end, contribution_cut const& cut,
              finished_rows<T, Index>& to, Visit visit) {
    for (std::size_t row = first; row < end; ++row) {
      std::size_t const count = rows.entries(row), start = to.indices.size();
      order_.sort(rows, row);
      to.lengths.push_back(static_cast<index>(count));
      to.indices.resize(start + count);
      to.values.resize(start + count);
      std::size_t k = 0;
      rows.for_each(row, [&](Index column, contribution_sum<T> const& sum) {
        std::size_t const at = start + order_.place(k++);
        auto const rounded = sum.round(cut);
        to.indices[at] = column;
        to.values[at] = rounded.value;
        if (!(cut.usable && rounded.holds)) [[unlikely]]
          visit(row, column, at);
      });
    }
  }

private:
  column_order<T, Index> order_;
};

/// For `more` entries or, once it can be seen how many there will be, for all, so that they are hardly moved: `done` of
/// `all` contributions were looked at.
template <class T, class Index>
void make_room(finished_rows<T, Index>& rows, std::size_t more, std::size_t done, std::size_t all) {
  std::size_t const needed = rows.indices.size() + more;
  if (needed <= rows.indices.capacity()) return;
  auto const expected = static_cast<std::size_t>(static_cast<double>(needed) / static_cast<double>(done) * 1.03 *
                                                 static_cast<double>(all));
  std::size_t const room = std::max(needed, std::min(expected, 8 * needed));
  rows.indices.reserve(room);
  rows.values.reserve(room);
}

/// Contributions in an order in which rows lie near each other from their first to their last, those to the rows
/// [first, end): they are rounded when they are complete. Whether that was certain, and all were to one of the columns.
template <class T, class Index>
bool add_in_order(detail::batch_schedule const& schedule, std::size_t first, std::size_t end, index columns,
                  std::span<Index const> i, std::span<Index const> j, std::span<T const> values,
                  finished_rows<T, Index>& to) {
  if (first == end) return true;
  open_rows<T, Index> rows(schedule.ring);
  row_finisher<T, Index> finisher;
  double const start = start_for_a_few(values, usual_contributions(i.size(), end - first));
  extremes<T> all;
  bool holds = true;
  std::size_t begun = first, complete = first;
  auto const finish_up_to = [&](std::size_t row, std::size_t done) {
    make_room(to, rows.entries(complete, row), done, i.size());
    contribution_cut const cut(start, all, rows.most(complete, row));
    finisher.finish(rows, complete, row, cut, to, [&](auto...) { holds = false; });
    complete = row;
  };
  for (std::size_t b = 0; holds && b < schedule.begun.size(); ++b) {
    std::size_t const row = std::clamp(schedule.begun[b], first, end);
    rows.begin(begun, row);
    begun = std::max(begun, row);
    if (begun == first || complete == end) continue;  // These are all for other rows.
    std::size_t const at = b * batch, count = std::min(batch, i.size() - at);
    if (!are_below(j.subspan(at, count), columns)) return false;
    rows.add(i.subspan(at, count), j.data() + at, values.data() + at, first, end, start);
    all.note(values.subspan(at, count));
    if (std::size_t const done = std::clamp(schedule.complete[b], first, end); done > complete)
      finish_up_to(done, at + count);
  }
  rows.begin(begun, end);
  if (holds) finish_up_to(end, i.size());
  return holds;
}
/// Buckets of contributions to rows in succession. A thread keeps one.
template <class T, class Index> class bucket_adder {
public:
  explicit bucket_adder(index most_rows) : rows_(std::bit_ceil(static_cast<std::size_t>(most_rows))) {}

  void add(std::span<contribution<T, Index> const> bucket, index first_row, index rows, finished_rows<T, Index>& to) {
    auto const first = static_cast<std::size_t>(first_row), end = first + static_cast<std::size_t>(rows);
    extremes<T> some;
    for (auto const& one : bucket.first(std::min(bucket.size(), a_few))) some.note(one.value);
    double const guess = start_for_a_few(some, usual_contributions(bucket.size(), end - first));
    auto const all = add_up(bucket, first, end, guess);
    std::size_t const most = rows_.most(first, end);
    contribution_cut cut(guess, all, most);
    if (!cut.usable) {
      cut = contribution_cut(all, most);
      if (cut.usable) add_up(bucket, first, end, cut.start);
    }
    finisher_.finish(rows_, first, end, cut, to, [&](std::size_t row, Index column, std::size_t at) {
      open_.push_back({static_cast<Index>(row), column, at, {}});
    });
    if (!open_.empty()) settle(bucket, to);
  }

private:
  struct open_entry {
    Index row, column;
    std::size_t at;
    std::vector<T> values;
  };

  extremes<T> add_up(std::span<contribution<T, Index> const> bucket, std::size_t first, std::size_t end, double start) {
    rows_.begin(first, end);
    extremes<T> of;
    for (auto const& one : bucket) {
      rows_.add(one.row, one.column, one.value, start);
      of.note(one.value);
    }
    return of;
  }

  /// By the definition.
  void settle(std::span<contribution<T, Index> const> bucket, finished_rows<T, Index>& to) {
    auto const place_of = [](auto const& one) { return std::pair(one.row, one.column); };
    std::ranges::sort(open_, {}, place_of);
    for (auto const& one : bucket) {
      auto const found = std::ranges::lower_bound(open_, place_of(one), {}, place_of);
      if (found != open_.end() && place_of(*found) == place_of(one)) found->values.push_back(one.value);
    }
    for (auto const& one : open_) to.values[one.at] = exact_sum_of<T>(one.values);
    open_.clear();
  }

  open_rows<T, Index> rows_;
  row_finisher<T, Index> finisher_;
  std::vector<open_entry> open_;
};

/// By rows in the order in which contributions come, if they come so, all are exact and all rows and columns exist;
/// else nothing.
template <class T, class Index>
std::vector<finished_rows<T, Index>> rows_in_order(driver_ref const& driver, std::size_t rows, index columns,
                                                   std::span<Index const> i, std::span<Index const> j,
                                                   std::span<T const> values) {
  auto const schedule = schedule_of(i, rows);
  if (schedule.ring > most_open_rows || schedule.begun.empty()) return {};
  std::size_t const parts = std::min(isobit::detail::part_count(driver, i.size()), schedule.begun.size());
  std::vector<finished_rows<T, Index>> finished(parts);
  std::vector<char> holds(parts);
  isobit::detail::run_parts(driver, parts, [&](std::size_t part) {
    auto const first_of = [&](std::size_t p) {
      return p == 0 ? 0 : p == parts ? rows : schedule.begun[schedule.begun.size() * p / parts];
    };
    in_standard_rounding([&] {
      holds[part] = add_in_order(schedule, first_of(part), first_of(part + 1), columns, i, j, values, finished[part]);
    });
  });
  if (std::ranges::find(holds, char{false}) != holds.end()) finished.clear();
  return finished;
}

template <class T, class Index>
std::vector<finished_rows<T, Index>> rows_of_buckets(driver_ref const& driver, index rows, std::span<Index const> i,
                                                     std::span<Index const> j, std::span<T const> values) {
  buckets<T, Index> const sorted(driver, rows, i, j, values);
  std::vector<finished_rows<T, Index>> finished(sorted.count());
  std::size_t const parts =
      std::min(isobit::detail::part_count(driver, i.size()), std::max<std::size_t>(sorted.count(), 1));
  isobit::detail::for_each_part(driver, parts, sorted.count(), [&](std::size_t first, std::size_t count, std::size_t) {
    if (count == 0) return;
    in_standard_rounding([&] {
      bucket_adder<T, Index> adder(sorted.rows_in(0));
      for (std::size_t b = first; b < first + count; ++b)
        adder.add(sorted[b], sorted.first_row(b), sorted.rows_in(b), finished[b]);
    });
  });
  return finished;
}

}  // namespace

namespace detail {

template <class T, class Index>
csr_matrix<T, Index> from_triplets(driver_ref const& driver, index rows, index columns, std::span<Index const> i,
                                   std::span<Index const> j, std::span<T const> values) {
  require_sizes(rows, columns);
  if (i.size() != values.size() || j.size() != values.size())
    refuse("contributions of " + std::to_string(i.size()) + " rows, " + std::to_string(j.size()) + " columns and " +
           std::to_string(values.size()) + " values");
  auto finished = rows_in_order(driver, static_cast<std::size_t>(rows), columns, i, j, values);
  if (finished.empty()) {
    check_indices("row", i, rows);
    check_indices("column", j, columns);
    finished = rows_of_buckets(driver, rows, i, j, values);
  }
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
