// A system of equations over the ranks of an MPI job: mpirun -n 4 example_mpi_sparse. The bits are those of one
// process.

#include <cstdint>
#include <cstdio>
#include <vector>

#include <isobit/mpi.hpp>
#include <isobit/mpi/solver.hpp>
#include <isobit/sparse.hpp>

#include "expect.hpp"

namespace ms = isobit::mpi::sparse;

namespace {

constexpr int nodes = 200;

/// An element between two nodes; at both ends of the rod the solution is known.
struct element {
  std::vector<std::int64_t> dofs;
  double stiffness[4];
};

element element_of(int number) {
  double const k = 1.0 / (0.1 + 0.01 * (number % 13));
  auto const dof = [](int node) { return node == 0 || node == nodes - 1 ? std::int64_t{-1} : std::int64_t{node - 1}; };
  return {{dof(number), dof(number + 1)}, {k, -k, -k, k}};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm const comm = MPI_COMM_WORLD;
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (rank != 0) failures = std::freopen("/dev/null", "w", stdout) == nullptr;  // one rank talks
  constexpr std::int64_t unknowns = nodes - 2;

  // On one process.
  isobit::sparse::assembler<double, std::int64_t> whole(unknowns, unknowns);
  for (int e = 0; e + 1 < nodes; ++e) {
    auto const one = element_of(e);
    whole.add(one.dofs, isobit::row_major(one.stiffness, 2, 2));
  }
  auto const a = whole.finish();
  std::vector<double> const b(unknowns, 0.1);
  std::vector<double> expected(b.size());
  auto const alone = isobit::solver::cg(a.view(), b, expected);

  // Elements are dealt to ranks in one way, rows in another.
  auto const rows = ms::row_distribution::cyclic(unknowns, 16, size);
  ms::assembler<double> matrix(rows, comm);
  for (int e = rank; e + 1 < nodes; e += size) {
    auto const one = element_of(e);
    matrix.add(one.dofs, isobit::row_major(one.stiffness, 2, 2));
  }
  auto const spread = matrix.finish();
  auto const my_b = ms::part_of<double>(rows, rank, b);
  std::vector<double> x(my_b.size());
  auto const together = isobit::mpi::solver::cg(spread, my_b, x);
  expect("the history of residuals", together.history == alone.history);
  expect("the solution", x == ms::part_of<double>(rows, rank, expected));

  // With a preconditioner that eliminates in the order of the whole matrix.
  isobit::mpi::solver::rank_space<double> const space(spread);
  auto const preconditioner = isobit::solver::ic0(space, spread.local());
  std::vector<double> z(my_b.size());
  auto const quick = isobit::mpi::solver::cg(spread, my_b, z, preconditioner.get());
  expect("a preconditioner helps", quick.converged() && quick.iterations < together.iterations);

  // What is left of the right-hand side, rounded once.
  auto left = my_b;
  ms::multiply(-1.0, spread, x, 1.0, isobit::vector_view<double>(left));
  std::printf("%d unknowns on %d ranks: %td iterations, then %a is left\n", static_cast<int>(unknowns), size,
              together.iterations, isobit::mpi::nrm2(left, comm));

  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_MAX, comm);
  MPI_Finalize();
  return failures;
}
