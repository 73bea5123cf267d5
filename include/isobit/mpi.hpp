#pragma once

/// Reductions of data that are spread over the ranks of an MPI communicator: the same bits for every number of ranks
/// and every distribution. Link isobit::mpi.
///
///     double s = isobit::mpi::sum(mine, MPI_COMM_WORLD);

#include <isobit/driver/mpi/accumulate.hpp>
#include <isobit/driver/mpi/block_cyclic.hpp>
#include <isobit/driver/mpi/communicator.hpp>
#include <isobit/driver/mpi/dot.hpp>
#include <isobit/driver/mpi/elementwise.hpp>
#include <isobit/driver/mpi/fields.hpp>
#include <isobit/driver/mpi/grouped.hpp>
#include <isobit/driver/mpi/linalg.hpp>
#include <isobit/driver/mpi/merge.hpp>
#include <isobit/driver/mpi/norm.hpp>
#include <isobit/driver/mpi/request.hpp>
#include <isobit/driver/mpi/sum.hpp>
#include <isobit/driver/mpi/tree_plan.hpp>
#include <isobit/driver/mpi/tree_reduce.hpp>
#include <isobit/isobit.hpp>
