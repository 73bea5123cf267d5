#pragma once

#include <type_traits>

#include <isobit/mpi/linalg.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg {

/// How indices 0 .. size - 1 are dealt to processes: blocks of `block` in turn, the first to process 0. Each process
/// keeps its indices in order.
struct cyclic_axis {
  index size = 0;
  index block = 1;
  int processes = 1;

  /// How many a process has; ScaLAPACK's numroc.
  [[nodiscard]] constexpr index count(int process) const noexcept { return below(size, process); }
  /// Who has index i.
  [[nodiscard]] constexpr int owner(index i) const noexcept { return static_cast<int>(i / block % processes); }
  /// Which of its owner's indices i is.
  [[nodiscard]] constexpr index local(index i) const noexcept { return i / (block * processes) * block + i % block; }
  /// Which index is the process's number `l`.
  [[nodiscard]] constexpr index global(index l, int process) const noexcept {
    return (l / block * processes + process) * block + l % block;
  }
  /// How many indices less than `end` a process has.
  [[nodiscard]] constexpr index below(index end, int process) const noexcept {
    index const blocks = end / block, rounds = blocks / processes, extra = blocks % processes;
    return rounds * block + (process < extra ? block : process == extra ? end % block : 0);
  }
  bool operator==(cyclic_axis const&) const = default;
};

/// How the ranks of a communicator are numbered on the grid of processes: rank p*columns + q for process (p, q), as
/// BLACS does by default, or rank q*rows + p, as SLATE does.
enum class grid_order { by_rows, by_columns };

/// ScaLAPACK's two-dimensional block-cyclic layout, with the first block on process (0, 0).
struct block_cyclic {
  index rows = 0;
  index columns = 0;
  index row_block = 1;
  index column_block = 1;
  int process_rows = 1;
  int process_columns = 1;
  grid_order order = grid_order::by_rows;

  [[nodiscard]] constexpr cyclic_axis row_axis() const noexcept { return {rows, row_block, process_rows}; }
  [[nodiscard]] constexpr cyclic_axis column_axis() const noexcept { return {columns, column_block, process_columns}; }

  /// Where a rank is on the grid, and which rank is there.
  [[nodiscard]] constexpr int process_row(int rank) const noexcept {
    return order == grid_order::by_rows ? rank / process_columns : rank % process_rows;
  }
  [[nodiscard]] constexpr int process_column(int rank) const noexcept {
    return order == grid_order::by_rows ? rank % process_columns : rank / process_rows;
  }
  [[nodiscard]] constexpr int rank_at(int row, int column) const noexcept {
    return order == grid_order::by_rows ? row * process_columns + column : column * process_rows + row;
  }

  /// The size of a rank's part.
  [[nodiscard]] constexpr index local_rows(int rank) const noexcept { return row_axis().count(process_row(rank)); }
  [[nodiscard]] constexpr index local_columns(int rank) const noexcept {
    return column_axis().count(process_column(rank));
  }
  /// Who has element (i, j), and where.
  [[nodiscard]] constexpr int owner(index i, index j) const noexcept {
    return rank_at(row_axis().owner(i), column_axis().owner(j));
  }
  [[nodiscard]] constexpr index local_row(index i) const noexcept { return row_axis().local(i); }
  [[nodiscard]] constexpr index local_column(index j) const noexcept { return column_axis().local(j); }
  /// Which row and column of the whole a rank's are.
  [[nodiscard]] constexpr index global_row(index l, int rank) const noexcept {
    return row_axis().global(l, process_row(rank));
  }
  [[nodiscard]] constexpr index global_column(index l, int rank) const noexcept {
    return column_axis().global(l, process_column(rank));
  }
  bool operator==(block_cyclic const&) const = default;
};

