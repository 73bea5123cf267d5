#include <isobit/mpi/linalg.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <isobit/mpi/tree_value.hpp>

#include "mpi/linalg_local.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

namespace {

using isobit::linalg::row_major;
using mpi::detail::check;

/// So many elements of b are gathered at once.
constexpr index gathered_elements = index{1} << 21;

/// Rows of a matrix that is spread over the ranks by blocks of them, in the order of the ranks.
template <scalar T> class row_blocks {
public:
  /// Takes all memory, for gathering `width` columns of `all` rows, of which `mine` are here. Before the ranks agree to
  /// go on: here a rank may fail.
  row_blocks(communicator const& comm, index mine, index all, index width)
      : comm_(comm), mine_(mine), rows_(static_cast<std::size_t>(comm.size())), counts_(rows_.size()),
        offsets_(rows_.size()), all_(static_cast<std::size_t>(all * width)) {
    packed_.reserve(static_cast<std::size_t>(mine * width));
  }

  /// How many rows all ranks have together; asks them. Comes before gather().
  [[nodiscard]] index count() {
    check(MPI_Allgather(&mine_, 1, MPI_INT64_T, rows_.data(), 1, MPI_INT64_T, comm_.handle()), "MPI_Allgather");
    index sum = 0;
    for (std::int64_t const one : rows_) sum += one;
    return sum;
  }

  /// All rows, on every rank, row after row, until the next call.
  [[nodiscard]] T const* gather(matrix_view<T const> const& mine) {
    packed_.clear();
    for (index i = 0; i < mine.rows; ++i)
      for (index j = 0; j < mine.columns; ++j) packed_.push_back(element(mine, i, j));
    auto const format = mpi::detail::wire_format_of<T>();
    int offset = 0;
    for (std::size_t rank = 0; rank < rows_.size(); ++rank) {
      counts_[rank] = static_cast<int>(rows_[rank] * mine.columns) * format.items;
      offsets_[rank] = offset;
      offset += counts_[rank];
    }
    check(MPI_Allgatherv(packed_.data(), static_cast<int>(packed_.size()) * format.items, format.type, all_.data(),
                         counts_.data(), offsets_.data(), format.type, comm_.handle()),
          "MPI_Allgatherv");
    return all_.data();
  }

private:
  communicator const& comm_;
  std::int64_t mine_;
  std::vector<std::int64_t> rows_;
  std::vector<int> counts_, offsets_;
  std::vector<T> packed_, all_;
};

/// The product on this rank.
template <scalar T>
void multiply(driver_ref const& driver, T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b, T beta,
              matrix_view<T> const& c) {
  if (c.columns == 1)
    isobit::linalg::detail::gemv<T>(driver, alpha, a, b.column(0), beta, c.column(0));
  else
    isobit::linalg::detail::gemm<T>(driver, alpha, a, b, beta, c, isobit::linalg::detail::part::all);
}

}  // namespace

template <class T>
void gemm_row_blocks(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                     matrix_view<T> c, MPI_Comm handle, char const* operation) {
  operation_name const name(operation);
  char const* const what = name.text;
  communicator const comm(handle, what);
  mpi::detail::require_agreement(comm, what, {});
  bool const scales = is_zero(alpha) || a.columns == 0;
  index const width = scales ? 0 : std::clamp<index>(gathered_elements / a.columns, 1, std::max<index>(b.columns, 1));
  std::optional<row_blocks<T>> blocks;
  auto problem = problem_of([&] {
    require_result(operation, a, b, c);
    if (a.columns > std::numeric_limits<int>::max() / 2)
      isobit::linalg::refuse(operation, "a has more columns than one MPI call can gather");
    blocks.emplace(comm, b.rows, a.columns, width);
  });
  agree(comm, what, problem,
        {{"columns of a", static_cast<std::uint64_t>(a.columns)},
         {"columns of b", static_cast<std::uint64_t>(b.columns)},
         {"alpha", bits_as_parameter(alpha)},
         {"beta", bits_as_parameter(beta)}});
  isobit::linalg::require_equal(operation, a.columns, "columns of a", blocks->count(), "rows of b on all ranks");

  if (scales) {
    problem = problem_of([&] { scale(driver, beta, c); });
  } else {
    for (index column = 0; column < b.columns; column += width) {
      index const count = std::min(width, b.columns - column);
      T const* const rows = blocks->gather(b.block(0, column, b.rows, count));
      auto const failed = problem_of([&] {
        multiply(driver, alpha, a, row_major<T const>(rows, a.columns, count), beta, c.block(0, column, c.rows, count));
      });
      if (failed) problem = failed;
    }
  }
  agree(comm, what, problem, {});
}

#define ISOBIT_INSTANTIATE(T)                                                                                        \
  template void gemm_row_blocks(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>, \
                                MPI_Comm, char const*);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
