#pragma once

/// Reductions of data that are spread over the ranks of an MPI communicator: the same bits for every number of ranks
/// and every distribution. Link isobit::mpi.
///
///     double s = isobit::mpi::sum(mine, MPI_COMM_WORLD);

#include <isobit/isobit.hpp>
#include <isobit/mpi/accumulate.hpp>
#include <isobit/mpi/block_cyclic.hpp>
#include <isobit/mpi/communicator.hpp>
#include <isobit/mpi/dot.hpp>
#include <isobit/mpi/elementwise.hpp>
#include <isobit/mpi/fields.hpp>
#include <isobit/mpi/grouped.hpp>
#include <isobit/mpi/linalg.hpp>
#include <isobit/mpi/merge.hpp>
#include <isobit/mpi/norm.hpp>
#include <isobit/mpi/request.hpp>
#include <isobit/mpi/solver.hpp>
#include <isobit/mpi/sparse.hpp>
#include <isobit/mpi/sum.hpp>
#include <isobit/mpi/tree_plan.hpp>
#include <isobit/mpi/tree_reduce.hpp>
