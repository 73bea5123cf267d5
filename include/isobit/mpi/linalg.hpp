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
template <class T>
ISOBIT_API void gemm_split_k(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                             matrix_view<T> c, MPI_Comm comm, root const* result, char const* operation);
template <class T>
ISOBIT_API void gemm_row_blocks(driver_ref const& on, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                                matrix_view<T> c, MPI_Comm comm, char const* operation);

inline root const* address(everyone const&) noexcept { return nullptr; }
inline root const* address(root const& to) noexcept { return &to; }

}  // namespace detail

/// c = alpha*a*b + beta*c, where every rank holds some columns of a and the same rows of b, be it none: a.rows and
/// b.columns are the same everywhere, and the results too, so c must be. With `root{r}` only that rank's c is read and
/// written; the others may pass an empty one. Throws `error`, on every rank, where something does not fit on one, with
/// c untouched.
///
///     namespace mla = isobit::mpi::linalg;
///     mla::gemm_split_k(1.0, my_columns_of_a, my_rows_of_b, 0.0, c, MPI_COMM_WORLD);
template <scalar T, destination To = everyone>
void gemm_split_k(std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b, std::type_identity_t<T> beta,
                  matrix_view<T> c, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  detail::gemm_split_k<T>(on, alpha, a, b, beta, c, comm, detail::address(to), "gemm_split_k");
}
template <scalar T>
void gemm_split_k(std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b, std::type_identity_t<T> beta,
                  matrix_view<T> c, MPI_Comm comm, driver_ref const& on) {
  gemm_split_k(alpha, a, b, beta, c, comm, everyone(), on);
}

/// y = alpha*a*x + beta*y, where every rank holds some columns of a and the same elements of x; y as c above.
template <scalar T, destination To = everyone>
void gemv_split_k(std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x, std::type_identity_t<T> beta,
                  vector_view<T> y, MPI_Comm comm, To to = {}, driver_ref const& on = serial()) {
  detail::gemm_split_k<T>(on, alpha, a, as_column(x), beta, as_column(y), comm, detail::address(to), "gemv_split_k");
}
template <scalar T>
void gemv_split_k(std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x, std::type_identity_t<T> beta,
                  vector_view<T> y, MPI_Comm comm, driver_ref const& on) {
  gemv_split_k(alpha, a, x, beta, y, comm, everyone(), on);
}

/// c = alpha*a*b + beta*c, where every rank holds a block of rows of a, the same of c, and a block of rows of b. Blocks
/// are in the order of the ranks, of any sizes, be it 0: those of b together have as many rows as a has columns.
template <scalar T>
void gemm_row_blocks(std::type_identity_t<T> alpha, input_matrix<T> a, input_matrix<T> b, std::type_identity_t<T> beta,
                     matrix_view<T> c, MPI_Comm comm, driver_ref const& on = serial()) {
  detail::gemm_row_blocks<T>(on, alpha, a, b, beta, c, comm, "gemm_row_blocks");
}

/// y = alpha*a*x + beta*y, where every rank holds a block of rows of a, the same of y, and a block of x.
template <scalar T>
void gemv_row_blocks(std::type_identity_t<T> alpha, input_matrix<T> a, input_vector<T> x, std::type_identity_t<T> beta,
                     vector_view<T> y, MPI_Comm comm, driver_ref const& on = serial()) {
  detail::gemm_row_blocks<T>(on, alpha, a, as_column(x), beta, as_column(y), comm, "gemv_row_blocks");
}

}  // namespace linalg
}  // namespace mpi
ISOBIT_NAMESPACE_END
