// A program that has gone the second step, and sums with isobit::mpi: its operation is no stranger's to the interposer,
// not even where ISOBIT_MPI_STRICT refuses those.
#include <cstdio>
#include <vector>

#include <isobit/mpi.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> const mine = rank == 0 ? std::vector<double>{1e100, 1} : std::vector<double>{-1e100, 0x1p-60};
  double const sum = isobit::mpi::sum(mine, MPI_COMM_WORLD);
  MPI_Finalize();
  if (sum == 1) return 0;
  std::printf("the sum is %.17g, not 1\n", sum);
  return 1;
}
