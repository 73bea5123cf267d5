#pragma once

#include <limits>
#include <string>

#include <isobit/cuda/sparse_matrix.hpp>

#include "cuda/call.hpp"
#include "cuda/sparse/rows.hpp"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// Throws `error` (invalid argument): "isobit::cuda::sparse: <message>".
[[noreturn]] inline void refuse(std::string const& message) {
  throw error(status::invalid_argument, "isobit::cuda::sparse: " + message);
}

/// Refuses sizes that no matrix has, or none that a GPU multiplies.
inline void check_sizes(index rows, index columns) {
  if (rows < 0 || columns < 0)
    refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns");
  if (columns > index{std::numeric_limits<std::uint32_t>::max()})
    refuse(std::to_string(columns) + " columns are more than 2^32 - 1, the most that the kernels take");
}

/// Refuses matrices that kernels could not read.
template <class T, class Index, class Offset>
void check_matrix(place const& here, csr_view<T, Index, Offset> const& a) {
  check_sizes(a.rows, a.columns);
  if (a.entries < 0 || (a.entries > 0 && (a.rows == 0 || a.columns == 0)))
    refuse(std::to_string(a.entries) + " entries in a matrix of " + std::to_string(a.rows) + " rows and " +
           std::to_string(a.columns) + " columns");
  if (a.rows > 0) here.require_device_memory(a.offsets, "the offsets of a matrix");
  if (a.entries > 0) here.require_device_memory(a.indices, "the indices of a matrix");
  if (a.entries > 0) here.require_device_memory(a.values, "the values of a matrix");
}

/// Its rows times x.
template <class T, class Index, class Offset> row_sums<T> rows_times(csr_view<T, Index, Offset> const& a, T const* x) {
  return {a.rows, a.entries, index_array(a.offsets), index_array(a.indices), a.values, x};
}

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
