#pragma once

#include <isobit/sparse/layouts.hpp>

#include "sparse/strip.hpp"

/// The rows of matrices in all layouts but CSR, one by one.
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

template <class T, class Index> class row_source {
public:
  row_source(index rows_, index columns_, T const* values_, index stored_)
      : rows(rows_), columns(columns_), values(values_), stored(stored_) {}
  row_source(row_source const&) = delete;
  row_source& operator=(row_source const&) = delete;
  virtual ~row_source() = default;

  /// Adds a row's entries.
  virtual void append(index row, gathered_rows<T, Index>& to) const = 0;

  [[nodiscard]] bool has_entries() const {
    gathered_rows<T, Index> some;
    for (index row = 0; row < rows && some.entries() == 0; ++row) append(row, some);
    return some.entries() != 0;
  }

  index const rows, columns;
  T const* const values;
  index const stored;  ///< numbers, entries or not
};

template <class T, class Index> class bsr_rows final : public row_source<T, Index> {
public:
  explicit bsr_rows(bsr_view<T, Index> const& a)
      : row_source<T, Index>(a.rows, a.columns, a.values,
                             a.rows == 0 ? 0
                                         : static_cast<index>(a.offsets[(a.rows - 1) / a.block_rows + 1]) *
                                               a.block_rows * a.block_columns),
        a_(a) {}
  void append(index row, gathered_rows<T, Index>& to) const override {
    index const block_row = row / a_.block_rows, inner_row = row % a_.block_rows;
    for (Index k = a_.offsets[block_row]; k < a_.offsets[block_row + 1]; ++k) {
      T const* const numbers = a_.values + (k * a_.block_rows + inner_row) * a_.block_columns;
      index const first = static_cast<index>(a_.indices[k]) * a_.block_columns;
      for (index j = 0; j < std::min(a_.block_columns, a_.columns - first); ++j)
        to.push_back(static_cast<Index>(first + j), numbers[j]);
    }
  }

private:
  bsr_view<T, Index> a_;
};

template <class T, class Index> class ell_rows final : public row_source<T, Index> {
public:
  explicit ell_rows(ell_view<T, Index> const& a)
      : row_source<T, Index>(a.rows, a.columns, a.values, a.rows * a.width), a_(a) {}
  void append(index row, gathered_rows<T, Index>& to) const override {
    for (index k = 0; k < a_.width; ++k)
      if (index const at = k * a_.rows + row; a_.indices[at] >= 0) to.push_back(a_.indices[at], a_.values[at]);
  }

private:
  ell_view<T, Index> a_;
};

template <class T, class Index> class sell_rows final : public row_source<T, Index> {
public:
  explicit sell_rows(sell_view<T, Index> const& a)
      : row_source<T, Index>(a.rows, a.columns, a.values, a.rows == 0 ? 0 : a.offsets[(a.rows - 1) / a.chunk + 1]),
        a_(a) {}
  void append(index row, gathered_rows<T, Index>& to) const override {
    index const slot = a_.slots[row], in_chunk = slot / a_.chunk;
    for (index at = a_.offsets[in_chunk] + slot % a_.chunk; at < a_.offsets[in_chunk + 1]; at += a_.chunk)
      if (a_.indices[at] >= 0) to.push_back(a_.indices[at], a_.values[at]);
  }

private:
  sell_view<T, Index> a_;
};

/// The strips of such a matrix.
template <class T, class Index> struct strips_of_source {
  row_source<T, Index> const& source;
  using memory = gathered_rows<T, Index>;

  [[nodiscard]] row_strip<T, Index, std::int64_t> operator()(index first, index end, memory& rows) const {
    rows.clear();
    for (index row = first; row < std::min(end, first + strip_rows) && rows.entries() < strip_entries; ++row) {
      source.append(row, rows);
      rows.end_row();
    }
    return rows.strip(source.columns);
  }
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
