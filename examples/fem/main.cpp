// Finite elements with the same bits on any number of ranks: README.md.
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

#include <mpi.h>

#include "common/digits.hpp"
#include "common/json.hpp"
#include "share.hpp"
#include "system.hpp"
#include "vtu.hpp"

namespace fem {
namespace {

using common::digits;

/// One mesh, solved.
struct result {
  std::size_t cells;
  std::int64_t unknown;
  isobit::solver::report how;
  errors off;
};

result run(mesh const& m, options const& chosen, MPI_Comm comm) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  problem const equations(chosen.problem, m.dimension);
  unknowns const numbering(m, equations, chosen.degree, chosen.dirichlet);
  cell_integrals const integrals(m, equations, chosen.degree, {chosen.dirichlet, chosen.robin});
  auto const owner = owners(chosen.partition, static_cast<std::int64_t>(m.cells.size()), ranks);
  discretisation const all{m, equations, numbering, integrals, cells_of(rank, owner, chosen.order)};
  solution const found = solve(all, chosen, comm);
  if (rank == 0 && !chosen.output.empty())
    write_vtu(chosen.output, m, numbering, chosen.degree, equations.components(), found.values);
  return {m.cells.size(), numbering.count, found.how, errors_of(all, found.values, comm)};
}

void write_history(std::string const& file, isobit::solver::report const& how) {
  std::ofstream out(file);
  out << "iteration,residual\n";
  for (std::size_t i = 0; i < how.history.size(); ++i) out << i << ',' << digits(how.history[i]) << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write '" + file + "'; name another file with --history");
}

void print(result const& now, result const* before, options const& chosen) {
  // Cells are half as long as before.
  double const value_order = before ? std::log2(before->off.values / now.off.values) : 0;
  double const gradient_order = before ? std::log2(before->off.gradients / now.off.gradients) : 0;
  if (chosen.json) {
    common::json_object summary;
    summary.add("cells", now.cells).add("unknowns", now.unknown).add("iterations", now.how.iterations);
    summary.add("outcome", isobit::solver::name_of(now.how.how)).add_raw("residual", digits(now.how.residual));
    summary.add_raw("l2_error", digits(now.off.values)).add_raw("h1_error", digits(now.off.gradients));
    if (before) summary.add_rounded("l2_order", value_order).add_rounded("h1_order", gradient_order);
    std::printf("%s\n", summary.text().c_str());
    return;
  }
  std::printf("%zu cells, %lld unknowns: %s after %td iterations, error %.17g, of the gradient %.17g", now.cells,
              static_cast<long long>(now.unknown), isobit::solver::name_of(now.how.how), now.how.iterations,
              now.off.values, now.off.gradients);
  if (before) std::printf(", orders %.2f and %.2f", value_order, gradient_order);
  std::printf("\n");
}

/// Returns whether all converged.
bool run_all(options const& chosen, MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  std::vector<result> done;
  for (int level = 0; level <= chosen.refinements; ++level) {
    mesh const m = chosen.mesh.empty() ? unit_mesh(chosen.dimension, chosen.cells << level) : read_gmsh(chosen.mesh);
    done.push_back(run(m, chosen, comm));
    if (rank == 0) print(done.back(), level == 0 ? nullptr : &done[done.size() - 2], chosen);
  }
  if (rank == 0 && !chosen.history.empty()) write_history(chosen.history, done.back().how);
  for (result const& one : done)
    if (!one.how.converged()) return false;
  return true;
}

/// Ends all ranks: the others may wait for this one.
int fail(std::exception const& problem, int status) {
  std::fprintf(stderr, "isobit_fem: %s\n", problem.what());
  MPI_Abort(MPI_COMM_WORLD, status);
  return status;
}

}  // namespace
}  // namespace fem

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = 0;
  try {
    fem::options const chosen = fem::read_options(count, arguments);
    if (!chosen.help)
      status = fem::run_all(chosen, MPI_COMM_WORLD) ? 0 : 3;
    else if (rank == 0)
      std::fputs(fem::help_text, stdout);
  } catch (std::invalid_argument const& problem) {
    if (rank == 0) std::fprintf(stderr, "isobit_fem: %s\n", problem.what());
    status = 2;  // of all ranks: they have the same arguments
  } catch (std::exception const& problem) {
    return fem::fail(problem, 1);
  }
  MPI_Finalize();
  return status;
}
