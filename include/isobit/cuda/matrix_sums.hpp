#pragma once

#include <isobit/column/sum_columns.hpp>
#include <isobit/cuda/stream.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
using isobit::detail::column_results, isobit::detail::matrix_of;
template <class T> void sum_rows(matrix_view<T const> const& matrix, std::span<T> sums, on_stream const& on);
}  // namespace detail

/// sums[i] = the exact sum of row i of a matrix in device memory, rounded once. Elements are float, double or complex;
/// a row of none: +0. Any layout: what lies side by side is read together, in rows as in columns. A call returns when
/// its work is on the stream. Throws `error` where there are not as many sums as rows, the sums would overwrite the
/// matrix, or either is not in memory that the GPU reads. While it runs, memory is allocated in the order of the
/// stream, in proportion to the number of long rows.
///
///     isobit::cuda::sum_rows(isobit::row_major(device_pointer, 1000, 64), std::span(device_result, 1000), stream);
template <class Matrix, detail::column_results Sums>
  requires detail::matrix_of<Matrix, std::ranges::range_value_t<Sums>>
void sum_rows(Matrix const& matrix, Sums&& sums, on_stream const& on = {}) {
  using T = std::ranges::range_value_t<Sums>;
  detail::sum_rows<T>(view_of(matrix), std::span<T>(std::ranges::data(sums), std::ranges::size(sums)), on);
}

/// `isobit::sum_columns` of a matrix in device memory: the same of its columns.
///
///     isobit::cuda::sum_columns(isobit::row_major(device_pointer, 1000, 64), std::span(device_result, 64), stream);
template <class Matrix, detail::column_results Sums>
  requires detail::matrix_of<Matrix, std::ranges::range_value_t<Sums>>
void sum_columns(Matrix const& matrix, Sums&& sums, on_stream const& on = {}) {
  using T = std::ranges::range_value_t<Sums>;
  detail::sum_rows<T>(transposed(matrix_view<T const>(view_of(matrix))),
                      std::span<T>(std::ranges::data(sums), std::ranges::size(sums)), on);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
