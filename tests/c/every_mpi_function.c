/* Every function of isobit/mpi.h is called once, by any number of ranks, and gives a number worked out by hand: rank r
   of p has the values r + 1 and 2, so that sums are s = p*(p+1)/2 + 2*p. */

#include <isobit/mpi.h>

#include <math.h>
#include <string.h>

#include "every_function.h"

int failures = 0;

static int rank, ranks;
static MPI_Comm world;

#define EVERY ISOBIT_EVERY_RANK

static double sum_of_ranks(void) { return ranks * (ranks + 1) / 2.0; }
static double squares_of_ranks(void) { return ranks * (ranks + 1) * (2 * ranks + 1) / 6.0; }

#define CALL_REDUCTIONS(suffix, T, R)                                                       \
  do {                                                                                      \
    T const mine[] = {(T)(rank + 1), 2};                                                    \
    double const s = sum_of_ranks() + 2 * ranks, q = squares_of_ranks() + 4 * ranks;        \
    R r = -1;                                                                               \
    GIVES(s, r, isobit_mpi_sum_##suffix(mine, 2, world, EVERY, 0, &r));                     \
    r = -1;                                                                                 \
    GIVES(rank == 0 ? s : -1, r, isobit_mpi_sum_##suffix(mine, 2, world, 0, 2, &r));        \
    GIVES((R)(s / (2 * ranks)), r, isobit_mpi_mean_##suffix(mine, 2, world, EVERY, 0, &r)); \
    GIVES(s, r, isobit_mpi_asum_##suffix(mine, 2, world, EVERY, 0, &r));                    \
    GIVES(q, r, isobit_mpi_squared_norm_##suffix(mine, 2, world, EVERY, 0, &r));            \
    GIVES((R)sqrt(q), r, isobit_mpi_nrm2_##suffix(mine, 2, world, EVERY, 0, &r));           \
    GIVES(q, r, isobit_mpi_dot_##suffix(mine, mine, 2, world, EVERY, 0, &r));               \
  } while (0)

#define CALL_COMPLEX(suffix, T)                                                            \
  do {                                                                                     \
    T const mine[] = {0, (T)(rank + 1)};                                                   \
    double const s = sum_of_ranks(), q = squares_of_ranks();                               \
    T r[] = {-1, -1};                                                                      \
    GIVES(s, r[1], isobit_mpi_sum_##suffix(mine, 1, world, EVERY, 0, r));                  \
    GIVES((T)(s / ranks), r[1], isobit_mpi_mean_##suffix(mine, 1, world, EVERY, 0, r));    \
    GIVES(-q, r[0], isobit_mpi_dot_##suffix(mine, mine, 1, world, EVERY, 0, r));           \
    GIVES(q, r[0], isobit_mpi_conjugated_dot_##suffix(mine, mine, 1, world, EVERY, 0, r)); \
    GIVES(s, r[0], isobit_mpi_asum_##suffix(mine, 1, world, EVERY, 0, r));                 \
    GIVES(q, r[0], isobit_mpi_squared_norm_##suffix(mine, 1, world, EVERY, 0, r));         \
    GIVES((T)sqrt(q), r[0], isobit_mpi_nrm2_##suffix(mine, 1, world, EVERY, 0, r));        \
  } while (0)

#define CALL_MANY(suffix, T)                                                                             \
  do {                                                                                                   \
    T const mine[] = {(T)(rank + 1), 2}, weights[] = {10, 100};                                          \
    int const mask[] = {1, 0};                                                                           \
    int64_t const keys[] = {7, -1};                                                                      \
    isobit_mpi_field_##suffix const fields[] = {{mine, 2, NULL, NULL}, {mine, 2, weights, mask}};        \
    double const s = sum_of_ranks();                                                                     \
    T r[2] = {-1, -1}, blocks[256];                                                                      \
    int64_t found[2] = {0, 0};                                                                           \
    size_t groups = 0;                                                                                   \
    int ready = -1, i;                                                                                   \
    isobit_mpi_request* request = NULL;                                                                  \
    GIVES(10 * s, r[1], isobit_mpi_sum_fields_##suffix(fields, 2, world, EVERY, 0, r));                  \
    EXPECT(r[0] == s + 2 * ranks);                                                                       \
    CALL(isobit_mpi_isum_fields_##suffix(fields, 2, world, 0, &request));                                \
    GIVES(10 * s, r[1], isobit_mpi_request_get_##suffix(request, r));                                    \
    isobit_mpi_request_destroy(request);                                                                 \
    CALL(isobit_mpi_isum_##suffix(mine, 1, world, 0, &request));                                         \
    CALL(isobit_mpi_request_ready(request, &ready));                                                     \
    GIVES(s, r[0], isobit_mpi_request_get_##suffix(request, r));                                         \
    isobit_mpi_request_destroy(request);                                                                 \
    EXPECT(ready == 0 || ready == 1);                                                                    \
    GIVES(s, r[0], isobit_mpi_allreduce_##suffix(mine, r, 2, world));                                    \
    EXPECT(r[1] == 2 * ranks);                                                                           \
    r[0] = -1;                                                                                           \
    GIVES(rank == 0 ? s : -1, r[0], isobit_mpi_reduce_##suffix(mine, r, 2, 0, world));                   \
    for (i = 0; i < ranks; ++i) blocks[i] = (T)i;                                                        \
    GIVES((T)(rank * ranks), r[0], isobit_mpi_reduce_scatter_##suffix(blocks, r, 1, world));             \
    GIVES(0.5 * (rank + 1) * (rank + 2), r[0], isobit_mpi_scan_##suffix(mine, r, 1, world));             \
    GIVES(0.5 * rank * (rank + 1), r[0], isobit_mpi_exscan_##suffix(mine, r, 1, world));                 \
    GIVES(2, groups, isobit_mpi_sum_by_key_##suffix(keys, mine, 2, world, EVERY, 2, found, r, &groups)); \
    EXPECT(found[0] == -1 && found[1] == 7 && r[0] == 2 * ranks && r[1] == s);                           \
    GIVES(s, r[0], isobit_mpi_tree_sum_##suffix(mine, 1, world, EVERY, 0, r));                           \
    r[0] = -1;                                                                                           \
    GIVES(rank == 0 ? s : -1, r[0], isobit_mpi_tree_sum_##suffix(mine, 1, world, 0, 0, r));              \
  } while (0)

static void concatenate(void* context, void const* left, void const* right, void* combined) {
  (void)context;
  memcpy(combined, left, sizeof(int));
  memcpy((int*)combined + 1, (int const*)right + 1, sizeof(int));
}

static void merge_states(void) {
  isobit_exact* exact = NULL;
  isobit_accumulator* state = NULL;
  double const mine = rank + 1;
  double r = -1;
  int const pair[] = {rank, rank};
  int ends[] = {-1, -1};
  CALL(isobit_exact_create(&exact));
  CALL(isobit_exact_add(exact, mine));
  CALL(isobit_mpi_exact_merge(exact, world));
  GIVES(sum_of_ranks(), r, isobit_exact_round_f64(exact, ISOBIT_NEAREST_EVEN, &r));
  isobit_exact_destroy(exact);

  CALL(isobit_binned_f64(3, &state));
  CALL(isobit_accumulator_add_f64(state, &mine, 1));
  CALL(isobit_mpi_accumulator_merge(state, world));
  GIVES(sum_of_ranks(), r, isobit_accumulator_round_f64(state, &r));
  isobit_accumulator_destroy(state);

  CALL(isobit_tree_f64((size_t)rank, (size_t)ranks, &state));
  CALL(isobit_accumulator_add_f64(state, &mine, 1));
  CALL(isobit_mpi_accumulator_merge(state, world));
  GIVES(sum_of_ranks(), r, isobit_accumulator_round_f64(state, &r));
  isobit_accumulator_destroy(state);

  CALL(isobit_mpi_tree_reduce(pair, 1, sizeof pair, concatenate, NULL, world, EVERY, ends));
  EXPECT(ends[0] == 0 && ends[1] == ranks - 1);
}

#define REAL(v) (v)[0]
#define COMPLEX(v) (v)
#define ROWS ISOBIT_ROW_MAJOR
#define PLAIN ISOBIT_NO_TRANSPOSE

/* Each rank has one column of a, r + 1, and one row of b, 2; or one row of both. */
#define CALL_PRODUCTS(t, T, NUMBER)                                                                                   \
  do {                                                                                                                \
    T const a[] = {(T)(rank + 1), 0}, b[] = {2, 0}, one[] = {1, 0}, none[] = {0, 0};                                  \
    T ones[512], c[] = {0, 0};                                                                                        \
    isobit_mpi_block_cyclic const whole = {1, 1, 1, 1, 1, 1, 0};                                                      \
    double const s = 2 * sum_of_ranks();                                                                              \
    int i;                                                                                                            \
    for (i = 0; i < 512; ++i) ones[i] = (T)(sizeof(NUMBER(one)) == sizeof(T) || i % 2 == 0);                          \
    GIVES(s, c[0],                                                                                                    \
          isobit_mpi_##t##gemm_split_k(ROWS, PLAIN, PLAIN, 1, 1, 1, NUMBER(one), a, 1, b, 1, NUMBER(none), c, 1,      \
                                       world, EVERY, 0));                                                             \
    GIVES(s, c[0],                                                                                                    \
          isobit_mpi_##t##gemv_split_k(ROWS, PLAIN, 1, 1, NUMBER(one), a, 1, b, 1, NUMBER(none), c, 1, world, EVERY,  \
                                       0));                                                                           \
    GIVES(2 * ranks, c[0],                                                                                            \
          isobit_mpi_##t##gemm_row_blocks(ROWS, PLAIN, PLAIN, 1, 1, ranks, 1, NUMBER(one), ones, ranks, b, 1,         \
                                          NUMBER(none), c, 1, world, 0));                                             \
    GIVES(2 * ranks, c[0],                                                                                            \
          isobit_mpi_##t##gemv_row_blocks(ROWS, PLAIN, 1, ranks, 1, NUMBER(one), ones, ranks, b, 1, NUMBER(none), c,  \
                                          1, world, 0));                                                              \
    GIVES(2 * (rank + 1), c[0],                                                                                       \
          isobit_mpi_p##t##gemm(PLAIN, PLAIN, NUMBER(one), &whole, a, 1, &whole, b, 1, NUMBER(none), &whole, c, 1,    \
                                MPI_COMM_SELF, 0));                                                                   \
    GIVES(2 * (rank + 1), c[0],                                                                                       \
          isobit_mpi_p##t##gemv(PLAIN, NUMBER(one), &whole, a, 1, 1, b, 1, NUMBER(none), 1, c, 1, MPI_COMM_SELF, 0)); \
  } while (0)

/* Row r, of rank r, has 2 on its diagonal. Complex numbers are real here. */
#define CALL_SPARSE(t, T, NUMBER, rows)                                                        \
  do {                                                                                         \
    int64_t const place = rank;                                                                \
    T const two[] = {2, 0}, b[] = {6, 0}, half[] = {0.5f, 0}, one[] = {1, 0}, none[] = {0, 0}; \
    T x[] = {0, 0}, y[] = {-1, -1};                                                            \
    isobit_mpi_matrix* a = NULL;                                                               \
    isobit_solver_report report;                                                               \
    isobit_refinement refinement;                                                              \
    CALL(isobit_mpi_##t##from_triplets(rows, NULL, 1, &place, &place, two, world, 0, &a));     \
    CALL(isobit_mpi_##t##solve(a, 1, b, x, NULL, &report, 0));                                 \
    GIVES(3, x[0], isobit_mpi_##t##refine(a, 1, b, x, NULL, 5, &refinement, 0));               \
    EXPECT(report.outcome == ISOBIT_CONVERGED && refinement.converged);                        \
    GIVES(6, y[0], isobit_mpi_##t##multiply(NUMBER(one), a, 1, x, NUMBER(none), 1, y, 0));     \
    GIVES(0.5, y[0], isobit_mpi_##t##scatter_add(rows, 1, &place, half, world, 0, 1, y));      \
    isobit_mpi_matrix_destroy(a);                                                              \
  } while (0)

/* Every rank adds 2 to row 0 twice, of which two assemblers have one each, and to a row that is left out. */
#define CALL_ASSEMBLERS(t, T, NUMBER, rows)                                                                          \
  do {                                                                                                               \
    int64_t const places[] = {0, -1}, mine = rank;                                                                   \
    T const two[] = {2, 0, 2, 0, 2, 0, 2, 0}, one[] = {1, 0}, none[] = {0, 0};                                       \
    T y[] = {-1, -1};                                                                                                \
    isobit_mpi_matrix* a = NULL;                                                                                     \
    isobit_mpi_assembler *matrix = NULL, *other = NULL;                                                              \
    isobit_mpi_vector_assembler *load = NULL, *more = NULL;                                                          \
    isobit_mpi_coo_pattern* pattern = NULL;                                                                          \
    CALL(isobit_mpi_##t##assembler(rows, NULL, world, &matrix));                                                     \
    CALL(isobit_mpi_##t##assembler(rows, rows, world, &other));                                                      \
    CALL(isobit_mpi_##t##assembler_add(matrix, 0, mine, NUMBER(two)));                                               \
    CALL(isobit_mpi_##t##assembler_add_block(other, ROWS, 2, places, 1, &mine, two, 1));                             \
    CALL(isobit_mpi_##t##assembler_merge(matrix, other));                                                            \
    EXPECT(isobit_mpi_##t##assembler_add(matrix, ranks, 0, NUMBER(two)) == ISOBIT_INVALID_ARGUMENT);                 \
    CALL(isobit_mpi_##t##assembler_finish(matrix, 0, &a));                                                           \
    GIVES(rank == 0 ? 4 * ranks : 0, y[0], isobit_mpi_##t##multiply(NUMBER(one), a, 1, one, NUMBER(none), 1, y, 0)); \
    isobit_mpi_matrix_destroy(a);                                                                                    \
    isobit_mpi_assembler_destroy(matrix);                                                                            \
    isobit_mpi_assembler_destroy(other);                                                                             \
                                                                                                                     \
    CALL(isobit_mpi_##t##vector_assembler(rows, world, &load));                                                      \
    CALL(isobit_mpi_##t##vector_assembler(rows, world, &more));                                                      \
    CALL(isobit_mpi_##t##vector_assembler_add(load, 0, NUMBER(two)));                                                \
    CALL(isobit_mpi_##t##vector_assembler_add_block(more, 2, places, two));                                          \
    CALL(isobit_mpi_##t##vector_assembler_merge(load, more));                                                        \
    GIVES(rank == 0 ? 4 * ranks : 0, y[0], isobit_mpi_##t##vector_assembler_finish(load, 0, 1, y));                  \
    isobit_mpi_vector_assembler_destroy(load);                                                                       \
    isobit_mpi_vector_assembler_destroy(more);                                                                       \
                                                                                                                     \
    CALL(isobit_mpi_coo_pattern_create(rows, NULL, 1, places, &mine, world, 0, &pattern));                           \
    CALL(isobit_mpi_##t##coo_assemble(pattern, 1, two, 0, &a));                                                      \
    CALL(isobit_mpi_##t##coo_set_values(pattern, 1, one, a, 0));                                                     \
    GIVES(rank == 0 ? ranks : 0, y[0], isobit_mpi_##t##multiply(NUMBER(one), a, 1, one, NUMBER(none), 1, y, 0));     \
    isobit_mpi_matrix_destroy(a);                                                                                    \
    isobit_mpi_coo_pattern_destroy(pattern);                                                                         \
  } while (0)

/* A matrix or assembler of other numbers is refused. */
static void refuse_types(isobit_mpi_rows const* rows) {
  double x = 1, y = -1;
  isobit_mpi_matrix* a = NULL;
  isobit_mpi_assembler* matrix = NULL;
  CALL(isobit_mpi_cfrom_triplets(rows, NULL, 0, NULL, NULL, NULL, world, 0, &a));
  EXPECT(isobit_mpi_dmultiply(1, a, 1, &x, 0, 1, &y, 0) == ISOBIT_INVALID_ARGUMENT);
  EXPECT(y == -1);
  isobit_mpi_matrix_destroy(a);
  CALL(isobit_mpi_zassembler(rows, NULL, world, &matrix));
  EXPECT(isobit_mpi_dassembler_add(matrix, 0, 0, 1) == ISOBIT_INVALID_ARGUMENT);
  EXPECT(isobit_mpi_zassembler_add(matrix, 0, 0, NULL) == ISOBIT_INVALID_ARGUMENT);
  isobit_mpi_assembler_destroy(matrix);
}

static void call_rows(void) {
  isobit_mpi_rows* rows = NULL;
  int64_t sizes[256], number = -1;
  int owners[256], owner = -1, i;
  for (i = 0; i < ranks; ++i) sizes[i] = 1, owners[i] = i;
  CALL(isobit_mpi_rows_even(ranks, ranks, &rows));
  GIVES(1, number, isobit_mpi_rows_count(rows, rank, &number));
  GIVES(rank, owner, isobit_mpi_rows_owner(rows, rank, &owner, &number));
  GIVES(rank, number, isobit_mpi_rows_global(rows, 0, rank, &number));
  CALL_SPARSE(s, float, REAL, rows);
  CALL_SPARSE(d, double, REAL, rows);
  CALL_SPARSE(c, float, COMPLEX, rows);
  CALL_SPARSE(z, double, COMPLEX, rows);
  CALL_ASSEMBLERS(s, float, REAL, rows);
  CALL_ASSEMBLERS(d, double, REAL, rows);
  CALL_ASSEMBLERS(c, float, COMPLEX, rows);
  CALL_ASSEMBLERS(z, double, COMPLEX, rows);
  refuse_types(rows);
  isobit_mpi_rows_destroy(rows);
  CALL(isobit_mpi_rows_blocks(sizes, ranks, &rows));
  isobit_mpi_rows_destroy(rows);
  CALL(isobit_mpi_rows_cyclic(ranks, 1, ranks, &rows));
  isobit_mpi_rows_destroy(rows);
  CALL(isobit_mpi_rows_list(owners, ranks, ranks, &rows));
  isobit_mpi_rows_destroy(rows);
}

/* Merges a state that rank 0 has made in another way than the others: all are told, and the states are as they were. */
static void refuse_to_merge(isobit_accumulator* on_first, isobit_accumulator* on_others) {
  isobit_accumulator *const state = rank == 0 ? on_first : on_others, *before = NULL;
  isobit_status const expected = ranks == 1 ? ISOBIT_OK : ISOBIT_INVALID_ARGUMENT;
  int same = 0;
  CALL(isobit_accumulator_copy(state, &before));
  EXPECT(isobit_mpi_accumulator_merge(state, world) == expected);
  GIVES(1, same, isobit_accumulator_equal(state, before, &same));
  isobit_accumulator_destroy(before);
  isobit_accumulator_destroy(on_first);
  isobit_accumulator_destroy(on_others);
}

static void refuse_states(void) {
  isobit_accumulator *first = NULL, *others = NULL;
  isobit_exact* exact = NULL;
  CALL(isobit_kahan_f64(&first));
  CALL(isobit_knuth_f64(&others));
  refuse_to_merge(first, others);
  CALL(isobit_kahan_f64(&first));
  CALL(isobit_kahan_f32(&others));
  refuse_to_merge(first, others);
  CALL(isobit_binned_f64(2, &first));
  CALL(isobit_binned_f64(3, &others));
  refuse_to_merge(first, others);
  CALL(isobit_single_sweep_f64(2, 10, &first));
  CALL(isobit_single_sweep_f64(2, 11, &others));
  refuse_to_merge(first, others);
  CALL(isobit_kahan_f64(&others));
  EXPECT(isobit_mpi_accumulator_merge(rank == 0 ? NULL : others, world) ==
         (rank == 0 ? ISOBIT_INVALID_ARGUMENT : ISOBIT_COMMUNICATION));
  isobit_accumulator_destroy(others);
  CALL(isobit_exact_create(&exact));
  EXPECT(isobit_mpi_exact_merge(rank == 0 ? NULL : exact, world) ==
         (rank == 0 ? ISOBIT_INVALID_ARGUMENT : ISOBIT_COMMUNICATION));
  isobit_exact_destroy(exact);
}

/* What is wrong on one rank is told on all. */
static void refuse(void) {
  double const one = 1;
  double r = -1;
  double const* const mine = rank == 0 ? NULL : &one;
  EXPECT(isobit_mpi_sum_f64(mine, 1, world, EVERY, 0, &r) != ISOBIT_OK);
  EXPECT(isobit_mpi_dot_f64(mine, mine, 1, world, EVERY, 0, &r) != ISOBIT_OK);
  EXPECT(isobit_mpi_tree_sum_f64(mine, 1, world, EVERY, 0, &r) != ISOBIT_OK);
  EXPECT(r == -1);
}

/* So are arguments that cannot be, and null where a list of fields or a layout is wanted. */
static void refuse_arguments(void) {
  isobit_status const told = rank == 0 ? ISOBIT_INVALID_ARGUMENT : ISOBIT_COMMUNICATION;
  isobit_layout const layout = rank == 0 ? (isobit_layout)99 : ISOBIT_ROW_MAJOR;
  isobit_transpose const transpose = rank == 0 ? (isobit_transpose)99 : ISOBIT_NO_TRANSPOSE;
  isobit_transpose const plain = ISOBIT_NO_TRANSPOSE;
  isobit_mpi_block_cyclic const everywhere = {0, 0, 1, 1, 1, 1, 0};
  isobit_mpi_block_cyclic grid = everywhere;
  isobit_mpi_block_cyclic const* const lies = rank == 0 ? NULL : &grid;
  isobit_mpi_field_f64 field = {NULL, 1, NULL, NULL};
  isobit_mpi_request* request = NULL;
  double const one = 1, complex_one[2] = {1, 0};
  double r = 7, complex_r[2] = {7, 7}, whole[64] = {0};
  ptrdiff_t const size = rank == 0 ? -1 : 1;
  grid.process_rows = ranks;
  field.values = &one;
  EXPECT(isobit_mpi_sum_fields_f64(rank == 0 ? NULL : &field, 1, world, EVERY, 0, &r) == told);
  EXPECT(isobit_mpi_isum_fields_f64(&field, 1, world, 0, rank == 0 ? NULL : &request) ==
         (rank == 0 ? ISOBIT_INVALID_ARGUMENT : ISOBIT_OK));
  if (rank != 0) GIVES(ranks, r, isobit_mpi_request_get_f64(request, &r));
  isobit_mpi_request_destroy(request);
  request = NULL;
  EXPECT(isobit_mpi_isum_f64(&one, 1, world, 0, rank == 0 ? NULL : &request) ==
         (rank == 0 ? ISOBIT_INVALID_ARGUMENT : ISOBIT_OK));
  isobit_mpi_request_destroy(request);
  r = 7;
  EXPECT(isobit_mpi_dgemm_split_k(layout, plain, plain, 1, 1, 1, 1, &one, 1, &one, 1, 0, &r, 1, world, EVERY, 0) ==
         told);
  EXPECT(isobit_mpi_dgemv_split_k(ISOBIT_ROW_MAJOR, transpose, 1, 1, 1, &one, 1, &one, 1, 0, &r, 1, world, EVERY, 0) ==
         told);
  EXPECT(isobit_mpi_dgemm_row_blocks(ISOBIT_ROW_MAJOR, plain, plain, 1, 1, ranks, size, 1, whole, ranks, &one, 1, 0, &r,
                                     1, world, 0) == told);
  EXPECT(isobit_mpi_dgemv_row_blocks(layout, plain, 1, ranks, 1, 1, whole, ranks, &one, 1, 0, &r, 1, world, 0) == told);
  EXPECT(isobit_mpi_pdgemm(plain, plain, 1, lies, &one, 1, &grid, &one, 1, 0, &grid, &r, 1, world, 0) == told);
  EXPECT(isobit_mpi_pdgemv(transpose, 1, &grid, &one, 1, 0, &one, 1, 0, 0, &r, 1, world, 0) == told);
  EXPECT(isobit_mpi_zgemv_split_k(ISOBIT_ROW_MAJOR, plain, 1, 1, rank == 0 ? NULL : complex_one, complex_one, 1,
                                  complex_one, 1, complex_one, complex_r, 1, world, EVERY, 0) == told);
  EXPECT(r == 7 && complex_r[0] == 7);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  world = MPI_COMM_WORLD;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  CALL_REDUCTIONS(f64, double, double);
  CALL_REDUCTIONS(f32, float, float);
  CALL_REDUCTIONS(f32_f64, float, double);
  CALL_COMPLEX(c, float);
  CALL_COMPLEX(z, double);
  CALL_MANY(f64, double);
  CALL_MANY(f32, float);
  merge_states();
  CALL_PRODUCTS(s, float, REAL);
  CALL_PRODUCTS(d, double, REAL);
  CALL_PRODUCTS(c, float, COMPLEX);
  CALL_PRODUCTS(z, double, COMPLEX);
  call_rows();
  refuse();
  refuse_states();
  refuse_arguments();
  printf("rank %d: %d failures\n", rank, failures);
  MPI_Finalize();
  return failures != 0;
}
