#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include <isobit/driver/serial.hpp>
#include <isobit/mpi/halo.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::sparse {

using isobit::linalg::scalar;
using isobit::linalg::vector_view;

template <scalar T> class distributed_matrix;

namespace detail {

/// Some of a rank's rows, one after another, and whether they read nothing of other ranks.
struct row_run {
  index first, count;
  bool inner;
};

/// Does what `multiply` does, on this rank; takes part in the exchange whatever happens, and returns what went wrong.
template <class T>
ISOBIT_API std::exception_ptr multiply_here(driver_ref const& on, T alpha, distributed_matrix<T> const& a,
                                            std::span<T const> x, T beta, vector_view<T> y, halo_exchange<T>& messages);
template <class T>
ISOBIT_API void multiply(driver_ref const& on, T alpha, distributed_matrix<T> const& a, vector_view<T const> x, T beta,
                         vector_view<T> y);

}  // namespace detail

/// A matrix whose rows are spread over ranks. A rank has its rows, whose columns are numbered by places: first the
/// elements of a vector that the rank owns, then those of others that its rows read, the ghosts. In a row the entries
/// are in the order of their columns in the whole matrix. Who sends what to whom is worked out once.
///
///     namespace ms = isobit::mpi::sparse;
///     auto where = ms::row_distribution::even(n, ranks);
///     auto a = ms::from_triplets<double>(where, i, j, values, MPI_COMM_WORLD);
///     ms::multiply(1.0, a, x, 0.0, isobit::vector_view<double>(y));  // x and y: this rank's elements
template <scalar T> class ISOBIT_API distributed_matrix {
public:
  using local_view = isobit::sparse::csr_view<T, std::int32_t, std::int64_t>;

  /// Of each rank's rows, with columns as the whole matrix has them, ascending, none twice. Vectors that are multiplied
  /// are spread by `columns`, those that result by `rows`. Collective; throws `error` on every rank where one rank's
  /// rows do not fit, or `problem` says that it has none.
  distributed_matrix(row_distribution rows, row_distribution columns, isobit::sparse::csr_matrix<T, std::int64_t> mine,
                     MPI_Comm comm, std::exception_ptr const& problem = nullptr);

  /// The size of the whole.
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_.rows(); }
  [[nodiscard]] std::int64_t columns() const noexcept { return columns_.rows(); }
  /// How many entries all ranks have.
  [[nodiscard]] std::int64_t entries() const noexcept { return entries_; }
  [[nodiscard]] row_distribution const& row_ranks() const noexcept { return rows_; }
  [[nodiscard]] row_distribution const& column_ranks() const noexcept { return columns_; }

  /// This rank's rows; columns are places of `places()`.
  [[nodiscard]] local_view local() const noexcept { return mine_.view(); }
  /// Their values, to be changed.
  [[nodiscard]] std::span<T> values() noexcept { return mine_.values; }
  /// Which columns this rank reads, and who has them.
  [[nodiscard]] halo const& places() const noexcept { return *places_; }
  [[nodiscard]] std::shared_ptr<halo const> const& shared_places() const noexcept { return places_; }
  [[nodiscard]] MPI_Comm comm() const noexcept { return places_->comm(); }

private:
  template <class U>
  friend std::exception_ptr detail::multiply_here(driver_ref const&, U, distributed_matrix<U> const&,
                                                  std::span<U const>, U, vector_view<U>, halo_exchange<U>&);

  void find_runs();

  row_distribution rows_, columns_;
  std::int64_t entries_ = 0;
  isobit::sparse::csr_matrix<T, std::int32_t, std::int64_t> mine_;
  std::shared_ptr<halo const> places_;
  std::vector<detail::row_run> runs_;
  std::vector<index> read_by_outer_;    // elements owned that rows read which read ghosts, too
  mutable std::vector<T> with_ghosts_;  // those and the ghosts, during a multiplication
};

/// y = alpha*a*x + beta*y, for this rank's elements of x and y: every entry is that sum, computed exactly and rounded
/// once, so that the bits are those of isobit::sparse::multiply. Rows that read nothing of others are computed while
/// the others' elements travel. Collective, one at a time for a matrix; alpha and beta are the same everywhere. Throws
/// `error`, on every rank, where something does not fit on one, with y untouched.
///
///     isobit::mpi::sparse::multiply(1.0, a, x, 0.0, isobit::vector_view<double>(y));
template <scalar T>
void multiply(std::type_identity_t<T> alpha, distributed_matrix<T> const& a, isobit::linalg::input_vector<T> x,
              std::type_identity_t<T> beta, std::type_identity_t<vector_view<T>> y, driver_ref const& on = serial()) {
  detail::multiply<T>(on, alpha, a, x, beta, y);
}
/// y = a*x.
template <scalar T>
void multiply(distributed_matrix<T> const& a, isobit::linalg::input_vector<T> x, std::type_identity_t<vector_view<T>> y,
              driver_ref const& on = serial()) {
  detail::multiply<T>(on, T{1}, a, x, T{}, y);
}

}  // namespace mpi::sparse
ISOBIT_NAMESPACE_END
