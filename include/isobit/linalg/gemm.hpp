#pragma once

#include <span>

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

namespace detail {

/// Which entries of a result are written.
enum class part { all, lower, upper };

template <class T>
ISOBIT_API void gemm(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                     matrix_view<T> c, part written);
template <class T>
ISOBIT_API void herk(driver_ref const& on, real_of<T> alpha, matrix_view<T const> a, real_of<T> beta, matrix_view<T> c,
                     part written);
template <class T>
ISOBIT_API void gemm_batch(driver_ref const& on, T alpha, std::span<matrix_view<T const> const> a,
                           std::span<matrix_view<T const> const> b, T beta, std::span<matrix_view<T> const> c);

constexpr part written_part(triangle half) noexcept { return half == triangle::lower ? part::lower : part::upper; }

}  // namespace detail

/// c = alpha*a*b + beta*c: every entry is that sum, computed exactly and rounded once. With beta = 0 c is not read;
/// with alpha = 0 neither a nor b is. `transposed` and `adjoint` give the other products. Throws `error` for shapes
/// that do not fit and where c shares memory with a or b; c is then untouched.
///
///     using namespace isobit::linalg;
///     gemm(1.0, column_major(a, m, k), column_major(b, k, n), 0.0, column_major(c, m, n));
///     gemm(1.0, transposed(row_major(a, k, m)), row_major(b, k, n), 1.0, row_major(c, m, n), isobit::threads(4));
template <scalar T>
void gemm(std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b, std::type_identity_t<T> beta,
          matrix_view<T> c, driver_ref const& on = {}) {
  detail::gemm<T>(on, alpha, a, b, beta, c, detail::part::all);
}

/// The same for one half of a square c only; the other is neither read nor written.
template <scalar T>
void gemmt(triangle half, std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b,
           std::type_identity_t<T> beta, matrix_view<T> c, driver_ref const& on = {}) {
  detail::gemm<T>(on, alpha, a, b, beta, c, detail::written_part(half));
}

/// One half of c = alpha * a * transposed(a) + beta*c.
template <scalar T>
void syrk(triangle half, std::type_identity_t<T> alpha, input_matrix<T> a, std::type_identity_t<T> beta,
          matrix_view<T> c, driver_ref const& on = {}) {
  gemmt(half, alpha, a, transposed(a), beta, c, on);
}

/// One half of c = alpha * a * adjoint(a) + beta*c, with real alpha and beta. The diagonal comes out real
/// unless nothing is to be done (alpha = 0 or no columns, and beta = 1); the imaginary parts of the diagonal of c are
/// not read.
template <scalar T>
void herk(triangle half, std::type_identity_t<real_of<T>> alpha, input_matrix<T> a,
          std::type_identity_t<real_of<T>> beta, matrix_view<T> c, driver_ref const& on = {}) {
  detail::herk<T>(on, alpha, a, beta, c, detail::written_part(half));
}

/// Many products c[i] = alpha*a[i]*b[i] + beta*c[i]; the threads share the matrices. No c may share memory with
/// another c, or with any a or b.
template <scalar T>
void gemm_batch(std::type_identity_t<T> alpha, std::type_identity_t<std::span<matrix_view<T const> const>> a,
                std::type_identity_t<std::span<matrix_view<T const> const>> b, std::type_identity_t<T> beta,
                std::span<matrix_view<T> const> c, driver_ref const& on = {}) {
  detail::gemm_batch<T>(on, alpha, a, b, beta, c);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
