#pragma once

#include <isobit/mpi.h>

#include <algorithm>
#include <complex>
#include <utility>
#include <variant>
#include <vector>

#include <isobit/mpi/sparse.hpp>

#include "c/linalg_arguments.hpp"
#include "mpi/c_arguments.hpp"

/// What C's pointers to distributed matrices point to.

struct isobit_mpi_rows {
  isobit::mpi::sparse::row_distribution value;
};

struct isobit_mpi_matrix {
  template <class T> using of = isobit::mpi::sparse::distributed_matrix<T>;
  std::variant<of<float>, of<double>, of<std::complex<float>>, of<std::complex<double>>> value;
};

namespace isobit::c_interface {

template <class T> mpi::sparse::distributed_matrix<T> const& matrix_of(isobit_mpi_matrix const* matrix) {
  return inside<mpi::sparse::distributed_matrix<T>>(matrix);
}

/// The distribution: null is one over no ranks, which the call refuses on all of them.
inline mpi::sparse::row_distribution rows_or_none(isobit_mpi_rows const* rows) {
  return rows == nullptr ? mpi::sparse::row_distribution() : rows->value;
}
/// That of columns: null is that of the rows.
inline mpi::sparse::row_distribution columns_or_rows(isobit_mpi_rows const* columns, isobit_mpi_rows const* rows) {
  return rows_or_none(columns == nullptr ? rows : columns);
}

/// Hands out what all ranks made together; that there is nowhere to put it is found out only now.
template <class Handle> void hand_out(Handle made, Handle** result) {
  require_pointers(result);
  *result = new Handle(std::move(made));
}

/// This rank's elements to where C wants them.
template <class T> void hand_out(std::vector<T> const& mine, T* result, std::size_t count) {
  require(count == mine.size(), "as many results as the rank has rows are needed");
  require_array(result, count);
  std::ranges::copy(mine, result);
}

}  // namespace isobit::c_interface
