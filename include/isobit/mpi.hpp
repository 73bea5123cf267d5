#pragma once

/// Reductions of data that are spread over the ranks of an MPI communicator: the same bits for every number of ranks
/// and every distribution. Link isobit::mpi.

#include <isobit/driver/mpi/communicator.hpp>
