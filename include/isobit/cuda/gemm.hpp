#pragma once

#include <isobit/cuda/stream.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace detail {
template <class T>
void gemm(on_stream const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c);
}  // namespace detail

/// `isobit::linalg::gemm` of matrices in device memory, T being double or float: c = alpha*a*b + beta*c, every entry
/// the exact sum, rounded once. The bits are those of the CPU, and the time is that of cuBLAS, or less for large
/// matrices. Starts kernels on the stream and returns; nothing waits for the GPU, and a stream may be captured into a
/// graph. Takes memory in the order of the stream, about 22 bytes for each element of a, b and c (12 for floats), and
/// keeps it for the next call; where there is less, the product is computed in parts. Throws `error` as linalg::gemm,
/// and where there is no GPU or no memory.
///
///     using namespace isobit;
///     cuda::gemm(1.0, column_major(a, m, k), column_major(b, k, n), 0.0, column_major(c, m, n), stream);
///     cuda::gemm(1.0, transposed(row_major(a, k, m)), row_major(b, k, n), 1.0, row_major(c, m, n), stream);
template <class T>
  requires std::same_as<T, double> || std::same_as<T, float>
void gemm(std::type_identity_t<T> alpha, linalg::input_matrix<T> a, linalg::input_matrix<T> b,
          std::type_identity_t<T> beta, matrix_view<T> c, on_stream const& on = {}) {
  detail::gemm<T>(on, alpha, a, b, beta, c);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
