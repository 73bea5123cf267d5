/* uncovered user|bytes|accumulate|fetch|enqueue: a reduction that no library can make reproducible. uncovered integers:
   one that looks like it, but rounds nothing. */

#include <stdio.h>
#include <string.h>

#include <mpi.h>

static void add(void* a, void* b, int* length, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *length; ++i) ((double*)b)[i] += ((double*)a)[i];
}

static void reduce_by_user_operation(void) {
  double one = 1, all = 0;
  MPI_Op op;
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}

static void combine_bits(void* a, void* b, int* length, MPI_Datatype* type) {
  int size;
  MPI_Type_size(*type, &size);
  for (int i = 0; i < *length * size; ++i) ((char*)b)[i] ^= ((char*)a)[i];
}

static void reduce_bits(MPI_Datatype type) {
  long long mine[2] = {1, 2}, all[2] = {0, 0};
  MPI_Op op;
  MPI_Op_create(combine_bits, 1, &op);
  MPI_Allreduce(mine, all, 1, type, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}

static void reduce_integers(void) {
  MPI_Datatype pair, pairs;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_contiguous(2, pair, &pairs);
  MPI_Type_commit(&pairs);
  reduce_bits(MPI_LONG_LONG);
  reduce_bits(MPI_2INT);
  reduce_bits(pairs);
  MPI_Type_free(&pairs);
  MPI_Type_free(&pair);
}

static void accumulate(int fetch) {
  double *memory = NULL, one = 1, before = 0;
  MPI_Win window;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  if (fetch)
    MPI_Fetch_and_op(&one, &before, MPI_DOUBLE, 0, 0, MPI_SUM, window);
  else
    MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

/* MPICH has it; the preload library has the name with any MPI. */
extern int MPIX_Allreduce_enqueue(void const* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                                  MPI_Comm comm) __attribute__((weak));

static void enqueue(void) {
  double one = 1, all = 0;
  if (MPIX_Allreduce_enqueue != NULL) MPIX_Allreduce_enqueue(&one, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1 && strcmp(argv[1], "user") == 0) reduce_by_user_operation();
  if (argc > 1 && strcmp(argv[1], "bytes") == 0) reduce_bits(MPI_BYTE);
  if (argc > 1 && strcmp(argv[1], "integers") == 0) reduce_integers();
  if (argc > 1 && strcmp(argv[1], "accumulate") == 0) accumulate(0);
  if (argc > 1 && strcmp(argv[1], "fetch") == 0) accumulate(1);
  if (argc > 1 && strcmp(argv[1], "enqueue") == 0) enqueue();
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("finished\n");
  MPI_Finalize();
  return 0;
}
