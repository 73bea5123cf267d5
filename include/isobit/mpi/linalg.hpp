#pragma once

#include <isobit/driver/serial.hpp>
#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>
#include <isobit/mpi/communicator.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

/// Matrix products whose factors are spread over the ranks of a communicator. Every entry is the sum of its products,
/// computed exactly and rounded once: the bits of isobit::linalg on one process, for any number of ranks and any way to
/// spread the factors. Every function is collective; all ranks pass the same alpha and beta.
namespace linalg {

using isobit::linalg::index;
using isobit::linalg::input_matrix;
using isobit::linalg::input_vector;
using isobit::linalg::matrix_view;
using isobit::linalg::scalar;
using isobit::linalg::vector_view;

namespace detail {

/// `result` is where c is wanted; nullptr for every rank.
template <scalar T>
void gemm_split_k(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                  matrix_view<T> c, MPI_Comm comm, root const* result, char const* operation);
template <scalar T>
void gemm_row_blocks(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                     matrix_view<T> c, MPI_Comm comm, char const* operation);

inline root const* address(everyone const&) noexcept { return nullptr; }
inline root const* address(root const& to) noexcept { return &to; }

/// A vector as a matrix of one column.
template <class T> matrix_view<T> column_of(vector_view<T> v) noexcept {
  matrix_view<T> m;
  m.data = v.data, m.rows = v.size, m.columns = 1, m.row_stride = v.stride, m.conjugate = v.conjugate;
  return m;
}

}  // namespace detail

/// c = alpha*a*b + beta*c, where every rank holds some columns of a and the same rows of b, be it none: a.rows and
/// b.columns are the same everywhere, and the results too, so c must be. With `root{r}` only that rank's c is read and
/// written; the others may pass an empty one. Throws `error`, on every rank, where something does not fit on one, with
/// c untouched.
///
///     namespace mla = isobit::mpi::linalg;
///     mla::gemm_split_k(1.0, my_columns_of_a, my_rows_of_b, 0.0, c, MPI_COMM_WORLD);
template <driver Driver, scalar T, destination To = everyone>
void gemm_split_k(Driver const& driver, std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b,
                  std::type_identity_t<T> beta, matrix_view<T> c, MPI_Comm comm, To to = {}) {
  detail::gemm_split_k<T>(driver_ref(driver), alpha, a, b, beta, c, comm, detail::address(to), "gemm_split_k");
}
template <scalar T, destination To = everyone>
void gemm_split_k(std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b, std::type_identity_t<T> beta,
                  matrix_view<T> c, MPI_Comm comm, To to = {}) {
  gemm_split_k(serial(), alpha, a, b, beta, c, comm, to);
}

/// y = alpha*a*x + beta*y, where every rank holds some columns of a and the same elements of x; y as c above.
template <driver Driver, scalar T, destination To = everyone>
void gemv_split_k(Driver const& driver, std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x,
                  std::type_identity_t<T> beta, vector_view<T> y, MPI_Comm comm, To to = {}) {
  detail::gemm_split_k<T>(driver_ref(driver), alpha, a, detail::column_of(x), beta, detail::column_of(y), comm,
                          detail::address(to), "gemv_split_k");
}
template <scalar T, destination To = everyone>
void gemv_split_k(std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x, std::type_identity_t<T> beta,
                  vector_view<T> y, MPI_Comm comm, To to = {}) {
  gemv_split_k(serial(), alpha, a, x, beta, y, comm, to);
}

/// c = alpha*a*b + beta*c, where every rank holds a block of rows of a, the same of c, and a block of rows of b. Blocks
/// are in the order of the ranks, of any sizes, be it 0: those of b together have as many rows as a has columns.
template <driver Driver, scalar T>
void gemm_row_blocks(Driver const& driver, std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b,
                     std::type_identity_t<T> beta, matrix_view<T> c, MPI_Comm comm) {
  detail::gemm_row_blocks<T>(driver_ref(driver), alpha, a, b, beta, c, comm, "gemm_row_blocks");
}
template <scalar T>
void gemm_row_blocks(std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b, std::type_identity_t<T> beta,
                     matrix_view<T> c, MPI_Comm comm) {
  gemm_row_blocks(serial(), alpha, a, b, beta, c, comm);
}

/// y = alpha*a*x + beta*y, where every rank holds a block of rows of a, the same of y, and a block of x.
template <driver Driver, scalar T>
void gemv_row_blocks(Driver const& driver, std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x,
                     std::type_identity_t<T> beta, vector_view<T> y, MPI_Comm comm) {
  detail::gemm_row_blocks<T>(driver_ref(driver), alpha, a, detail::column_of(x), beta, detail::column_of(y), comm,
                             "gemv_row_blocks");
}
template <scalar T>
void gemv_row_blocks(std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x, std::type_identity_t<T> beta,
                     vector_view<T> y, MPI_Comm comm) {
  gemv_row_blocks(serial(), alpha, a, x, beta, y, comm);
}

}  // namespace linalg
}  // namespace mpi
ISOBIT_NAMESPACE_END
