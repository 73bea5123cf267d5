#pragma once

#include <isobit/cuda/sparse_matrix.hpp>
#include <isobit/solver/report.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Sparse linear systems in device memory, with the bits of isobit::solver. BITS.md#solvers
namespace solver {

using isobit::solver::index, isobit::solver::options, isobit::solver::report;

namespace detail {
template <class T, class Index, class Offset>
device_array<T> diagonal(on_stream const& on, sparse::csr_view<T, Index, Offset> const& a);
template <class T, class Index, class Offset>
report cg(on_stream const& on, sparse::csr_view<T, Index, Offset> const& a, std::span<T const> b, std::span<T> x,
          std::span<T const> divisors, options const& how);
}  // namespace detail

/// `isobit::solver::jacobi`: z = r / diagonal. Copies what it needs of the matrix.
///
///     isobit::cuda::solver::jacobi<double> m(matrix, stream);
template <sparse::real_scalar T> class jacobi {
public:
  /// Waits for the stream. Throws `error` for entries that are not finite and for diagonals that are missing or zero.
  template <class Index, class Offset>
  explicit jacobi(sparse::csr_view<T, Index, Offset> const& a, on_stream const& on = {})
      : diagonal_(detail::diagonal<T, Index, Offset>(on, a)) {}
  template <class Index, class Offset>
  explicit jacobi(sparse::csr_matrix<T, Index, Offset> const& a, on_stream const& on = {}) : jacobi(a.view(), on) {}

  [[nodiscard]] std::span<T const> diagonal() const noexcept { return diagonal_.span(); }

private:
  device_array<T> diagonal_;
};

/// `isobit::solver::cg` of a matrix and vectors in device memory: report and x are the CPU's bits, from the same x.
/// Solves a*x = b from the x that it finds, and waits for the stream. Throws `error` for sizes that do not fit, before
/// it touches x.
///
///     isobit::cuda::solver::jacobi<double> m(matrix, stream);
///     auto report = isobit::cuda::solver::cg(matrix, vector_b, result, &m, {}, stream);
template <sparse::real_scalar T, class Index, class Offset>
report cg(sparse::csr_view<T, Index, Offset> const& a, std::type_identity_t<std::span<T const>> b,
          std::type_identity_t<std::span<T>> x, std::type_identity_t<jacobi<T> const*> preconditioner = nullptr,
          options const& how = {}, on_stream const& on = {}) {
  auto const divisors = preconditioner == nullptr ? std::span<T const>() : preconditioner->diagonal();
  return detail::cg<T, Index, Offset>(on, a, b, x, divisors, how);
}
template <sparse::real_scalar T, class Index, class Offset>
report cg(sparse::csr_matrix<T, Index, Offset> const& a, std::type_identity_t<std::span<T const>> b,
          std::type_identity_t<std::span<T>> x, std::type_identity_t<jacobi<T> const*> preconditioner = nullptr,
          options const& how = {}, on_stream const& on = {}) {
  return cg(a.view(), b, x, preconditioner, how, on);
}

}  // namespace solver
}  // namespace cuda
ISOBIT_NAMESPACE_END
