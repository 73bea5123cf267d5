#pragma once

#include "base/mpi_library.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// The program duplicates a communicator: under audit this tells what mpi4py keeps its duplicates by.
void note_duplicate(MPI_Comm comm);

}  // namespace interpose
ISOBIT_NAMESPACE_END
