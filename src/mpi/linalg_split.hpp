#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <isobit/driver/driver.hpp>
#include <isobit/linalg/view.hpp>

#include "linalg/exact_entry.hpp"
#include "linalg/partial_product.hpp"
#include "mpi/agree.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

using isobit::linalg::exact_entry;
using isobit::linalg::index;
using isobit::linalg::matrix_view;
using isobit::linalg::partial_product;
using isobit::linalg::scalar;
using mpi::detail::agree;
using mpi::detail::communicator;
using mpi::detail::problem_of;

inline constexpr int every_rank = -1;

/// A rectangle of a matrix.
struct region {
  index row, column, rows, columns;
};

/// What this rank adds to the sums that the entries of a matrix are. Functions by reference (std::cref): a copy could
/// need memory.
template <scalar T> struct addends {
  /// Adds those of a region to it.
  std::function<void(region const&, partial_product<T>&)> add;
  /// Those of an entry.
  std::function<exact_entry<T>(index i, index j)> exact;
};

/// A matrix of sums with addends on all ranks. docs/maths/mpi_linalg.md#split
template <scalar T> class sum_over_ranks {
public:
  /// Takes the memory for a matrix of this size. Before the ranks agree to go on: here a rank may fail.
  /// docs/maths/mpi_linalg.md#failures
  void prepare(index rows, index columns);

  /// c = alpha*sum + beta*c, rounded once, with the addends of all ranks, on every rank or on one (only there c is read
  /// or written). All ranks must have prepared for the same size, and pass the same alpha, beta and root. A rank whose
  /// addends cannot be had takes part; then all throw, and c is partly written.
  void run(communicator const& comm, driver_ref const& driver, addends<T> const& mine, T alpha, T beta,
           matrix_view<T> c, int root, char const* what);

private:
  void merge(communicator const& comm, int root);
  bool mark_open(communicator const& comm, std::vector<index> const& left, bool failed);
  [[nodiscard]] std::vector<index> open_entries() const;
  void finish_exactly(communicator const& comm, driver_ref const& driver, region const& block,
                      std::vector<index> const& left, addends<T> const& mine, T alpha, T beta, matrix_view<T> c,
                      char const* what);

  index rows_ = 0, columns_ = 0;
  index high_ = 0, wide_ = 0;  // of a block, of which one is computed at a time
  partial_product<T> product_{0, 0};
  std::vector<isobit::certify::enclosure<double>> merged_;
  std::vector<std::uint64_t> open_;  // a bit an entry of the block, and a last word: whether a rank failed
};

extern template class sum_over_ranks<float>;
extern template class sum_over_ranks<double>;
extern template class sum_over_ranks<std::complex<float>>;
extern template class sum_over_ranks<std::complex<double>>;

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