/// A matrix spread over the ranks, as this rank sees it: its part, column after column, `leading` elements apart. T may
/// be const. Nothing is checked before it is used, so that all ranks hear of what is wrong on one.
template <class T> struct distributed_matrix {
  block_cyclic layout;
  T* data = nullptr;
  index leading = 1;
  bool transposed = false;  ///< the matrix meant is the transpose; only for what is read
  bool conjugate = false;   ///< read as conjugated

  constexpr operator distributed_matrix<T const>() const noexcept requires(!std::is_const_v<T>) {
    return {layout, data, leading, transposed, conjugate};
  }
  /// The sizes of the matrix meant.
  [[nodiscard]] constexpr index rows() const noexcept { return transposed ? layout.columns : layout.rows; }
  [[nodiscard]] constexpr index columns() const noexcept { return transposed ? layout.rows : layout.columns; }
};

template <class T> [[nodiscard]] constexpr distributed_matrix<T> transposed(distributed_matrix<T> m) noexcept {
  m.transposed = !m.transposed;
  return m;
}
/// The conjugate transpose.
template <class T> [[nodiscard]] constexpr distributed_matrix<T const> adjoint(distributed_matrix<T> m) noexcept {
  m.transposed = !m.transposed;
  m.conjugate = !m.conjugate;
  return m;
}

template <class T> using input_distributed = std::type_identity_t<distributed_matrix<T const>>;

namespace detail {
template <class T>
ISOBIT_API void gemm(driver_ref const& on, T alpha, distributed_matrix<T const> a, distributed_matrix<T const> b,
                     T beta, distributed_matrix<T> c, MPI_Comm comm);
template <class T>
ISOBIT_API void gemv(driver_ref const& on, T alpha, distributed_matrix<T const> a, vector_view<T const> x, T beta,
                     vector_view<T> y, MPI_Comm comm);
}  // namespace detail

/// c = alpha*a*b + beta*c for block-cyclic matrices on one grid of processes; as ScaLAPACK's pdgemm on whole matrices,
/// but the block sizes of the three need not fit. Throws `error`, on every rank, where something does not fit on one,
/// with c untouched.
///
///     using namespace isobit::mpi::linalg;
///     block_cyclic const layout{n, n, 64, 64, 2, 3};
///     distributed_matrix<double> a{layout, my_a, lld}, b{layout, my_b, lld}, c{layout, my_c, lld};
///     gemm(1.0, transposed(a), b, 0.0, c, MPI_COMM_WORLD);
template <scalar T>
void gemm(std::type_identity_t<T> alpha, input_distributed<T> a, input_distributed<T> b, std::type_identity_t<T> beta,
          distributed_matrix<T> c, MPI_Comm comm, driver_ref const& on = serial()) {
  detail::gemm<T>(on, alpha, a, b, beta, c, comm);
}

/// y = alpha*a*x + beta*y for a block-cyclic a; every rank passes all of x, and the same y, and gets all of y.
template <scalar T>
void gemv(std::type_identity_t<T> alpha, input_distributed<T> a, input_vector<T> x, std::type_identity_t<T> beta,
          vector_view<T> y, MPI_Comm comm, driver_ref const& on = serial()) {
  detail::gemv<T>(on, alpha, a, x, beta, y, comm);
}

/// Copies a rank's part of a matrix that it has whole, and back. No messages.
template <scalar T>
void take_part(block_cyclic const& layout, int rank, input_matrix<T> whole, T* part, index leading) {
  for (index j = 0; j < layout.local_columns(rank); ++j)
    for (index i = 0; i < layout.local_rows(rank); ++i)
      part[j * leading + i] = whole.at(layout.global_row(i, rank), layout.global_column(j, rank));
}
template <scalar T>
void put_part(block_cyclic const& layout, int rank, std::type_identity_t<T> const* part, index leading,
              matrix_view<T> whole) {
  for (index j = 0; j < layout.local_columns(rank); ++j)
    for (index i = 0; i < layout.local_rows(rank); ++i)
      whole.at(layout.global_row(i, rank), layout.global_column(j, rank)) = part[j * leading + i];
}

}  // namespace mpi::linalg
ISOBIT_NAMESPACE_END
