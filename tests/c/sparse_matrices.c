#include <isobit/solver.h>
#include <isobit/sparse.h>

#include <string.h>

#include "every_function.h"

#define REAL(v) (v)[0]
#define COMPLEX(v) (v)

/* The 1 x 1 matrix of the contributions 1.5 and 0.5. Complex arrays have a zero behind every number. */
#define CALL_SPARSE(t, suffix, T, INDEX, NUMBER, ...)                                                          \
  do {                                                                                                         \
    INDEX const zeros[] = {0, 0};                                                                              \
    T const contributions[] = {__VA_ARGS__}, x[] = {3, 0}, one[] = {1, 0}, none[] = {0, 0};                    \
    INDEX offsets[2], indices[2];                                                                              \
    T values[4] = {0, 0, 0, 0}, y[] = {-1, 0};                                                                 \
    size_t entries = 0;                                                                                        \
    GIVES(2, values[0],                                                                                        \
          isobit_##t##from_triplets##suffix(1, 1, 2, zeros, zeros, contributions, 2, offsets, indices, values, \
                                            &entries, 0));                                                     \
    EXPECT(entries == 1 && offsets[1] == 1);                                                                   \
    GIVES(6, y[0],                                                                                             \
          isobit_##t##csrmv##suffix(ISOBIT_NO_TRANSPOSE, 1, 1, NUMBER(one), offsets, indices, values, x, 1,    \
                                    NUMBER(none), y, 1, 0));                                                   \
    GIVES(2, y[0], isobit_##t##scatter_add##suffix(2, zeros, contributions, 1, y, 0));                         \
  } while (0)

