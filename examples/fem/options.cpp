#include "options.hpp"

#include <stdexcept>

#include "common/arguments.hpp"

namespace fem {

char const* const help_text =
    R"(isobit_fem [OPTION]...: finite elements with the same bits on any number of ranks, in any order of cells.
mpirun -n 4 isobit_fem --problem elasticity --dimension 3 --degree 2

  --problem poisson         or elasticity; both made for a solution that is known
  --dimension 2             triangles, or 3: tetrahedra
  --degree 1                of the polynomials, or 2
  --cells 16                the unit square or cube is cut into so many boxes a side
  --mesh FILE.msh           Gmsh's format 4.1 instead: gmsh -format msh41 -save
  --refinements 0           solve again with cells half as long, so often, and show the order of convergence
  --dirichlet 1,2           sides where the solution is prescribed, by tag (the unit cube: 1 and 2 at x = 0 and 1, 3 and
                            4 at y, 5 and 6 at z); --dirichlet none
  --robin 4                 sides where flux + solution is; the flux on all others
  --partition blocks        which cells a rank computes: blocks, cyclic, scattered
  --order ascending         in which order: ascending, descending, shuffled
  --rows blocks             which unknowns a rank has: blocks, cyclic, scattered
  --threads 1               of each rank
  --assembly exact          or plain: contributions of a rank are added up in the order in which they come, first
  --preconditioner jacobi   none, ssor, ic0, chebyshev, multigrid
  --tolerance 1e-12         of the residual, relative to the load
  --output FILE.vtu         the solution, for ParaView
  --history FILE.csv        the norm of the residual after each iteration
  --json                    the summary as JSON
  --help                    this
)";

namespace {

std::vector<int> read_tags(std::string const& name, std::string const& list) {
  std::vector<int> tags;
  if (list == "none") return tags;
  for (std::string const& word : common::words(list)) {
    if (word.empty() || word.size() > 6 || word.find_first_not_of("0123456789") != std::string::npos)
      throw std::invalid_argument(name + ": '" + list + "' is not a list of tags such as 1,2, nor none");
    tags.push_back(std::stoi(word));
  }
  return tags;
}

void require(bool holds, char const* message) {
  if (!holds) throw std::invalid_argument(message);
}

}  // namespace

options read_options(int count, char const* const* arguments) {
  options chosen;
  std::string dirichlet = "1,2", robin = "4";
  common::arguments("isobit_fem")
      .add("--problem", chosen.problem)
      .add("--dimension", chosen.dimension)
      .add("--degree", chosen.degree)
      .add("--cells", chosen.cells)
      .add("--mesh", chosen.mesh)
      .add("--refinements", chosen.refinements, 0)
      .add("--dirichlet", dirichlet)
      .add("--robin", robin)
      .add("--partition", chosen.partition)
      .add("--order", chosen.order)
      .add("--rows", chosen.rows)
      .add("--threads", chosen.threads)
      .add("--assembly", chosen.assembly)
      .add("--preconditioner", chosen.preconditioner)
      .add("--tolerance", chosen.tolerance)
      .add("--output", chosen.output)
      .add("--history", chosen.history)
      .add("--json", chosen.json)
      .add("--help", chosen.help)
      .read(count, arguments);
  chosen.dirichlet = read_tags("--dirichlet", dirichlet);
  chosen.robin = read_tags("--robin", robin);
  require(chosen.dimension == 2 || chosen.dimension == 3, "--dimension: 2 or 3");
  require(chosen.degree == 1 || chosen.degree == 2, "--degree: 1 or 2");
  require(chosen.refinements <= 8, "--refinements: up to 8");
  require(chosen.cells <= (chosen.dimension == 2 ? 4096 : 256) >> chosen.refinements,
          "--cells: up to 4096 in a plane, 256 in space, once refined");
  require(chosen.mesh.empty() || chosen.refinements == 0,
          "--refinements: only of the unit square and cube, not of --mesh");
  require(chosen.threads <= 1024, "--threads: up to 1024");
  require(chosen.assembly == "exact" || chosen.assembly == "plain", "--assembly: exact or plain");
  require(chosen.tolerance >= 0 && chosen.tolerance < 1, "--tolerance: a number from 0 to 1");
  require(!chosen.dirichlet.empty() || (chosen.problem == "poisson" && !chosen.robin.empty()),
          "--dirichlet none: the solution is not unique then, unless --robin has a side and the problem is poisson");
  return chosen;
}

}  // namespace fem
