#pragma once

#include <optional>
#include <string>

#include "base/columns.hpp"
#include "base/mpi_library.hpp"
#include "log/log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What isobit makes of a datatype and an operation.
struct reading {
  element type;
  operation what = operation::sum;
  /// Why it is left to the MPI; nothing where isobit computes it.
  std::optional<passed_record::reason> passed;
};

/// Sums and products of the predefined floating-point types, of duplicates and of Fortran's parameterised types, as far
/// as the MPI itself computes them.
reading read_types(MPI_Datatype type, MPI_Op op);

/// Finds out what the MPI computes: once, while MPI is being initialised.
void learn_types();

/// The predefined type that a derived one begins with.
MPI_Datatype base_of(MPI_Datatype type);

std::string name_of_type(MPI_Datatype type);
std::string name_of_operation(MPI_Op op);

}  // namespace interpose
ISOBIT_NAMESPACE_END
