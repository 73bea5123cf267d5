/* first_come ORDER HOW...: three ranks send their numbers to the first, which takes them as they come, by each of MPI's
   ways HOW to do so. ORDER says in which order they are sent, such as 312: none before the one before has been taken;
   or "any": all at once. Prints the order in which they were taken, and how often the first rank asked in vain. */

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <mpi.h>

enum { workers = 3, number = 1, go = 2, taken = 3 };

static MPI_Request requests[workers];
static int received[workers];
static long in_vain;

static int is(char const* how, char const* name) { return strcmp(how, name) == 0; }

static void post(int from_anybody) {
  for (int i = 0; i < workers; ++i)
    MPI_Irecv(&received[i], 1, MPI_INT, from_anybody ? MPI_ANY_SOURCE : i + 1, number, MPI_COMM_WORLD, &requests[i]);
}

static int receive_from(int source) {
  int x = 0;
  MPI_Recv(&x, 1, MPI_INT, source, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return x;
}

/* Whether to ask again. */
static int again(int flag) {
  in_vain += !flag;
  return !flag;
}

/* A receive from anybody that gets nothing, unless messages are there before their time. */
static void cancel(void) {
  MPI_Request request;
  MPI_Status status;
  int x = 0, is_cancelled = 0;
  MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, number, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &is_cancelled);
  if (!is_cancelled) printf("too early: %d ", x);
}

/* A receive from anybody that is cancelled too late: the message that comes next in order is there. In any order there
   are none at first, and the receive may be cancelled: 0. */
