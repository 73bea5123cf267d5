/* Prints the bits of sums of doubles over all ranks that are different in most orders of adding. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

/* A hash of five vectors of such sums. */
static uint64_t sums(int count, int rank, int ranks) {
  double* const in = malloc(sizeof(double) * (size_t)count);
  double* const out = malloc(sizeof(double) * (size_t)count);
  uint64_t hash = 0;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < count; ++i) {
      /* Large numbers that cancel from one rank to the next, and something small in each. */
      double const large = ldexp(1.0 + i, 40 + (7 * i + round) % 13);
      in[i] = (rank == ranks - 1 && ranks % 2 == 1 ? 0 : rank % 2 == 0 ? large : -large) + 1.0 / (1 + rank + i);
    }
    MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) {
      uint64_t bits;
      memcpy(&bits, &out[i], sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3u + (hash >> 47);
    }
  }
  free(in);
  free(out);
  return hash;
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  uint64_t const few = sums(40, rank, ranks), many = sums(1000, rank, ranks);
  if (rank == 0) printf("%016llx %016llx\n", (unsigned long long)few, (unsigned long long)many);
  MPI_Finalize();
  return 0;
}
