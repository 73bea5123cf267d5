// A program whose last reductions, and MPI_Finalize, are in the destructor of a global object.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

/// The same element on all ranks, of which there are four at most: their sum is exact.
void reduce(std::size_t count) {
  std::vector<double> const in(count, 0.5);
  std::vector<double> out(count);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Allreduce(in.data(), out.data(), static_cast<int>(count), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (double const x : out)
    if (x != 0.5 * ranks) {
      std::printf("the sum is %.17g\n", x);
      std::_Exit(1);
    }
}

struct last_of_all {
  bool runs = false;
  ~last_of_all() {
    if (!runs) return;
    reduce(1);
    reduce(1000);
    MPI_Finalize();
  }
} keeper;

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  keeper.runs = true;
  reduce(1000);
}
