/* A rank whose part in a reduction is done answers another one that has not begun it: nothing may wait for the whole
   reduction in between, not even an audit. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double mine = rank + 0.1, sum = 0;
  int word = 0;
  MPI_Request requests[2];
  int const inner = 2, last = 3;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == last) {
    MPI_Send(&word, 1, MPI_INT, inner, 0, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, inner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Ireduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, &requests[0]);
  if (rank == inner) {
    MPI_Irecv(&word, 1, MPI_INT, last, 0, MPI_COMM_WORLD, &requests[1]);
    for (int done = 0; done < 2; ++done) {
      int index;
      MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
      if (index == 1) MPI_Send(&word, 1, MPI_INT, last, 1, MPI_COMM_WORLD);
    }
  } else {
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  /* 0.1 + 1.1 + 2.1 + 3.1, of which the last three are a little more than they say. */
  int const failed = rank == 0 && sum != 6.4;
  if (failed) printf("the sum is %.17g, not 6.4\n", sum);
  MPI_Finalize();
  return failed;
}
