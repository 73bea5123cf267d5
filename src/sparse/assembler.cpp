#include <isobit/sparse/assembler.hpp>

#include <tuple>

#include <isobit/arithmetic/two_sum.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/sparse/assemble.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/number.hpp"
#include "sparse/buckets.hpp"
#include "sparse/check.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

using linalg::part_of, linalg::parts_of, linalg::real_of;

/// A few numbers that have the exact sum of others.
template <class R> struct few_numbers {
  static constexpr int most = 4;
  R numbers[most] = {};
  int size = 0;
};

/// Every addition with its error, which goes to the next sum. False where the last sum was rounded, too, or something
/// was not finite. docs/maths/sparse.md#condensing
template <class T, class Index>
bool add_up(std::span<contribution<T, Index> const> run, index part, few_numbers<real_of<T>>& to) {
  using real = real_of<T>;
  real high = 0, middle = 0, low = 0;
  bool exact = true;
  for (auto const& one : run) {
    auto const first = two_sum(high, part_of(one.value, part));
    auto const second = two_sum(middle, first.low);
    auto const third = two_sum(low, second.low);
    high = first.high, middle = second.high, low = third.high;
    exact = exact && third.low == 0;
  }
  if (!exact || is_nonfinite(high)) return false;
  to.size = 0;
  for (real const one : {high, middle, low})
    if (one != 0) to.numbers[to.size++] = one;
  return true;
}

/// The leading digits of the sum, those of what is left, and so on. False where there are too many of them, or the sum
/// is too large for any number.
template <class R> bool take_apart(exact sum, few_numbers<R>& to) {
  to.size = 0;
  if (sum.nan_count() != 0 || sum.positive_infinity_count() != 0 || sum.negative_infinity_count() != 0) {
    to.numbers[to.size++] = sum.round<R>();
    return true;
  }
  while (sum.sign() != 0) {
    R const leading = sum.round<R>();
    if (to.size == few_numbers<R>::most || is_nonfinite(leading)) return false;
    to.numbers[to.size++] = leading;
    sum.subtract(leading);
  }
  return true;
}

template <class T, class Index> auto place_of(contribution<T, Index> const& one) {
  return std::tuple(one.row, one.column);
}
template <class T, class Index> auto place_of(detail::wide_sum<T, Index> const& one) {
  return std::tuple(one.row, one.column);
}

/// Wide sums in the order of their places, one for each.
template <class T, class Index> class wide_sums {
public:
  explicit wide_sums(std::vector<detail::wide_sum<T, Index>>& all) : all_(all) {
    std::ranges::sort(all_, {}, [](auto const& one) { return place_of(one); });
    std::size_t count = 0;
    for (auto const& one : all_) {
      if (count != 0 && place_of(all_[count - 1]) == place_of(one))
        for (index part = 0; part < parts_of<T>; ++part) all_[count - 1].parts[part].merge(one.parts[part]);
      else
        all_[count++] = one;
    }
    all_.resize(count);
    known_ = count;
  }

  /// Takes the contributions to a place that has a wide sum. False where it has none.
  bool take(std::span<contribution<T, Index> const> run) {
    auto const end = all_.begin() + static_cast<std::ptrdiff_t>(known_);
    auto const found = std::lower_bound(all_.begin(), end, place_of(run.front()),
                                        [](auto const& one, auto const& place) { return place_of(one) < place; });
    if (found == end || place_of(*found) != place_of(run.front())) return false;
    add(*found, run);
    return true;
  }
  /// Makes one of contributions to a place that has none.
  void make(std::span<contribution<T, Index> const> run) {
    all_.push_back({run.front().row, run.front().column, {}});
    add(all_.back(), run);
  }

private:
  static void add(detail::wide_sum<T, Index>& to, std::span<contribution<T, Index> const> run) {
    for (index part = 0; part < parts_of<T>; ++part)
      for (auto const& one : run) to.parts[part].add(part_of(one.value, part));
  }

  std::vector<detail::wide_sum<T, Index>>& all_;
  std::size_t known_;
};

