#pragma once

#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {
template <class T, class Index, class Offset>
ISOBIT_API csr_matrix<T, Index, Offset> transposed(csr_view<T, Index, Offset> const& a);
}  // namespace detail

/// The transposed matrix, whose rows are the columns of a: so it is also a by columns (CSC). Columns ascend in its
/// rows; entries of one place stay apart, in the order that they have in a. Throws `error` where its rows or columns
/// are more than indices can count.
///
///     auto t = isobit::sparse::transposed(a);
///     isobit::sparse::multiply(t, x, isobit::vector_view<double>(y));  // y = transposed(a)*x
template <scalar T, index_type Index, index_type Offset>
[[nodiscard]] csr_matrix<T, Index, Offset> transposed(csr_view<T, Index, Offset> const& a) {
  return detail::transposed<T, Index, Offset>(a);
}
template <scalar T, index_type Index, index_type Offset>
[[nodiscard]] csr_matrix<T, Index, Offset> transposed(csr_matrix<T, Index, Offset> const& a) {
  return transposed(a.view());
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
