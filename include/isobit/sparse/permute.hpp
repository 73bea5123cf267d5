#pragma once

#include <isobit/sparse/operand.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> permuted(csr_view<T, Index, Offset> const& a, std::span<Index const> rows,
                                                 std::span<Index const> columns);
template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> select_rows(csr_view<T, Index, Offset> const& a, std::span<Index const> rows);
}  // namespace detail

/// The matrix whose entry (i, j) is that of a at (rows[i], columns[j]). Columns ascend; entries of one place stay
/// apart, in their order. Throws `error` unless both have every number from 0 on once.
///
///     std::vector<int> order{2, 0, 1};
///     auto renumbered = isobit::sparse::permuted(a, order, order);
template <csr_operand A>
[[nodiscard]] matrix_of<A> permuted(A const& a, std::type_identity_t<std::span<index_of<A> const>> rows,
                                    std::type_identity_t<std::span<index_of<A> const>> columns) {
  return detail::permuted(detail::operand_of(a), rows, columns);
}

/// The matrix whose row i is row rows[i] of a, as it is stored. Rows may be left out, and may occur several times.
/// Throws `error` for those that do not exist.
///
///     auto first_and_last = isobit::sparse::select_rows(a, std::vector<int>{0, 9});
template <csr_operand A>
[[nodiscard]] matrix_of<A> select_rows(A const& a, std::type_identity_t<std::span<index_of<A> const>> rows) {
  return detail::select_rows(detail::operand_of(a), rows);
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
