#pragma once

#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

/// A matrix that lies elsewhere, column by column (CSC): the entries of column j are values[k] in row indices[k], from
/// k = offsets[j] up to offsets[j + 1].
///
///     isobit::sparse::csc_view<double> by_columns(rows, columns, offsets, indices, values);
///     isobit::sparse::multiply(1.0, by_columns, x, 0.0, y);
template <scalar T, index_type Index = std::int32_t, index_type Offset = Index> struct csc_view {
  index rows = 0, columns = 0;
  Offset const* offsets = nullptr;
  Index const* indices = nullptr;
  T const* values = nullptr;

  constexpr csc_view() noexcept = default;
  /// Looks at every index, and throws `error` as a csr_view does.
  csc_view(index rows_, index columns_, std::span<Offset const> offsets_, std::span<Index const> indices_,
           std::span<T const> values_)
      : csc_view(csr_view<T, Index, Offset>(columns_, rows_, offsets_, indices_, values_)) {}
  /// The transposed of a matrix by rows.
  explicit constexpr csc_view(csr_view<T, Index, Offset> const& t) noexcept
      : rows(t.columns), columns(t.rows), offsets(t.offsets), indices(t.indices), values(t.values) {}

  /// The transposed matrix, by rows: the same numbers.
  [[nodiscard]] constexpr csr_view<T, Index, Offset> transposed() const noexcept {
    return {unchecked, columns, rows, offsets, indices, values};
  }
};

/// A matrix in dense blocks (BSR): each is block_rows x block_columns numbers, row by row. The blocks of the block row
/// i are those from k = offsets[i] up to offsets[i + 1], in the block column indices[k]. Every number of a block is an
/// entry, zeros too, but what lies beyond the last row or column of the matrix is not read.
///
///     auto blocks = isobit::sparse::to_bsr(a, 3, 3);
///     isobit::sparse::multiply(1.0, blocks, x, 0.0, y);
template <scalar T, index_type Index = std::int32_t> struct bsr_view {
  index rows = 0, columns = 0;
  index block_rows = 1, block_columns = 1;
  Index const* offsets = nullptr;
  Index const* indices = nullptr;
  T const* values = nullptr;

  constexpr bsr_view() noexcept = default;
  /// Looks at every index, and throws `error` for what cannot be.
  bsr_view(index rows_, index columns_, index block_rows_, index block_columns_, std::span<Index const> offsets_,
           std::span<Index const> indices_, std::span<T const> values_);
  /// Looks at nothing.
  constexpr bsr_view(unchecked_tag, index rows_, index columns_, index block_rows_, index block_columns_,
                     Index const* offsets_, Index const* indices_, T const* values_) noexcept
      : rows(rows_), columns(columns_), block_rows(block_rows_), block_columns(block_columns_), offsets(offsets_),
        indices(indices_), values(values_) {}
};

/// Rows of one length (ELL): entry k of row i is values[k * rows + i] in column indices[k * rows + i]. A column of -1
/// is no entry.
///
///     auto same_lengths = isobit::sparse::to_ell(a);
template <scalar T, index_type Index = std::int32_t> struct ell_view {
  index rows = 0, columns = 0;
  index width = 0;
  Index const* indices = nullptr;
  T const* values = nullptr;

  constexpr ell_view() noexcept = default;
  /// Looks at every index, and throws `error` for what cannot be.
  ell_view(index rows_, index columns_, index width_, std::span<Index const> indices_, std::span<T const> values_);
  /// Looks at nothing.
  constexpr ell_view(unchecked_tag, index rows_, index columns_, index width_, Index const* indices_,
                     T const* values_) noexcept
      : rows(rows_), columns(columns_), width(width_), indices(indices_), values(values_) {}
};

/// Chunks of rows, of one length each (SELL-C-sigma): row i is in slot s = slots[i], which is lane s % chunk of the
/// chunk s / chunk; entry k of it is number offsets[s / chunk] + k * chunk + s % chunk of values and indices. A column
/// of -1 is no entry.
///
///     auto chunks = isobit::sparse::to_sell(a, 8, 64);
///     isobit::sparse::multiply(1.0, chunks, x, 0.0, y);
template <scalar T, index_type Index = std::int32_t> struct sell_view {
  index rows = 0, columns = 0;
  index chunk = 1;
  Index const* slots = nullptr;
  Index const* offsets = nullptr;
  Index const* indices = nullptr;
  T const* values = nullptr;

  constexpr sell_view() noexcept = default;
  /// Looks at every index, and throws `error` for what cannot be.
  sell_view(index rows_, index columns_, index chunk_, std::span<Index const> slots_, std::span<Index const> offsets_,
            std::span<Index const> indices_, std::span<T const> values_);
  /// Looks at nothing.
  constexpr sell_view(unchecked_tag, index rows_, index columns_, index chunk_, Index const* slots_,
                      Index const* offsets_, Index const* indices_, T const* values_) noexcept
      : rows(rows_), columns(columns_), chunk(chunk_), slots(slots_), offsets(offsets_), indices(indices_),
        values(values_) {}
};