/* The same one after another, and with a pattern. */
#define CALL_ASSEMBLERS(t, suffix, T, INDEX, NUMBER, ...)                                                         \
  do {                                                                                                            \
    INDEX const zeros[] = {0, 0};                                                                                 \
    T const contributions[] = {__VA_ARGS__};                                                                      \
    INDEX offsets[2], indices[2];                                                                                 \
    T values[4] = {0, 0, 0, 0};                                                                                   \
    size_t entries = 0;                                                                                           \
    isobit_assembler* matrix = NULL;                                                                              \
    isobit_assembler* other = NULL;                                                                               \
    isobit_vector_assembler* vector = NULL;                                                                       \
    isobit_vector_assembler* another = NULL;                                                                      \
    isobit_coo_pattern* pattern = NULL;                                                                           \
    CALL(isobit_##t##assembler##suffix(1, 1, &matrix));                                                           \
    CALL(isobit_##t##assembler##suffix(1, 1, &other));                                                            \
    CALL(isobit_##t##assembler_add##suffix(matrix, 0, 0, NUMBER(contributions)));                                 \
    CALL(isobit_##t##assembler_add_block##suffix(other, ISOBIT_ROW_MAJOR, 1, zeros, 1, zeros, contributions, 1)); \
    CALL(isobit_##t##assembler_merge##suffix(matrix, other));                                                     \
    GIVES(3, values[0], isobit_##t##assembler_finish##suffix(matrix, 2, offsets, indices, values, &entries, 0));  \
    CALL(isobit_##t##vector_assembler##suffix(1, &vector));                                                       \
    CALL(isobit_##t##vector_assembler##suffix(1, &another));                                                      \
    CALL(isobit_##t##vector_assembler_add##suffix(vector, 2, zeros, contributions));                              \
    CALL(isobit_##t##vector_assembler_merge##suffix(vector, another));                                            \
    GIVES(2, values[0], isobit_##t##vector_assembler_finish##suffix(vector, 1, values, 0));                       \
    CALL(isobit_coo_pattern_create##suffix(1, 1, 2, zeros, zeros, 0, &pattern));                                  \
    values[0] = 0;                                                                                                \
    GIVES(2, values[0],                                                                                           \
          isobit_##t##coo_assemble##suffix(pattern, 2, contributions, 2, offsets, indices, values, &entries, 0)); \
    isobit_assembler_destroy(matrix);                                                                             \
    isobit_assembler_destroy(other);                                                                              \
    isobit_vector_assembler_destroy(vector);                                                                      \
    isobit_vector_assembler_destroy(another);                                                                     \
    isobit_coo_pattern_destroy(pattern);                                                                          \
  } while (0)

/* 2*x0 = 6 and 4*x1 = 8, in numbers of so many parts. */
#define CALL_SOLVER(t, suffix, T, INDEX, parts)                                                                \
  do {                                                                                                         \
    INDEX const offsets[] = {0, 1, 2}, indices[] = {0, 1};                                                     \
    T values[4] = {2}, b[4] = {6}, x[4] = {0};                                                                 \
    isobit_solver_options how = isobit_solver_defaults();                                                      \
    isobit_solver_report report;                                                                               \
    isobit_refinement refinement;                                                                              \
    how.preconditioner = ISOBIT_JACOBI;                                                                        \
    values[parts] = 4, b[parts] = 8;                                                                           \
    CALL(isobit_##t##csrsolve##suffix(2, offsets, indices, values, b, x, &how, &report, 0));                   \
    EXPECT(strcmp(isobit_outcome_string(report.outcome), "converged") == 0);                                   \
    GIVES(3, x[0], isobit_##t##csrrefine##suffix(2, offsets, indices, values, b, x, &how, 5, &refinement, 0)); \
    EXPECT(x[parts] == 2 && refinement.converged);                                                             \
  } while (0)

void call_sparse_matrices(void) {
  CALL_SPARSE(s, , float, int32_t, REAL, 1.5f, 0.5f);
  CALL_SPARSE(s, _64, float, int64_t, REAL, 1.5f, 0.5f);
  CALL_SPARSE(d, , double, int32_t, REAL, 1.5, 0.5);
  CALL_SPARSE(d, _64, double, int64_t, REAL, 1.5, 0.5);
  CALL_SPARSE(c, , float, int32_t, COMPLEX, 1.5f, 0, 0.5f, 0);
  CALL_SPARSE(c, _64, float, int64_t, COMPLEX, 1.5f, 0, 0.5f, 0);
  CALL_SPARSE(z, , double, int32_t, COMPLEX, 1.5, 0, 0.5, 0);
  CALL_SPARSE(z, _64, double, int64_t, COMPLEX, 1.5, 0, 0.5, 0);
  CALL_ASSEMBLERS(s, , float, int32_t, REAL, 1.5f, 0.5f);
  CALL_ASSEMBLERS(s, _64, float, int64_t, REAL, 1.5f, 0.5f);
  CALL_ASSEMBLERS(d, , double, int32_t, REAL, 1.5, 0.5);
  CALL_ASSEMBLERS(d, _64, double, int64_t, REAL, 1.5, 0.5);
  CALL_ASSEMBLERS(c, , float, int32_t, COMPLEX, 1.5f, 0, 0.5f, 0);
  CALL_ASSEMBLERS(c, _64, float, int64_t, COMPLEX, 1.5f, 0, 0.5f, 0);
  CALL_ASSEMBLERS(z, , double, int32_t, COMPLEX, 1.5, 0, 0.5, 0);
  CALL_ASSEMBLERS(z, _64, double, int64_t, COMPLEX, 1.5, 0, 0.5, 0);
  CALL_SOLVER(s, , float, int32_t, 1);
  CALL_SOLVER(s, _64, float, int64_t, 1);
  CALL_SOLVER(d, , double, int32_t, 1);
  CALL_SOLVER(d, _64, double, int64_t, 1);
  CALL_SOLVER(c, , float, int32_t, 2);
  CALL_SOLVER(c, _64, float, int64_t, 2);
  CALL_SOLVER(z, , double, int32_t, 2);
  CALL_SOLVER(z, _64, double, int64_t, 2);
}
