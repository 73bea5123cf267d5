#pragma once

#include <mpi.h>

namespace bench {

/// The MPI's own reductions, whatever library stands before them in this process.
struct native_calls {
  decltype(&MPI_Allreduce) allreduce;
  decltype(&MPI_Reduce) reduce;
  decltype(&MPI_Iallreduce) iallreduce;
  decltype(&MPI_Wait) wait;
};

/// Finds them. Where no other library stands before them, or they are not found, says so and ends the process.
native_calls find_native_calls();

}  // namespace bench
