#pragma once

#include <algorithm>
#include <vector>

#include "linalg/exact_entry.hpp"
#include "sparse/finished_rows.hpp"
#include "sparse/row_extent.hpp"
#include "sparse/row_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

/// What a factor that is zero, or the part of one, does: as an entry of a matrix it is a factor like any other, as a
/// number that the caller gives it leaves out what it meets.
enum class zero_factors : std::uint8_t { multiply, leave_out };

/// Makes rows that are sums of others, each times a factor: every entry rounded once, columns ascending. A thread keeps
/// one, with a mark for every column. In the standard environment. docs/maths/sparse.md#combinations
template <class T, class Index> class row_combination {
public:
  row_combination(index columns, zero_factors zeros) : zeros_(zeros), marks_(static_cast<std::size_t>(columns), none) {}

  void append(std::span<scaled_row<T, Index> const> rows, finished_rows<T, Index>& to) {
    product_cut const cut(rows);
    columns_.clear();
    for (auto const& row : rows) {
      find_places(row);
      if (cut.usable) add(row, cut.start);
    }
    std::sort(columns_.begin(), columns_.end());
    to.lengths.push_back(std::ssize(columns_));
    to.indices.insert(to.indices.end(), columns_.begin(), columns_.end());
    std::size_t const first = to.values.size();
    to.values.resize(first + columns_.size());
    open_.clear();
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      auto const rounded = round(std::exchange(marks_[static_cast<std::size_t>(columns_[k])], none), cut.radius);
      to.values[first + k] = rounded.value;
      if (!cut.usable || !rounded.holds) open_.push_back(k);
    }
    settle(rows, std::span(to.values).subspan(first));
  }

private:
  static constexpr Index none = -1;
  using real = real_of<T>;

  /// The numbers of the row's columns among those that occur, each times the parts of an element.
  void find_places(scaled_row<T, Index> const& row) {
    std::size_t const count = row.indices.size(), most = columns_.size() + count;
    if (places_.size() < count) places_.resize(count);
    if (sums_.size() < most * parts_of<T>) sums_.resize(2 * most * parts_of<T>);
    for (std::size_t k = 0; k < count; ++k) {
      Index& mark = marks_[static_cast<std::size_t>(row.indices[k])];
      if (mark == none) {
        mark = static_cast<Index>(columns_.size());
        std::fill_n(sums_.begin() + static_cast<index>(mark) * parts_of<T>, parts_of<T>, scattered_sum{});
        columns_.push_back(row.indices[k]);
      }
      places_[k] = static_cast<index>(mark) * parts_of<T>;
    }
  }

  void add(scaled_row<T, Index> const& row, double start) {
    auto const* const values = linalg::parts_at(row.values);
    auto const add_part = [&](real factor, index from, index to) {
      if (!linalg::is_zero(factor))
        kernel_(factor, values + from, parts_of<T>, places_.data(), std::ssize(row.indices), start, sums_.data() + to);
    };
    add_part(part_of(row.factor, 0), 0, 0);
    if constexpr (is_complex<T>) {
      add_part(part_of(row.factor, 0), 1, 1);
      add_part(part_of(row.factor, 1), 0, 1);
      add_part(negated(part_of(row.factor, 1)), 1, 0);
    }
  }

  [[nodiscard]] certify::certain<T> round(Index number, double radius) const noexcept {
    auto const* const at = sums_.data() + static_cast<index>(number) * parts_of<T>;
    auto const first = round_cut<real>(at[0].high, at[0].low, radius);
    if constexpr (is_complex<T>) {
      auto const second = round_cut<real>(at[1].high, at[1].low, radius);
      return {T{first.value, second.value}, first.holds && second.holds};
    } else {
      return first;
    }
  }

  /// By the definition, what is open; some at a time, as exact sums are large.
  void settle(std::span<scaled_row<T, Index> const> rows, std::span<T> values) {
    constexpr std::size_t most = 256;
    for (std::size_t begin = 0; begin < open_.size(); begin += most) {
      std::span const some = std::span(open_).subspan(begin, std::min(most, open_.size() - begin));
      for (std::size_t n = 0; n < some.size(); ++n) mark_of(some[n]) = static_cast<Index>(n);
      std::vector<linalg::exact_entry<T>> entries(some.size());
      for (auto const& row : rows)
        for (std::size_t k = 0; k < row.indices.size(); ++k)
          if (Index const mark = marks_[static_cast<std::size_t>(row.indices[k])]; mark != none)
            add(entries[static_cast<std::size_t>(mark)], row.factor, row.values[k]);
      for (std::size_t n = 0; n < some.size(); ++n) {
        values[some[n]] = entries[n].round();
        mark_of(some[n]) = none;
      }
    }
  }
  Index& mark_of(std::size_t k) noexcept { return marks_[static_cast<std::size_t>(columns_[k])]; }
  void add(linalg::exact_entry<T>& entry, T factor, T value) const noexcept {
    if (zeros_ == zero_factors::multiply) return entry.add_product(factor, value);
    if (!linalg::is_zero(part_of(factor, 0))) {
      entry.real.add_product(part_of(factor, 0), part_of(value, 0));
      if constexpr (is_complex<T>) entry.imaginary.add_product(factor.real(), value.imag());
    }
    if constexpr (is_complex<T>)
      if (!linalg::is_zero(factor.imag())) {
        entry.real.add_product(negated(factor.imag()), value.imag());
        entry.imaginary.add_product(factor.imag(), value.real());
      }
  }

  zero_factors zeros_;
  add_products_kernel<real> kernel_ = row_kernels_in_use().add_products<real>();
  std::vector<Index> marks_, columns_;
  std::vector<index> places_;
  std::vector<scattered_sum> sums_;
  std::vector<std::size_t> open_;
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
