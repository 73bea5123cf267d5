// Reductions over the ranks of an MPI job: mpirun -n 4 example_mpi. The results are the same on any number of ranks.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include <isobit/mpi.hpp>

#include "expect.hpp"

namespace mpi = isobit::mpi;

/// The part of a sequence of n numbers that this rank holds.
std::vector<double> my_part(std::size_t n, int rank, int size) {
  isobit::distribution const shares(n, static_cast<std::size_t>(size));
  std::vector<double> values;
  std::size_t const first = shares.start(static_cast<std::size_t>(rank));
  for (std::size_t i = 0; i < shares.count(static_cast<std::size_t>(rank)); ++i)
    values.push_back(1.0 / static_cast<double>(first + i + 1));
  return values;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm const comm = MPI_COMM_WORLD;
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (rank != 0) failures = std::freopen("/dev/null", "w", stdout) == nullptr;  // one rank talks

  auto const mine = my_part(1000, rank, size);
  expect("sum", mpi::sum(mine, comm), 0x1.df11f45f4e61ap+2);

  // Many fields, one reduction.
  std::vector<double> const volumes(mine.size(), 0.5);
  std::vector<char> ocean(mine.size(), 1);
  auto const sums = mpi::sum({mine, mpi::field(mine).weighted_by(volumes).where(ocean)}, comm);
  expect("fields", sums[1], sums[0] / 2);

  // In the background.
  auto pending = mpi::isum(mine, comm);
  expect("isum", pending.get(), sums[0]);

  // Element by element, like MPI_Allreduce.
  std::vector<double> gradient = {0.1, 1e300 * (rank == 0 ? 1 : 0)};
  mpi::allreduce(gradient, gradient, comm);
  expect("allreduce", gradient[1], 1e300);

  // Any operation, along the same tree on any number of ranks.
  mpi::tree_plan const plan(mine.size(), comm);
  auto const hypotenuse = [](double a, double b) { return std::hypot(a, b); };
  auto const length = plan.allreduce(mine, hypotenuse);
  expect("tree", length > 1.28 && length < 1.29);

  MPI_Finalize();
  return failures;
}