static int take_by_late_cancel(int i, char const* order) {
  int const in_order = !is(order, "any");
  MPI_Request request;
  int x = 0;
  if (in_order) MPI_Probe(order[i] - '0', number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, number, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  if (!in_order && i == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return x;
}

static int take_by_receive(char const* how) {
  MPI_Comm const world = MPI_COMM_WORLD;
  MPI_Request request;
  int x = 0;
  if (is(how, "recv") || is(how, "cancel")) MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, number, world, MPI_STATUS_IGNORE);
  if (is(how, "sendrecv"))
    MPI_Sendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, &x, 1, MPI_INT, MPI_ANY_SOURCE, number, world, MPI_STATUS_IGNORE);
  if (is(how, "sendrecv_replace"))
    MPI_Sendrecv_replace(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_ANY_SOURCE, MPI_ANY_TAG, world, MPI_STATUS_IGNORE);
  if (is(how, "persistent")) {
    MPI_Recv_init(&x, 1, MPI_INT, MPI_ANY_SOURCE, number, world, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  return x;
}

static void* take_on_thread(void* x) {
  *(int*)x = take_by_receive("recv");
  return NULL;
}

/* On another thread each time. */
static int take_by_thread(void) {
  pthread_t thread;
  int x = 0;
  pthread_create(&thread, NULL, take_on_thread, &x);
  pthread_join(thread, NULL);
  return x;
}

static int take_by_probe(char const* how) {
  MPI_Comm const world = MPI_COMM_WORLD;
  MPI_Status status;
  MPI_Message message = MPI_MESSAGE_NULL;
  int x = 0, flag = 0, source = 0;
  if (is(how, "probe")) MPI_Probe(MPI_ANY_SOURCE, number, world, &status);
  if (is(how, "mprobe")) MPI_Mprobe(MPI_ANY_SOURCE, number, world, &message, &status);
  if (is(how, "iprobe")) do
      MPI_Iprobe(MPI_ANY_SOURCE, number, world, &flag, &status);
    while (again(flag));
  if (is(how, "improbe")) do
      MPI_Improbe(MPI_ANY_SOURCE, number, world, &flag, &message, &status);
    while (again(flag));
  if (is(how, "iprobe_each")) do
      MPI_Iprobe(source = source % workers + 1, number, world, &flag, &status);
    while (again(flag));
  if (message == MPI_MESSAGE_NULL) return receive_from(status.MPI_SOURCE);
  MPI_Request request;
  MPI_Imrecv(&x, 1, MPI_INT, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return x;
}

/* From anybody, into one request, which `by` completes. */
static int take_by_post(char const* by) {
  MPI_Request request;
  MPI_Status status;
  int x = 0, flag = 0, index = 0;
  MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, number, MPI_COMM_WORLD, &request);
  if (is(by, "waitall")) MPI_Waitall(1, &request, &status);
  if (is(by, "waitany")) MPI_Waitany(1, &request, &index, &status);
  if (is(by, "waitsome")) MPI_Waitsome(1, &request, &flag, &index, &status);
  if (strstr(by, "wait") == NULL) do {
      if (is(by, "test")) MPI_Test(&request, &flag, &status);
      if (is(by, "testall")) MPI_Testall(1, &request, &flag, &status);
      if (is(by, "testany")) MPI_Testany(1, &request, &index, &flag, &status);
      if (is(by, "testsome")) MPI_Testsome(1, &request, &flag, &index, &status);
      if (is(by, "get_status")) MPI_Request_get_status(request, &flag, &status);
    } while (again(flag));
  if (is(by, "get_status")) MPI_Wait(&request, &status);
  return x;
}

/* Those that were complete. */
static int take_by_requests(char const* how, int indices[]) {
  MPI_Status statuses[workers];
  int index = workers - 1, flag = 0, done = 1;
  if (is(how, "waitany")) MPI_Waitany(workers, requests, &index, MPI_STATUS_IGNORE);
  if (is(how, "testany")) do
      MPI_Testany(workers, requests, &index, &flag, MPI_STATUS_IGNORE);
    while (again(flag));
  if (is(how, "waitsome")) MPI_Waitsome(workers, requests, &done, indices, statuses);
  if (is(how, "testsome")) do
      MPI_Testsome(workers, requests, &done, indices, statuses);
    while (again(done));
  if (is(how, "test")) do {
      do index = (index + 1) % workers;
      while (requests[index] == MPI_REQUEST_NULL);
      MPI_Test(&requests[index], &flag, MPI_STATUS_IGNORE);
    } while (again(flag));
  if (!is(how, "waitsome") && !is(how, "testsome")) indices[0] = index;
  return done;
}

/* The next numbers, and how many they are. */
static int take(char const* how, int i, char const* order, int numbers[]) {
  if (is(how, "late_cancel")) {
    numbers[0] = take_by_late_cancel(i, order);
  } else if (strncmp(how, "post_", 5) == 0) {
    numbers[0] = take_by_post(how + 5);
  } else if (strstr(how, "probe") != NULL) {
    numbers[0] = take_by_probe(how);
  } else if (strstr(how, "wait") != NULL || strstr(how, "test") != NULL) {
    int indices[workers];
    if (i == 0) post(0);
    int const done = take_by_requests(how, indices);
    for (int k = 0; k < done; ++k) numbers[k] = received[indices[k]];
    return done;
  } else if (is(how, "thread")) {
    numbers[0] = take_by_thread();
  } else if (is(how, "irecv")) {
    if (i == 0) post(1);
    MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    numbers[0] = received[i];
  } else {
    numbers[0] = take_by_receive(how);
  }
  return 1;
}

static void take_all(char const* how, char const* order) {
  in_vain = 0;
  printf("%s ", how);
  for (int i = 0, numbers[workers]; i < workers;) {
    int const done = take(how, i, order, numbers);
    for (int k = 0; k < done; ++k) {
      printf("%d", numbers[k]);
      if (!is(order, "any")) MPI_Send(NULL, 0, MPI_INT, numbers[k], taken, MPI_COMM_WORLD);
    }
    i += done;
  }
  printf(" %ld\n", in_vain);
}

static void contribute(int rank, char const* order) {
  char const* const mine = strchr(order, '0' + rank);
  MPI_Comm const world = MPI_COMM_WORLD;
  if (mine != NULL && mine != order) MPI_Recv(NULL, 0, MPI_INT, mine[-1] - '0', go, world, MPI_STATUS_IGNORE);
  MPI_Send(&rank, 1, MPI_INT, 0, number, world);
  if (mine == NULL) return;
  MPI_Recv(NULL, 0, MPI_INT, 0, taken, world, MPI_STATUS_IGNORE);
  if (mine[1] != '\0') MPI_Send(NULL, 0, MPI_INT, mine[1] - '0', go, world);
}

static void run(int rank, char const* how, char const* order) {
  int const in_order = !is(order, "any"), cancels = is(how, "cancel"), cancels_late = is(how, "late_cancel");
  if (rank == 0) {
    if (cancels && !in_order) MPI_Barrier(MPI_COMM_WORLD);
    if (cancels) cancel();
    if (cancels && in_order) MPI_Barrier(MPI_COMM_WORLD);
    take_all(how, order);
  } else {
    if ((cancels && in_order) || (cancels_late && !in_order)) MPI_Barrier(MPI_COMM_WORLD);
    if (rank <= workers) contribute(rank, order);
    if (cancels && !in_order) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  int rank, ranks, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3 || ranks < workers + 1) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int i = 2; i < argc; ++i) run(rank, argv[i], argv[1]);
  MPI_Finalize();
  return 0;
}
