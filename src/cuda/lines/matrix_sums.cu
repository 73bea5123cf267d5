#include <isobit/cuda/matrix_sums.hpp>

#include "cuda/lines/sum_lines.cuh"
#include "cuda/lines/sum_side_by_side.cuh"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

/// The bytes that a matrix spans.
template <class T> std::span<T const> spanned(matrix_view<T const> const& m) {
  T const *low = m.data, *high = m.data;
  for (std::ptrdiff_t const reach : {(m.rows - 1) * m.row_stride, (m.columns - 1) * m.column_stride})
    (reach < 0 ? low : high) += reach;
  return {low, high + 1};
}

template <class T> void start_side_by_side(place const& here, matrix_lines<T> const& lines, long long count, T* sums) {
  constexpr int threads = threads_side_by_side, bytes = own_column::bytes_per_thread * threads;
  constexpr long long least_rows = 64;
  long long const room =
      static_cast<long long>(blocks_for<sum_side_by_side<T>>(most_blocks, here.device(), threads, bytes)) * threads;
  long long const chunks = std::clamp(room / count, 1ll, std::max(lines.length / least_rows, 1ll));
  long long rows = std::max((lines.length + chunks - 1) / chunks, 1ll);
  rows += -rows & (thread_sum<T>::batch - 1);
  std::size_t const memory_bytes = chunks == 1 ? 0 : static_cast<std::size_t>(count) * sizeof(reduction_memory<exact>);
  std::optional<kept_memory> memory;
  if (chunks > 1) {
    memory.emplace(memory_bytes, here.device(), here.stream());
    check(cudaMemsetAsync(memory->data(), 0, memory_bytes, here.stream()), "clearing sums of columns");
  }
  auto* const together = memory ? static_cast<reduction_memory<exact>*>(memory->data()) : nullptr;
  auto const blocks = static_cast<unsigned>((count * chunks + threads - 1) / threads);
  sum_side_by_side<<<blocks, threads, bytes, here.stream()>>>(lines, count, rows, sums, together);
  check(cudaGetLastError(), "starting sums of columns");
}

}  // namespace

template <class T> void sum_rows(matrix_view<T const> const& matrix, std::span<T> sums, on_stream const& on) {
  using real = typename isobit::detail::real_part<T>::type;
  constexpr int parts = sizeof(T) / sizeof(real);
  if (static_cast<std::size_t>(matrix.rows) != sums.size())
    throw error(status::invalid_argument, "isobit::cuda: " + std::to_string(matrix.rows) +
                                              " lines of a matrix, but room for " + std::to_string(sums.size()) +
                                              " sums; there must be as many");
  if (matrix.conjugate)
    throw error(status::invalid_argument,
                "isobit::cuda: a conjugated matrix; sum the plain one and conjugate the results");
  bool const empty = matrix.rows == 0 || matrix.columns == 0;
  if (!empty && isobit::detail::overlap<T>(spanned(matrix), sums))
    throw error(status::invalid_argument, "isobit::cuda: the sums would overwrite the matrix");
  place const here(on);
  if (matrix.rows == 0) return;
  here.require_device_memory(sums.data(), "the sums");
  if (!empty) here.require_device_memory(matrix.data, "the matrix");
  matrix_lines<real> const lines{reinterpret_cast<real const*>(matrix.data), matrix.columns, matrix.row_stride * parts,
                                 matrix.column_stride * parts, parts};
  long long const count = matrix.rows * parts;
  auto* const to = reinterpret_cast<real*>(sums.data());
  if (matrix.row_stride == 1 && matrix.column_stride != 1 && matrix.columns > 1) {
    matrix_lines<real> numbers = lines;
    numbers.line_stride = numbers.parts = 1;
    start_side_by_side(here, numbers, count, to);
  } else {
    start_sums(here, lines, count, count * matrix.columns, matrix.columns, to);
  }
}

#define ISOBIT_INSTANTIATE(T) template void sum_rows(matrix_view<T const> const&, std::span<T>, on_stream const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
