#include <isobit/sparse/product.hpp>

#include <algorithm>
#include <vector>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "sparse/check.hpp"
#include "sparse/cut_rows.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/row_combination.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

template <class T, class Index, class Offset>
scaled_row<T, Index> row_of(csr_view<T, Index, Offset> const& a, index row, T factor, row_extent const& extent = {}) {
  Offset const first = a.offsets[row];
  return {factor, {a.indices + first, static_cast<std::size_t>(a.offsets[row + 1] - first)}, a.values + first, extent};
}

/// What is known of a row, whatever its factor.
template <class T, class Index, class Offset> row_extent extent_of_row(csr_view<T, Index, Offset> const& a, index row) {
  auto const entries = row_of(a, row, T{});
  return extent_of(std::span(entries.values, entries.indices.size()), entries.indices);
}

/// The matrix of rows that are combinations of others: collect(row, terms) fills in which. `work` has for each row how
/// many products there are in those before.
template <class Offset, class T, class Index, class Collect>
csr_matrix<T, Index, Offset> combine_rows(driver_ref const& driver, index columns, zero_factors zeros,
                                          std::vector<std::int64_t> const& work, Collect collect) {
  index const rows = std::ssize(work) - 1;
  std::size_t const parts = std::min(isobit::detail::part_count(driver, static_cast<std::size_t>(work.back())),
                                     static_cast<std::size_t>(std::max(rows, index{1})));
  auto const first = cut_rows(work.data(), rows, parts);
  std::vector<finished_rows<T, Index>> finished(parts);
  isobit::detail::run_parts(driver, parts, [&](std::size_t part) {
    in_standard_rounding([&] {
      row_combination<T, Index> combination(columns, zeros);
      std::vector<scaled_row<T, Index>> terms;
      for (index row = first[part]; row < first[part + 1]; ++row) {
        terms.clear();
        collect(row, terms);
        combination.append(terms, finished[part]);
      }
    });
  });
  return join_rows<Offset, T, Index>(rows, columns, finished);
}

/// Columns by their numbers among those that occur, where they are so many that marks for all would be a waste.
template <class Index> class occurring_columns {
public:
  void note(std::span<Index const> columns) { names_.insert(names_.end(), columns.begin(), columns.end()); }
  void sort() {
    std::ranges::sort(names_);
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  }
  [[nodiscard]] index count() const noexcept { return std::ssize(names_); }
  [[nodiscard]] std::vector<Index> numbers_of(std::span<Index const> columns) const {
    std::vector<Index> numbers;
    numbers.reserve(columns.size());
    for (Index const column : columns)
      numbers.push_back(static_cast<Index>(std::ranges::lower_bound(names_, column) - names_.begin()));
    return numbers;
  }
  template <class Matrix> [[nodiscard]] Matrix named(Matrix a, index columns) const {
    for (Index& number : a.indices) number = names_[static_cast<std::size_t>(number)];
    a.columns = columns;
    return a;
  }

private:
  std::vector<Index> names_;
};

inline bool is_wide(index columns, index entries) { return columns / 16 > entries + 1000; }

