// A program whose last reductions, and MPI_Finalize, are in the destructor of a global object. For three ranks: it
// prints sums that are 2.4, and that an MPI makes 2.4000000000000004 in whatever order it adds.
#include <mpi.h>

#include <cstdio>
#include <vector>

namespace {

void reduce(char const* where, std::size_t count) {
  constexpr double values[3] = {0.1, 0.2, 2.1};
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> const in(count, values[rank % 3]);
  std::vector<double> out(count);
  MPI_Allreduce(in.data(), out.data(), static_cast<int>(count), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (double const x : out)
    if (x != out[0]) std::printf("%s: a sum is %.17g\n", where, x);
  if (rank == 0) std::printf("%s: %.17g\n", where, out[0]);
}

struct last_of_all {
  bool runs = false;
  ~last_of_all() {
    if (!runs) return;
    reduce("at exit", 1);
    reduce("at exit", 1000);
    MPI_Finalize();
  }
} keeper;

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  keeper.runs = true;
  reduce("in main", 1000);
}
