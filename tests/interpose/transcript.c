/* Prints what an MPI says of reductions that it refuses, and what else must stay as it is: the same text with and
   without the library. */

#include <complex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

static int handled = 0;
static int rank, size;
static MPI_Comm quiet; /* not the communicator under test */

static void handle(MPI_Comm* communicator, int* code, ...) {
  (void)communicator;
  (void)code;
  ++handled;
}

/* The class of every rank's error, and how often its handler was called. */
static void say(char const* what, int code) {
  int mine[2] = {0, handled}, all[2 * 64];
  MPI_Error_class(code, &mine[0]);
  MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, 0, quiet);
  if (rank == 0) {
    printf("%s:", what);
    for (int r = 0; r < size; ++r) printf(" %d/%d", all[2 * r], all[2 * r + 1]);
    printf("\n");
    fflush(stdout);
  }
  handled = 0;
}

static double in[64], out[64];
static int counts[64];

static int finished(int code, MPI_Request* request) {
  return code == MPI_SUCCESS ? MPI_Wait(request, MPI_STATUS_IGNORE) : code;
}

/* Every call with the same arguments. Where only the root sees that they are wrong, the others would wait for it. */
static void all_calls(char const* what, void const* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                      MPI_Comm communicator) {
  char name[200];
  MPI_Request request = MPI_REQUEST_NULL;
  for (int r = 0; r < size; ++r) counts[r] = count;
#define SAY(call, code)                                \
  do {                                                 \
    snprintf(name, sizeof name, "%s: %s", call, what); \
    say(name, code);                                   \
  } while (0)
  int const aliased = send == receive && count != 0;
  if (!aliased) SAY("Reduce", MPI_Reduce(send, receive, count, type, op, 0, communicator));
  SAY("Allreduce", MPI_Allreduce(send, receive, count, type, op, communicator));
  SAY("Reduce_scatter", MPI_Reduce_scatter(send, receive, counts, type, op, communicator));
  SAY("Reduce_scatter_block", MPI_Reduce_scatter_block(send, receive, count, type, op, communicator));
  SAY("Scan", MPI_Scan(send, receive, count, type, op, communicator));
  SAY("Exscan", MPI_Exscan(send, receive, count, type, op, communicator));
  if (!aliased)
    SAY("Ireduce", finished(MPI_Ireduce(send, receive, count, type, op, 0, communicator, &request), &request));
  SAY("Iallreduce", finished(MPI_Iallreduce(send, receive, count, type, op, communicator, &request), &request));
  SAY("Ireduce_scatter",
      finished(MPI_Ireduce_scatter(send, receive, counts, type, op, communicator, &request), &request));
  SAY("Ireduce_scatter_block",
      finished(MPI_Ireduce_scatter_block(send, receive, count, type, op, communicator, &request), &request));
  SAY("Iscan", finished(MPI_Iscan(send, receive, count, type, op, communicator, &request), &request));
  SAY("Iexscan", finished(MPI_Iexscan(send, receive, count, type, op, communicator, &request), &request));
  SAY("Reduce_local", MPI_Reduce_local(send, receive, count, type, op));
}

static void refusals(MPI_Comm communicator) {
  all_calls("MPI_OP_NULL", in, out, 1, MPI_DOUBLE, MPI_OP_NULL, communicator);
  all_calls("MPI_DATATYPE_NULL", in, out, 1, MPI_DATATYPE_NULL, MPI_SUM, communicator);
#ifndef MPICH_VERSION /* crashes */
  all_calls("count -1", in, out, -1, MPI_DOUBLE, MPI_SUM, communicator);
  for (int r = 0; r < size; ++r) counts[r] = r == 0 ? -1 : 1;
  say("Reduce_scatter: one count -1", MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, communicator));
#endif
  all_calls("MPI_BAND of doubles", in, out, 1, MPI_DOUBLE, MPI_BAND, communicator);
  all_calls("MPI_MAX of complex numbers", in, out, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX, communicator);
  all_calls("MPI_SUM of bytes", in, out, 1, MPI_BYTE, MPI_SUM, communicator);
  all_calls("MPI_SUM of pairs", in, out, 1, MPI_DOUBLE_INT, MPI_SUM, communicator);
  all_calls("MPI_REPLACE", in, out, 1, MPI_DOUBLE, MPI_REPLACE, communicator);
  MPI_Datatype derived, uncommitted, copy;
  MPI_Type_contiguous(2, MPI_DOUBLE, &derived);
  MPI_Type_commit(&derived);
  MPI_Type_contiguous(1, MPI_DOUBLE, &uncommitted);
  MPI_Type_dup(MPI_DOUBLE, &copy);
  all_calls("MPI_SUM of a derived type", in, out, 1, derived, MPI_SUM, communicator);
  all_calls("an uncommitted type", in, out, 1, uncommitted, MPI_SUM, communicator);
  all_calls("a duplicated type", in, out, 1, copy, MPI_SUM, communicator);
  MPI_Type_free(&derived);
  MPI_Type_free(&uncommitted);
  MPI_Type_free(&copy);
  all_calls("the same buffer twice", out, out, 1, MPI_DOUBLE, MPI_SUM, communicator);
  all_calls("the same buffer twice, empty", out, out, 0, MPI_DOUBLE, MPI_SUM, communicator);
  all_calls("nothing at all", NULL, NULL, 0, MPI_DOUBLE, MPI_SUM, communicator);
  say("Allreduce: MPI_IN_PLACE to receive", MPI_Allreduce(in, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, communicator));
  say("Reduce: root too large", MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, size, communicator));
  say("Reduce: root -7", MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, -7, communicator));
}

