/* A program with 64-bit integers and BLAS's own names. */
#include <stdint.h>
#include <stdio.h>

void dgemm_(char const*, char const*, int64_t const*, int64_t const*, int64_t const*, double const*, double const*,
            int64_t const*, double const*, int64_t const*, double const*, double*, int64_t const*);
void cblas_dgemm(int, int, int, int64_t, int64_t, int64_t, double, double const*, int64_t, double const*, int64_t,
                 double, double*, int64_t);
void dgetrf_(int64_t const*, int64_t const*, double*, int64_t const*, int64_t*, int64_t*);
void dpotrf_(char const*, int64_t const*, double*, int64_t const*, int64_t*);
int64_t idamax_(int64_t const*, double const*, int64_t const*);

static int failures = 0;
static void expect(char const* what, int64_t computed, int64_t right) {
  if (computed == right) return;
  ++failures;
  printf("%s: %lld instead of %lld\n", what, (long long)computed, (long long)right);
}

int main(void) {
  int64_t const one = 1, two = 2;
  double const unit = 1, zero = 0, a[4] = {1, 2, 3, 4};
  double c[4], singular[4] = {0, 0, 1, 1}, matrix[4] = {0, 2, 1, 1}, negative[4] = {-1, 0, 0, 1};
  int64_t pivots[2] = {-1, -1}, info = -1;
  dgetrf_(&two, &two, matrix, &two, pivots, &info);
  expect("info of dgetrf", info, 0);
  expect("pivot 1", pivots[0], 2);
  expect("pivot 2", pivots[1], 2);
  info = -1;
  dgetrf_(&two, &two, singular, &two, pivots, &info);
  expect("info of a singular matrix", info, 1);
  info = -1;
  dpotrf_("L", &two, negative, &two, &info);
  expect("info of dpotrf", info, 1);
  dgemm_("N", "N", &two, &two, &two, &unit, a, &two, a, &two, &zero, c, &two);
  expect("dgemm", (int64_t)c[0], 7);
  cblas_dgemm(102, 111, 111, two, two, two, unit, a, two, a, two, zero, c, two);
  expect("cblas_dgemm", (int64_t)c[3], 22);
  expect("idamax", idamax_(&two, a, &one), 2);
  return failures != 0;
}
