#pragma once

#include <string>
#include <vector>

#include <mpi.h>

#include <isobit/solver/report.hpp>

#include "cell_integrals.hpp"
#include "options.hpp"
#include "unknowns.hpp"

namespace fem {

/// A discretised problem on all ranks. Every rank has the whole mesh, and a share of the work.
struct discretisation {
  mesh const& cells;
  problem const& equations;
  unknowns const& numbering;
  cell_integrals const& integrals;
  std::vector<std::size_t> my_cells;  ///< in the order in which this rank takes them
};

struct solution {
  std::vector<double> values;  ///< all components of all points, on every rank
  isobit::solver::report how;
};

/// Assembles the system from the cells of all ranks and solves it by conjugate gradients. A call of all ranks.
solution solve(discretisation const& of, options const& chosen, MPI_Comm comm);

/// The errors of the values and of the gradients, in the norm of L2. A call of all ranks.
struct errors {
  double values, gradients;
};
errors errors_of(discretisation const& of, std::vector<double> const& values, MPI_Comm comm);

}  // namespace fem