namespace detail {
template <class Index>
ISOBIT_API void check_bsr(index rows, index columns, index block_rows, index block_columns,
                          std::span<Index const> offsets, std::span<Index const> indices, std::size_t values);
template <class Index>
ISOBIT_API void check_ell(index rows, index columns, index width, std::span<Index const> indices, std::size_t values);
template <class Index>
ISOBIT_API void check_sell(index rows, index columns, index chunk, std::span<Index const> slots,
                           std::span<Index const> offsets, std::span<Index const> indices, std::size_t values);
}  // namespace detail

template <scalar T, index_type Index>
bsr_view<T, Index>::bsr_view(index rows_, index columns_, index block_rows_, index block_columns_,
                             std::span<Index const> offsets_, std::span<Index const> indices_,
                             std::span<T const> values_)
    : bsr_view(unchecked, rows_, columns_, block_rows_, block_columns_, offsets_.data(), indices_.data(),
               values_.data()) {
  detail::check_bsr<Index>(rows_, columns_, block_rows_, block_columns_, offsets_, indices_, values_.size());
}
template <scalar T, index_type Index>
ell_view<T, Index>::ell_view(index rows_, index columns_, index width_, std::span<Index const> indices_,
                             std::span<T const> values_)
    : ell_view(unchecked, rows_, columns_, width_, indices_.data(), values_.data()) {
  detail::check_ell<Index>(rows_, columns_, width_, indices_, values_.size());
}
template <scalar T, index_type Index>
sell_view<T, Index>::sell_view(index rows_, index columns_, index chunk_, std::span<Index const> slots_,
                               std::span<Index const> offsets_, std::span<Index const> indices_,
                               std::span<T const> values_)
    : sell_view(unchecked, rows_, columns_, chunk_, slots_.data(), offsets_.data(), indices_.data(), values_.data()) {
  detail::check_sell<Index>(rows_, columns_, chunk_, slots_, offsets_, indices_, values_.size());
}

/// Matrices of their own in these layouts.
template <scalar T, index_type Index = std::int32_t, index_type Offset = Index> struct csc_matrix {
  index rows = 0, columns = 0;
  std::vector<Offset> offsets = {0};
  std::vector<Index> indices;
  std::vector<T> values;

  [[nodiscard]] csc_view<T, Index, Offset> view() const noexcept {
    csr_view<T, Index, Offset> const t(unchecked, columns, rows, offsets.data(), indices.data(), values.data());
    return csc_view<T, Index, Offset>(t);
  }
};
template <scalar T, index_type Index = std::int32_t> struct bsr_matrix {
  index rows = 0, columns = 0;
  index block_rows = 1, block_columns = 1;
  std::vector<Index> offsets = {0};
  std::vector<Index> indices;
  std::vector<T> values;

  [[nodiscard]] bsr_view<T, Index> view() const noexcept {
    return {unchecked, rows, columns, block_rows, block_columns, offsets.data(), indices.data(), values.data()};
  }
};
template <scalar T, index_type Index = std::int32_t> struct ell_matrix {
  index rows = 0, columns = 0;
  index width = 0;
  std::vector<Index> indices;
  std::vector<T> values;

  [[nodiscard]] ell_view<T, Index> view() const noexcept {
    return {unchecked, rows, columns, width, indices.data(), values.data()};
  }
};
template <scalar T, index_type Index = std::int32_t> struct sell_matrix {
  index rows = 0, columns = 0;
  index chunk = 1;
  std::vector<Index> slots;
  std::vector<Index> offsets = {0};
  std::vector<Index> indices;
  std::vector<T> values;

  [[nodiscard]] sell_view<T, Index> view() const noexcept {
    return {unchecked, rows, columns, chunk, slots.data(), offsets.data(), indices.data(), values.data()};
  }
};

}  // namespace sparse

ISOBIT_NAMESPACE_END
