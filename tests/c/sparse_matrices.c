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
  CALL_SOLVER(s, , float, int32_t, 1);
  CALL_SOLVER(s, _64, float, int64_t, 1);
  CALL_SOLVER(d, , double, int32_t, 1);
  CALL_SOLVER(d, _64, double, int64_t, 1);
  CALL_SOLVER(c, , float, int32_t, 2);
  CALL_SOLVER(c, _64, float, int64_t, 2);
  CALL_SOLVER(z, , double, int32_t, 2);
  CALL_SOLVER(z, _64, double, int64_t, 2);
}
