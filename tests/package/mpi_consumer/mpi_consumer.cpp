#include <cstdio>
#include <vector>

#include <isobit/mpi.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> const mine = rank == 0 ? std::vector{1e308, 1.0} : std::vector{-1e308};
  double const sum = isobit::mpi::sum(mine, MPI_COMM_WORLD);
  bool const right = size == 2 && sum == 1.0;
  if (!right) std::printf("rank %d of %d: sum is %g, expected 1 on 2 ranks\n", rank, size, sum);
  MPI_Finalize();
  return right ? 0 : 1;
}