template <class T, class Index, class Offset> std::span<Index const> indices_of(csr_view<T, Index, Offset> const& a) {
  return a.rows == 0 ? std::span<Index const>()
                     : std::span(a.indices + a.offsets[0], static_cast<std::size_t>(a.entries()));
}
/// A matrix whose columns are those numbers.
template <class T, class Index, class Offset> class renumbered {
public:
  renumbered(csr_view<T, Index, Offset> const& a, occurring_columns<Index> const& columns)
      : a_(a), count_(columns.count()), indices_(columns.numbers_of(indices_of(a))) {
    for (index row = 0; row < a.rows; ++row) offsets_.push_back(a.offsets[row + 1] - a.offsets[0]);
  }
  [[nodiscard]] csr_view<T, Index, Offset> view() const noexcept {
    return {unchecked,       a_.rows,         count_,
            offsets_.data(), indices_.data(), a_.rows == 0 ? a_.values : a_.values + a_.offsets[0]};
  }

private:
  csr_view<T, Index, Offset> a_;
  index count_;
  std::vector<Offset> offsets_{0};
  std::vector<Index> indices_;
};

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> product(driver_ref const& driver, csr_view<T, Index, Offset> const& a,
                                     csr_view<T, Index, Offset> const& b) {
  if (a.columns != b.rows)
    refuse("a matrix of " + std::to_string(a.columns) + " columns times one of " + std::to_string(b.rows) + " rows");
  if (is_wide(b.columns, b.entries())) {
    occurring_columns<Index> columns;
    columns.note(indices_of(b));
    columns.sort();
    return columns.named(product(driver, a, renumbered(b, columns).view()), b.columns);
  }
  std::vector<std::int64_t> work{0};
  for (index row = 0; row < a.rows; ++row) {
    std::int64_t products = 1;  // a row costs something, too
    for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k)
      products += b.offsets[a.indices[k] + 1] - b.offsets[a.indices[k]];
    work.push_back(work.back() + products);
  }
  std::vector<row_extent> extents(static_cast<std::size_t>(b.rows));
  isobit::detail::for_each_part(driver, isobit::detail::part_count(driver, static_cast<std::size_t>(b.entries())),
                                extents.size(), [&](std::size_t first, std::size_t count, std::size_t) {
                                  in_standard_rounding([&] {
                                    for (std::size_t row = first; row < first + count; ++row)
                                      extents[row] = extent_of_row(b, static_cast<index>(row));
                                  });
                                });
  return combine_rows<Offset, T, Index>(
      driver, b.columns, zero_factors::multiply, work, [&](index row, std::vector<scaled_row<T, Index>>& terms) {
        for (Offset k = a.offsets[row]; k < a.offsets[row + 1]; ++k) {
          Index const other = a.indices[k];
          terms.push_back(row_of(b, other, a.values[k], extents[static_cast<std::size_t>(other)]));
        }
      });
}

template <class T, class Index, class Offset>
csr_matrix<T, Index, Offset> add(driver_ref const& driver, T alpha, csr_view<T, Index, Offset> const& a, T beta,
                                 csr_view<T, Index, Offset> const& b) {
  if (a.rows != b.rows || a.columns != b.columns)
    refuse("a matrix of " + std::to_string(a.rows) + " rows and " + std::to_string(a.columns) +
           " columns plus one of " + std::to_string(b.rows) + " and " + std::to_string(b.columns));
  if (is_wide(a.columns, a.entries() + b.entries())) {
    occurring_columns<Index> columns;
    columns.note(indices_of(a)), columns.note(indices_of(b));
    columns.sort();
    return columns.named(add(driver, alpha, renumbered(a, columns).view(), beta, renumbered(b, columns).view()),
                         a.columns);
  }
  std::vector<std::int64_t> work{0};
  for (index row = 0; row < a.rows; ++row)
    work.push_back(work.back() + 1 + (a.offsets[row + 1] - a.offsets[row]) + (b.offsets[row + 1] - b.offsets[row]));
  return combine_rows<Offset, T, Index>(driver, a.columns, zero_factors::leave_out, work,
                                        [&](index row, std::vector<scaled_row<T, Index>>& terms) {
                                          terms.push_back(row_of(a, row, alpha, extent_of_row(a, row)));
                                          terms.push_back(row_of(b, row, beta, extent_of_row(b, row)));
                                        });
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                       \
  template ISOBIT_API csr_matrix<T, Index, Offset> product(driver_ref const&, csr_view<T, Index, Offset> const&,   \
                                                           csr_view<T, Index, Offset> const&);                     \
  template ISOBIT_API csr_matrix<T, Index, Offset> add(driver_ref const&, T, csr_view<T, Index, Offset> const&, T, \
                                                       csr_view<T, Index, Offset> const&);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