/* Which types an MPI adds, multiplies and compares. */
static void types(MPI_Comm communicator) {
  struct {
    char const* name;
    MPI_Datatype handle;
  } all[] = {{"FLOAT", MPI_FLOAT},
             {"DOUBLE", MPI_DOUBLE},
             {"LONG_DOUBLE", MPI_LONG_DOUBLE},
             {"REAL", MPI_REAL},
             {"DOUBLE_PRECISION", MPI_DOUBLE_PRECISION},
             {"COMPLEX", MPI_COMPLEX},
             {"DOUBLE_COMPLEX", MPI_DOUBLE_COMPLEX},
             {"REAL4", MPI_REAL4},
             {"REAL8", MPI_REAL8},
             {"REAL16", MPI_REAL16},
             {"COMPLEX8", MPI_COMPLEX8},
             {"COMPLEX16", MPI_COMPLEX16},
             {"COMPLEX32", MPI_COMPLEX32},
             {"C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX},
             {"C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX},
             {"C_LONG_DOUBLE_COMPLEX", MPI_C_LONG_DOUBLE_COMPLEX},
             {"CXX_DOUBLE_COMPLEX", MPI_CXX_DOUBLE_COMPLEX},
             {"INT", MPI_INT},
             {"LOGICAL", MPI_LOGICAL},
             {"C_BOOL", MPI_C_BOOL},
             {"CHAR", MPI_CHAR},
             {"AINT", MPI_AINT},
             {"2REAL", MPI_2REAL},
             {"PACKED", MPI_PACKED}};
  struct {
    char const* name;
    MPI_Op handle;
  } operations[] = {{"SUM", MPI_SUM}, {"PROD", MPI_PROD}, {"MAX", MPI_MAX}};
  char name[200];
  for (size_t t = 0; t < sizeof all / sizeof *all; ++t)
    for (size_t o = 0; o < sizeof operations / sizeof *operations; ++o) {
      memset(in, 0, sizeof in);
      snprintf(name, sizeof name, "Allreduce of %s by %s", all[t].name, operations[o].name);
      say(name, MPI_Allreduce(in, out, 1, all[t].handle, operations[o].handle, communicator));
    }
}

/* What else is printed as it is: numbers of one rank, and reductions that are not the library's business. */
static void maximum_of_squares(void* a, void* b, int* length, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *length; ++i) {
    double const x = ((double*)a)[i], y = ((double*)b)[i];
    ((double*)b)[i] = x * x > y * y ? x : y;
  }
}

static void say_bits(char const* what, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (rank == 0) printf("%s: %016llx\n", what, (unsigned long long)bits);
}

static void untouched(MPI_Comm communicator) {
  uint64_t const payload = 0xfff8000012345678;
  double nan, result = 7;
  memcpy(&nan, &payload, sizeof nan);
  double const zero = -0.0;
  MPI_Allreduce(&nan, &result, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
  say_bits("NaN on self", result);
  MPI_Scan(&nan, &result, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_SELF);
  say_bits("NaN scanned on self", result);
  MPI_Allreduce(&zero, &result, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
  say_bits("-0 on self", result);
  result = 7;
  MPI_Exscan(&zero, &result, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
  say_bits("Exscan on self", result);
  double mine = rank - 1.5;
  MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, MPI_MIN, communicator);
  say_bits("MPI_MIN", result);
  MPI_Op op;
  MPI_Op_create(maximum_of_squares, 1, &op);
  MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, op, communicator);
  say_bits("an operation of the user's", result);
  MPI_Request request;
  MPI_Ireduce(&mine, &result, 1, MPI_DOUBLE, op, 0, communicator, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  say_bits("an operation of the user's, nonblocking", result);
  MPI_Op_free(&op);
  int number = 1 << rank, sum = 0;
  MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, communicator);
  if (rank == 0) printf("integers: %d\n", sum);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &quiet);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm with_return, with_handler;
  MPI_Errhandler handler;
  MPI_Comm_dup(MPI_COMM_WORLD, &with_return);
  MPI_Comm_dup(MPI_COMM_WORLD, &with_handler);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(with_handler, handler);
  if (rank == 0) printf("errors returned\n");
  refusals(with_return);
  types(with_return);
  if (rank == 0) printf("errors handled\n");
  refusals(with_handler);
  types(with_handler);
  untouched(with_return);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  all_calls("MPI_COMM_NULL", in, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&with_return);
  MPI_Comm_free(&with_handler);
  MPI_Comm_free(&quiet);
  MPI_Finalize();
  return 0;
}
