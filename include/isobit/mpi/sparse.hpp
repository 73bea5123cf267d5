#pragma once

/// Sparse matrices over MPI. docs/guide/distributed_sparse.md
#include <isobit/mpi/halo.hpp>
#include <isobit/mpi/row_distribution.hpp>
#include <isobit/mpi/sparse_assemble.hpp>
#include <isobit/mpi/sparse_matrix.hpp>
