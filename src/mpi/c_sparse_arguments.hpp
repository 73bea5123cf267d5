#pragma once

#include <isobit/mpi.h>

#include <algorithm>
#include <complex>
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

/// What a handle has inside, if it is of numbers T.
template <template <class> class Of, class T, class Handle> auto& inside(Handle* handle) {
  require_pointers(handle);
  auto* const found = std::get_if<Of<T>>(&handle->value);
  require(found != nullptr, "of other numbers than the function is for; the letter in its name says which");
  return *found;
}

template <class T> mpi::sparse::distributed_matrix<T> const& matrix_of(isobit_mpi_matrix const* matrix) {
  return inside<mpi::sparse::distributed_matrix, T>(matrix);
}

/// The distribution of columns: null is that of the rows.
inline mpi::sparse::row_distribution const& columns_or_rows(isobit_mpi_rows const* columns,
                                                            isobit_mpi_rows const* rows) {
  require_pointers(rows);
  return columns == nullptr ? rows->value : columns->value;
}

/// This rank's elements to where C wants them.
template <class T> void hand_out(std::vector<T> const& mine, T* result, std::size_t count) {
  require(count == mine.size(), "as many results as the rank has rows are needed");
  require_array(result, count);
  std::ranges::copy(mine, result);
}

}  // namespace isobit::c_interface