/// The contributions to a place, condensed where that makes them fewer, into `list`; false where they stay too many.
template <class T, class Index>
bool condense_run(std::span<contribution<T, Index> const> run, detail::contribution_list<T, Index>& list) {
  using real = real_of<T>;
  constexpr std::size_t most = few_numbers<real>::most;
  few_numbers<real> few[parts_of<T>];
  std::size_t size = 1;  // A place that was contributed to keeps an entry, be it 0.
  for (index part = 0; part < parts_of<T>; ++part) {
    if (!add_up(run, part, few[part])) {
      exact sum;
      for (auto const& one : run) sum.add(part_of(one.value, part));
      if (!take_apart(sum, few[part])) size = most + 1;
    }
    size = std::max(size, static_cast<std::size_t>(few[part].size));
  }
  if (size > most && run.size() > most) return false;
  bool const fewer = size < run.size();
  if (!fewer) size = run.size();
  for (std::size_t n = 0; n < size; ++n) {
    list.i.push_back(run.front().row);
    list.j.push_back(run.front().column);
    if (!fewer)
      list.values.push_back(run[n].value);
    else if constexpr (linalg::is_complex<T>)
      list.values.push_back({few[0].numbers[n], few[1].numbers[n]});
    else
      list.values.push_back(few[0].numbers[n]);
  }
  return true;
}

}  // namespace

namespace detail {

template <class T, class Index> void condense(contribution_list<T, Index>& list) {
  buckets<T, Index> const sorted(serial(), list.rows, list.i, list.j, list.values);
  list.i.clear(), list.j.clear(), list.values.clear();
  wide_sums<T, Index> wide(list.wide);
  in_standard_rounding([&] {
    for (std::size_t b = 0; b < sorted.count(); ++b) {
      auto const bucket = sorted[b];
      std::ranges::sort(bucket, {}, [](auto const& one) { return place_of(one); });
      for (std::size_t first = 0, end = 0; first < bucket.size(); first = end) {
        while (end < bucket.size() && place_of(bucket[end]) == place_of(bucket[first])) ++end;
        std::span<contribution<T, Index> const> const run = bucket.subspan(first, end - first);
        if (wide.take(run)) continue;
        if (!condense_run(run, list)) wide.make(run);
      }
    }
  });
  list.limit = std::max(list.limit, 2 * list.values.size());
}

template <class T, class Index>
csr_matrix<T, Index> sum_contributions(driver_ref const& driver, contribution_list<T, Index>& list) {
  // Then a wide sum has all that was contributed to its place, which needs an entry.
  if (!list.wide.empty()) condense(list);
  for (auto const& one : list.wide) list.i.push_back(one.row), list.j.push_back(one.column), list.values.push_back(T{});
  auto a = from_triplets<T, Index>(driver, list.rows, list.columns, list.i, list.j, list.values);
  in_standard_rounding([&] {
    for (auto const& one : list.wide) {
      auto const row = a.offsets.begin() + static_cast<std::ptrdiff_t>(one.row);
      auto const begin = a.indices.begin();
      T& value =
          a.values[static_cast<std::size_t>(std::lower_bound(begin + row[0], begin + row[1], one.column) - begin)];
      // An exact zero is +0.
      if constexpr (linalg::is_complex<T>)
        value = T{one.parts[0].template round<real_of<T>>(), one.parts[1].template round<real_of<T>>()} + T{};
      else
        value = one.parts[0].template round<T>() + T{};
    }
  });
  return a;
}

void require_below(char const* what, std::int64_t number, std::int64_t end) {
  if (number >= end)
    refuse("a contribution to " + std::string(what) + " " + std::to_string(number) + ", and there are " +
           std::to_string(end) + ", numbered from 0");
}

template <class Index>
void require_block(index rows, index columns, std::span<Index const> row_dofs, std::span<Index const> column_dofs,
                   index block_rows, index block_columns) {
  if (static_cast<index>(row_dofs.size()) != block_rows || static_cast<index>(column_dofs.size()) != block_columns)
    refuse("a block of " + std::to_string(block_rows) + " rows and " + std::to_string(block_columns) +
           " columns for the numbers of " + std::to_string(row_dofs.size()) + " rows and " +
           std::to_string(column_dofs.size()) + " columns");
  for (Index const row : row_dofs) require_below("row", row, rows);
  for (Index const column : column_dofs) require_below("column", column, columns);
}

#define ISOBIT_INSTANTIATE_FOR(T, Index)                           \
  template ISOBIT_API void condense(contribution_list<T, Index>&); \
  template ISOBIT_API csr_matrix<T, Index> sum_contributions(driver_ref const&, contribution_list<T, Index>&);
#define ISOBIT_INSTANTIATE(Index)                     \
  ISOBIT_INSTANTIATE_FOR(float, Index)                \
  ISOBIT_INSTANTIATE_FOR(double, Index)               \
  ISOBIT_INSTANTIATE_FOR(std::complex<float>, Index)  \
  ISOBIT_INSTANTIATE_FOR(std::complex<double>, Index) \
  template ISOBIT_API void require_block(index, index, std::span<Index const>, std::span<Index const>, index, index);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
