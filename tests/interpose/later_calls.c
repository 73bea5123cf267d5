/* later_calls any|all|some|persistent|counted|session: on three ranks, calls that came with MPI 4. The status is 1
   where a sum that a call said was complete is not the correctly rounded one. */

#include <stdio.h>
#include <string.h>

#include "later_mpi.h"

enum { columns = 3 };
static int rank;

/* Whatever the order, one of the columns loses its 1 to a rounding. */
static void fill(double* mine, double one) {
  double const numbers[columns] = {1e17, one, -1e17};
  for (int i = 0; i < columns; ++i) mine[i] = numbers[(rank + i) % columns];
}

static int expect(char const* what, double const* all, double one) {
  int wrong = 0;
  for (int i = 0; i < columns; ++i) wrong |= all[i] != one;
  if (wrong) printf("%s: rank %d has %g %g %g\n", what, rank, all[0], all[1], all[2]);
  return wrong;
}

/* By a call that leaves the request as it is. */
static void await(char const* how, MPI_Request const requests[3]) {
  int index = -1, flag = 0, done = 0, indices[3];
  MPI_Status statuses[3];
  while (!flag) {
    if (strcmp(how, "any") == 0) MPI_Request_get_status_any(3, requests, &index, &flag, statuses);
    if (strcmp(how, "all") == 0) MPI_Request_get_status_all(3, requests, &flag, MPI_STATUSES_IGNORE);
    if (strcmp(how, "some") == 0) MPI_Request_get_status_some(3, requests, &done, indices, statuses), flag = done > 0;
  }
}

static int with_status(char const* how) {
  double mine[columns], all[columns] = {-1, -1, -1};
  MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  fill(mine, 1);
  MPI_Iallreduce(mine, all, columns, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  await(how, requests);
  int wrong = expect(how, all, 1);
  if (requests[1] == MPI_REQUEST_NULL) wrong |= printf("%s: the request is null\n", how) > 0;
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  return wrong | expect("MPI_Wait after it", all, 1);
}

static int persistent(void) {
  double mine[columns], all[columns];
  MPI_Request request;
  int wrong = 0;
  MPI_Allreduce_init(mine, all, columns, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int round = 1; round <= 3; ++round) {
    fill(mine, round);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrong |= expect("MPI_Allreduce_init", all, round);
  }
  MPI_Request_free(&request);
  return wrong;
}

/* Left to the MPI, which may count by int. */
static int counted(void) {
  int const right = (rank + 1) % 3, left = (rank + 2) % 3;
  int sum = 0, received = -1;
  MPI_Request request;
  MPI_Allreduce_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Isend(&rank, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &request);
  MPI_Recv_c(&received, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (sum == 3 && received == left) return 0;
  return printf("counted: rank %d has %d and %d\n", rank, sum, received) > 0;
}

int main(int argc, char** argv) {
  char const* const what = argc > 1 ? argv[1] : "";
  MPI_Session session;
  if (strcmp(what, "session") == 0) MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int wrong = 0;
  if (strcmp(what, "persistent") == 0)
    wrong = persistent();
  else if (strcmp(what, "counted") == 0)
    wrong = counted();
  else if (strcmp(what, "session") != 0)
    wrong = with_status(what);
  MPI_Finalize();
  return wrong;
}
