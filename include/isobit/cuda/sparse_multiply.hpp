#pragma once

#include <isobit/cuda/sparse_matrix.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

namespace detail {
template <class T, class Index, class Offset>
void multiply(on_stream const& on, T alpha, csr_view<T, Index, Offset> const& a, std::span<T const> x, T beta,
              std::span<T> y);
}  // namespace detail

/// `isobit::sparse::multiply` of a matrix and vectors in device memory: y = alpha*a*x + beta*y, every entry computed
/// exactly and rounded once. Does not wait. Throws `error` for sizes that do not fit and where y shares memory with a
/// or x.
///
///     isobit::cuda::sparse::multiply(1.0, matrix, vector_x, 0.0, result, stream);
template <real_scalar T, index_type Index, index_type Offset>
void multiply(std::type_identity_t<T> alpha, csr_view<T, Index, Offset> const& a,
              std::type_identity_t<std::span<T const>> x, std::type_identity_t<T> beta,
              std::type_identity_t<std::span<T>> y, on_stream const& on = {}) {
  detail::multiply<T, Index, Offset>(on, alpha, a, x, beta, y);
}
template <real_scalar T, index_type Index, index_type Offset>
void multiply(std::type_identity_t<T> alpha, csr_matrix<T, Index, Offset> const& a,
              std::type_identity_t<std::span<T const>> x, std::type_identity_t<T> beta,
              std::type_identity_t<std::span<T>> y, on_stream const& on = {}) {
  multiply(alpha, a.view(), x, beta, y, on);
}

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
