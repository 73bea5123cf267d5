/* Spawns three processes of itself: prints how sums are taken among those, and of all four together. */

#include <stdio.h>

#include <mpi.h>

/* Whether sums over the last three ranks are exact: in plain arithmetic two of these lose their 1, whatever the order.
 */
static int is_exact(MPI_Comm comm) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  double const turns[3] = {1, 1e16, -1e16};
  double in[3] = {0, 0, 0}, out[3];
  for (int i = 0; i < 3 && rank >= ranks - 3; ++i) in[i] = turns[(rank + i) % 3];
  MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, comm);
  return out[0] == 1 && out[1] == 1 && out[2] == 1;
}

int main(int argc, char** argv) {
  MPI_Comm between, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&between);
  int const is_parent = between == MPI_COMM_NULL;
  if (is_parent)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_SELF, &between, MPI_ERRCODES_IGNORE);
  MPI_Intercomm_merge(between, !is_parent, &all);
  int exact[2] = {is_parent || is_exact(MPI_COMM_WORLD), 0}, everywhere[2];
  exact[1] = is_exact(all);
  MPI_Allreduce(exact, everywhere, 2, MPI_INT, MPI_MIN, all);
  if (is_parent) printf("spawned: %s, all: %s\n", everywhere[0] ? "exact" : "plain", everywhere[1] ? "exact" : "plain");
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&between);
  MPI_Finalize();
  return 0;
}
