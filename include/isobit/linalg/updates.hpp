#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace linalg {

/// One half of a matrix of n rows, to be written: its columns lie one after another without gaps, as BLAS packs them.
template <class T> struct packed_view {
  T* data = nullptr;
  index n = 0;
  triangle half = triangle::lower;
};

namespace detail {
template <class T>
ISOBIT_API void syr2k(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                      matrix_view<T> c, part written);
template <class T>
ISOBIT_API void her2k(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, real_of<T> beta,
                      matrix_view<T> c, part written);
template <class T> ISOBIT_API void spr(T alpha, vector_view<T const> x, packed_view<T> a);
template <class T> ISOBIT_API void hpr(real_of<T> alpha, vector_view<T const> x, packed_view<T> a);
template <class T> ISOBIT_API void spr2(T alpha, vector_view<T const> x, vector_view<T const> y, packed_view<T> a);
template <class T> ISOBIT_API void hpr2(T alpha, vector_view<T const> x, vector_view<T const> y, packed_view<T> a);
}  // namespace detail

// Sums of products added to one half of a matrix; each entry is rounded once. With alpha = 0 nothing but c is read. The
// diagonals of Hermitian results come out real, and the imaginary parts that were there are not read, unless nothing is
// to be done. Complex products are conjugated where a Hermitian matrix is meant.

/// One half of c = alpha*(a*transposed(b) + b*transposed(a)) + beta*c.
///
///     using namespace isobit::linalg;
///     syr2k(triangle::lower, 1.0, row_major(a, n, k), row_major(b, n, k), 0.0, row_major(c, n, n));
template <scalar T>
void syr2k(triangle half, std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b,
           std::type_identity_t<T> beta, matrix_view<T> c, driver_ref const& on = {}) {
  detail::syr2k<T>(on, alpha, a, b, beta, c, detail::written_part(half));
}
/// One half of c = alpha*a*adjoint(b) + conj(alpha)*b*adjoint(a) + beta*c, with a real beta.
template <scalar T>
void her2k(triangle half, std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b,
           std::type_identity_t<real_of<T>> beta, matrix_view<T> c, driver_ref const& on = {}) {
  detail::her2k<T>(on, alpha, a, b, beta, c, detail::written_part(half));
}

/// One half of a = alpha*x*transposed(x) + a, and of a = alpha*x*adjoint(x) + a with a real alpha.
template <scalar T>
void syr(triangle half, std::type_identity_t<T> alpha, input_vector<T> x, matrix_view<T> a, driver_ref const& on = {}) {
  syrk(half, alpha, as_column(x), T(1), a, on);
}
template <scalar T>
void her(triangle half, std::type_identity_t<real_of<T>> alpha, input_vector<T> x, matrix_view<T> a,
         driver_ref const& on = {}) {
  herk(half, alpha, as_column(x), real_of<T>(1), a, on);
}
/// syr2k and her2k for one column each, and beta = 1.
template <scalar T>
void syr2(triangle half, std::type_identity_t<T> alpha, input_vector<T> x, input_vector<T> y, matrix_view<T> a,
          driver_ref const& on = {}) {
  syr2k(half, alpha, as_column(x), as_column(y), T(1), a, on);
}
template <scalar T>
void her2(triangle half, std::type_identity_t<T> alpha, input_vector<T> x, input_vector<T> y, matrix_view<T> a,
          driver_ref const& on = {}) {
  her2k(half, alpha, as_column(x), as_column(y), real_of<T>(1), a, on);
}

/// The same into packed halves: BLAS's spr, hpr, spr2, hpr2.
template <scalar T> void spr(std::type_identity_t<T> alpha, input_vector<T> x, packed_view<T> a) {
  detail::spr<T>(alpha, x, a);
}
template <scalar T> void hpr(std::type_identity_t<real_of<T>> alpha, input_vector<T> x, packed_view<T> a) {
  detail::hpr<T>(alpha, x, a);
}
template <scalar T> void spr2(std::type_identity_t<T> alpha, input_vector<T> x, input_vector<T> y, packed_view<T> a) {
  detail::spr2<T>(alpha, x, y, a);
}
template <scalar T> void hpr2(std::type_identity_t<T> alpha, input_vector<T> x, input_vector<T> y, packed_view<T> a) {
  detail::hpr2<T>(alpha, x, y, a);
}

}  // namespace linalg

ISOBIT_NAMESPACE_END
