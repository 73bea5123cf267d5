#include <isobit/linalg.h>

#include "every_function.h"

#define ROWS ISOBIT_ROW_MAJOR
#define UP ISOBIT_UPPER
#define PLAIN ISOBIT_NO_TRANSPOSE
#define STORED ISOBIT_STORED_DIAGONAL
#define LEFT ISOBIT_LEFT

/* Matrices of one entry: a = 2, x = 3 and b = 3; y and c start as 5, alpha = 1 and beta = 4. A number is passed as
   such, a complex one by a pointer: NUMBER. */
#define REAL(v) (v)[0]
#define COMPLEX(v) (v)

/* The call changes `changed`, which was `before`, to `after`. */
#define MAKES(after, changed, before, call) \
  do {                                      \
    (changed)[0] = (before);                \
    (changed)[1] = 0;                       \
    CALL(call);                             \
    EXPECT((changed)[0] == (after));        \
  } while (0)

#define CALL_EVERY_TYPE(t, T, NUMBER)                                                                                 \
  do {                                                                                                                \
    T const a[] = {2, 0}, x[] = {3, 0}, one[] = {1, 0}, four[] = {4, 0};                                              \
    T y[] = {0, 0}, z[] = {0, 0}, cosine = 0, sine[] = {0, 0};                                                        \
    ptrdiff_t pivot[] = {0}, info = -1;                                                                               \
    MAKES(26, y, 5, isobit_##t##gemm(ROWS, PLAIN, PLAIN, 1, 1, 1, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));   \
    MAKES(26, y, 5, isobit_##t##gemmt(ROWS, UP, PLAIN, PLAIN, 1, 1, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0)); \
    MAKES(26, y, 5,                                                                                                   \
          isobit_##t##gemm_batch_strided(ROWS, PLAIN, PLAIN, 1, 1, 1, NUMBER(one), a, 1, 1, x, 1, 1, NUMBER(four), y, \
                                         1, 1, 1, 0));                                                                \
    MAKES(24, y, 5, isobit_##t##syrk(ROWS, UP, PLAIN, 1, 1, NUMBER(one), a, 1, NUMBER(four), y, 1, 0));               \
    MAKES(32, y, 5, isobit_##t##syr2k(ROWS, UP, PLAIN, 1, 1, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));        \
    MAKES(26, y, 5, isobit_##t##gemv(ROWS, PLAIN, 1, 1, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));             \
    MAKES(26, y, 5, isobit_##t##symm(ROWS, LEFT, UP, 1, 1, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));          \
    MAKES(10, y, 5, isobit_##t##trmm(ROWS, LEFT, UP, PLAIN, STORED, 1, 1, NUMBER(one), a, 1, y, 1, 0));               \
    MAKES(26, y, 5, isobit_##t##symv(ROWS, UP, 1, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));                   \
    MAKES(26, y, 5, isobit_##t##sbmv(ROWS, UP, 1, 0, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));                \
    MAKES(26, y, 5, isobit_##t##spmv(ROWS, UP, 1, NUMBER(one), a, x, 1, NUMBER(four), y, 1, 0));                      \
    MAKES(26, y, 5, isobit_##t##gbmv(ROWS, PLAIN, 1, 1, 0, 0, NUMBER(one), a, 1, x, 1, NUMBER(four), y, 1, 0));       \
    MAKES(10, y, 5, isobit_##t##trmv(ROWS, UP, PLAIN, STORED, 1, a, 1, y, 1, 0));                                     \
    MAKES(10, y, 5, isobit_##t##tbmv(ROWS, UP, PLAIN, STORED, 1, 0, a, 1, y, 1, 0));                                  \
    MAKES(10, y, 5, isobit_##t##tpmv(ROWS, UP, PLAIN, STORED, 1, a, y, 1, 0));                                        \
    MAKES(14, y, 5, isobit_##t##syr(ROWS, UP, 1, NUMBER(one), x, 1, y, 1, 0));                                        \
    MAKES(17, y, 5, isobit_##t##syr2(ROWS, UP, 1, NUMBER(one), a, 1, x, 1, y, 1, 0));                                 \
    MAKES(14, y, 5, isobit_##t##spr(ROWS, UP, 1, NUMBER(one), x, 1, y));                                              \
    MAKES(17, y, 5, isobit_##t##spr2(ROWS, UP, 1, NUMBER(one), a, 1, x, 1, y));                                       \
    MAKES(8, y, 5, isobit_##t##axpy(1, NUMBER(one), x, 1, y, 1));                                                     \
    MAKES(23, y, 5, isobit_##t##axpby(1, NUMBER(one), x, 1, NUMBER(four), y, 1));                                     \
    MAKES(20, y, 5, isobit_##t##scal(1, NUMBER(four), y, 1));                                                         \
    z[0] = 3, z[1] = 0;                                                                                               \
    MAKES(3, y, 5, isobit_##t##rot(1, y, 1, z, 1, 0, NUMBER(one)));                                                   \
    z[0] = 4, z[1] = 0;                                                                                               \
    MAKES(5, y, 3, isobit_##t##rotg(y, z, &cosine, sine));                                                            \
    MAKES(5, y, 10, isobit_##t##trsm(ROWS, LEFT, UP, PLAIN, STORED, 1, 1, NUMBER(one), a, 1, y, 1, 0));               \
    MAKES(5, y, 10, isobit_##t##trsv(ROWS, UP, PLAIN, STORED, 1, a, 1, y, 1));                                        \
    MAKES(5, y, 10, isobit_##t##tbsv(ROWS, UP, PLAIN, STORED, 1, 0, a, 1, y, 1));                                     \
    MAKES(5, y, 10, isobit_##t##tpsv(ROWS, UP, PLAIN, STORED, 1, a, y, 1));                                           \
    MAKES(2, y, 2, isobit_##t##lu(ROWS, 1, 1, y, 1, pivot, 0, &info));                                                \
    MAKES(5, z, 10, isobit_##t##lu_solve(ROWS, 1, 1, y, 1, pivot, z, 1, 0));                                          \
    MAKES(5, y, 10, isobit_##t##solve(ROWS, 1, 1, a, 1, y, 1, 2, 0));                                                 \
    MAKES(3, y, 9, isobit_##t##cholesky(ROWS, UP, 1, y, 1, 0, &info));                                                \
    MAKES(0.25, y, 4, isobit_##t##inverse(ROWS, 1, y, 1, 2, 0));                                                      \
    MAKES(2, y, 0, isobit_##t##determinant(ROWS, 1, a, 1, 0, y));                                                     \
    EXPECT(info == 0 && pivot[0] == 0);                                                                               \
  } while (0)

#define CALL_REAL(t, T)                                                                    \
  do {                                                                                     \
    T const x[] = {3}, w[] = {2};                                                          \
    T y[] = {0, 0}, z[] = {4, 0}, d1 = 1, d2 = 1, x1 = 3, parameters[] = {-1, 1, 0, 2, 1}; \
    MAKES(11, y, 5, isobit_##t##ger(ROWS, 1, 1, 1, x, 1, w, 1, y, 1, 0));                  \
    MAKES(13, y, 5, isobit_##t##rotm(1, y, 1, z, 1, parameters));                          \
    GIVES(0, parameters[0], isobit_##t##rotmg(&d1, &d2, &x1, 0.5, parameters));            \
  } while (0)

#define CALL_COMPLEX(t, T)                                                                   \
  do {                                                                                       \
    T const a[] = {2, 0}, x[] = {3, 0}, one[] = {1, 0}, four[] = {4, 0}, i[] = {0, 1};       \
    T y[] = {0, 0};                                                                          \
    MAKES(24, y, 5, isobit_##t##herk(ROWS, UP, PLAIN, 1, 1, 1, a, 1, 4, y, 1, 0));           \
    MAKES(32, y, 5, isobit_##t##her2k(ROWS, UP, PLAIN, 1, 1, one, a, 1, x, 1, 4, y, 1, 0));  \
    MAKES(26, y, 5, isobit_##t##hemm(ROWS, LEFT, UP, 1, 1, one, a, 1, x, 1, four, y, 1, 0)); \
    MAKES(26, y, 5, isobit_##t##hemv(ROWS, UP, 1, one, a, 1, x, 1, four, y, 1, 0));          \
    MAKES(26, y, 5, isobit_##t##hbmv(ROWS, UP, 1, 0, one, a, 1, x, 1, four, y, 1, 0));       \
    MAKES(26, y, 5, isobit_##t##hpmv(ROWS, UP, 1, one, a, x, 1, four, y, 1, 0));             \
    MAKES(4, y, 5, isobit_##t##geru(ROWS, 1, 1, one, i, 1, i, 1, y, 1, 0));                  \
    MAKES(6, y, 5, isobit_##t##gerc(ROWS, 1, 1, one, i, 1, i, 1, y, 1, 0));                  \
    MAKES(14, y, 5, isobit_##t##her(ROWS, UP, 1, 1, x, 1, y, 1, 0));                         \
    MAKES(17, y, 5, isobit_##t##her2(ROWS, UP, 1, one, a, 1, x, 1, y, 1, 0));                \
    MAKES(14, y, 5, isobit_##t##hpr(ROWS, UP, 1, 1, x, 1, y));                               \
    MAKES(17, y, 5, isobit_##t##hpr2(ROWS, UP, 1, one, a, 1, x, 1, y));                      \
    MAKES(-1, y, 0, isobit_##t##dotu(1, i, 1, i, 1, y));                                     \
    MAKES(1, y, 0, isobit_##t##dotc(1, i, 1, i, 1, y));                                      \
  } while (0)

void call_linear_algebra(void) {
  CALL_EVERY_TYPE(s, float, REAL);
  CALL_EVERY_TYPE(d, double, REAL);
  CALL_EVERY_TYPE(c, float, COMPLEX);
  CALL_EVERY_TYPE(z, double, COMPLEX);
  CALL_REAL(s, float);
  CALL_REAL(d, double);
  CALL_COMPLEX(c, float);
  CALL_COMPLEX(z, double);
}
