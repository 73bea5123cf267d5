#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Sparse matrices. Every entry of a result is the correctly rounded value of the sum that defines it, so neither the
/// order of entries or contributions, nor threads, ranks or vector widths can show. BITS.md#sparse-matrices
namespace sparse {

using linalg::index, linalg::scalar;

/// What numbers columns and rows: 32 or 64 bits, signed, as most programs have them.
template <class T>
concept index_type = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// For those who checked a matrix before, and make a view of it for every call.
struct unchecked_tag {};
inline constexpr unchecked_tag unchecked;

/// A matrix that lies elsewhere, row by row (CSR): the entries of row i are values[k] in column indices[k], from
/// k = offsets[i] up to offsets[i + 1]. Within a row they may be in any order, and a column may occur several times:
/// the entries of one place are added.
///
///     std::vector<int> offsets{0, 2, 3}, indices{0, 1, 1};
///     std::vector<double> values{4, -1, 4};
///     isobit::sparse::csr_view<double> a(2, 2, offsets, indices, values);
template <scalar T, index_type Index = std::int32_t, index_type Offset = Index> struct csr_view {
  index rows = 0, columns = 0;
  Offset const* offsets = nullptr;
  Index const* indices = nullptr;
  T const* values = nullptr;

  constexpr csr_view() noexcept = default;
  /// Looks at every index, and throws `error` for offsets that descend or leave the arrays, columns that do not exist,
  /// and sizes that do not fit.
  csr_view(index rows_, index columns_, std::span<Offset const> offsets_, std::span<Index const> indices_,
           std::span<T const> values_);
  /// Looks at nothing.
  constexpr csr_view(unchecked_tag, index rows_, index columns_, Offset const* offsets_, Index const* indices_,
                     T const* values_) noexcept
      : rows(rows_), columns(columns_), offsets(offsets_), indices(indices_), values(values_) {}

  /// How many entries are stored.
  [[nodiscard]] constexpr index entries() const noexcept {
    return rows == 0 ? 0 : static_cast<index>(offsets[rows]) - static_cast<index>(offsets[0]);
  }
};

namespace detail {
/// Throws `error` for negative sizes.
ISOBIT_API void require_sizes(index rows, index columns);
template <class Index, class Offset>
ISOBIT_API void check_csr(index rows, index columns, std::span<Offset const> offsets, std::span<Index const> indices,
                          std::size_t values);
}  // namespace detail

template <scalar T, index_type Index, index_type Offset>
csr_view<T, Index, Offset>::csr_view(index rows_, index columns_, std::span<Offset const> offsets_,
                                     std::span<Index const> indices_, std::span<T const> values_)
    : csr_view(unchecked, rows_, columns_, offsets_.data(), indices_.data(), values_.data()) {
  detail::check_csr<Index, Offset>(rows_, columns_, offsets_, indices_, values_.size());
}

/// A matrix of its own. Columns ascend in every row, and none occurs twice, where the library made it.
template <scalar T, index_type Index = std::int32_t, index_type Offset = Index> struct csr_matrix {
  index rows = 0, columns = 0;
  std::vector<Offset> offsets = {0};
  std::vector<Index> indices;
  std::vector<T> values;

  [[nodiscard]] index entries() const noexcept { return static_cast<index>(values.size()); }
  [[nodiscard]] csr_view<T, Index, Offset> view() const noexcept {
    return {unchecked, rows, columns, offsets.data(), indices.data(), values.data()};
  }
  operator csr_view<T, Index, Offset>() const noexcept { return view(); }
};

}  // namespace sparse

ISOBIT_NAMESPACE_END
