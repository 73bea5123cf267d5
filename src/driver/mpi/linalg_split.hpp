#pragma once

#include <functional>

#include <isobit/driver/driver.hpp>
#include <isobit/linalg/view.hpp>

#include "driver/mpi/linalg_agree.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/partial_product.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

using isobit::linalg::exact_entry;
using isobit::linalg::index;
using isobit::linalg::matrix_view;
using isobit::linalg::partial_product;
using isobit::linalg::scalar;

inline constexpr int every_rank = -1;

/// A rectangle of a matrix.
struct region {
  index row, column, rows, columns;
};

/// What this rank adds to the sums that the entries of a matrix are.
template <scalar T> struct addends {
  /// Adds those of a region to it.
  std::function<void(region const&, partial_product<T>&)> add;
  /// Those of an entry.
  std::function<exact_entry<T>(index i, index j)> exact;
};

/// c = alpha*sum + beta*c, rounded once, with the addends of all ranks, on every rank or on one (only there c is read
/// or written). All ranks must pass the same rows, columns, alpha, beta and root. A rank whose addends cannot be had
/// takes part; then all throw, and c is partly written. docs/maths/mpi_linalg.md#split
template <scalar T>
void sum_over_ranks(communicator const& comm, driver_ref const& driver, index rows, index columns,
                    addends<T> const& mine, T alpha, T beta, matrix_view<T> c, int root, char const* what);

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
