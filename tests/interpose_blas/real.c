/* A real BLAS, as far as tests see one: routines that isobit leaves to it, which answer with what they were given, and
   one that isobit replaces, which must not be reached. */
#include <complex.h>
#include <stdint.h>

static double answer;
double last_answer(void) { return answer; }

void dgemm_(void) { answer = -1; }
/* By this isobit learns that integers have 32 bits here. */
int idamax_(int const* n, double const* x, int const* step) {
  int place = 0;
  for (int i = 0; i < *n; ++i)
    if (place == 0 || x[i * *step] > x[(place - 1) * *step]) place = i + 1;
  return place;
}

/* More arguments than registers, integers and numbers mixed. */
void cblas_dmin(int order, int side, int uplo, int m, int n, double alpha, double const* a, int lda, double const* b,
                int ldb, double beta, double* c, int ldc) {
  answer = order + side + uplo + m + n + alpha + a[0] + lda + b[0] + ldb + beta + ldc;
  c[0] = answer;
}
/* A number returned, all registers for numbers in use. */
double cblas_dmax(int n, double const* x, int step, double a, double b, double c, double d, double e, double f,
                  double g, double h) {
  return n + x[0] + step + a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}
/* Two registers returned. */
double complex zladiv_(int n, double complex const* x) { return n * x[0]; }
void dgesdd_(char const* job, int const* m) { answer = *job + *m; }
void scipy_dgesdd_64_(char const* job, int64_t const* m) { answer = *job + (double)*m; }
void dcopy_(int const* n, double const* x, int const* x_step, double* y, int const* y_step) {
  for (int i = 0; i < *n; ++i) y[i * *y_step] = x[i * *x_step];
}
