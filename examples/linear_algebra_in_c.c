/* Linear algebra from C: BLAS's arguments, a status from every call. */
#include <isobit/linalg.h>

#include <complex.h>
#include <stdio.h>

static int failures = 0;

static void expect(char const* what, isobit_status status, double value, double expected) {
  int const right = status == ISOBIT_OK && value == expected;
  printf("%-30s %.17g%s\n", what, value, right ? "" : "  WRONG");
  if (status != ISOBIT_OK) fprintf(stderr, "%s: %s\n", what, isobit_status_string(status));
  if (!right) failures = 1;
}

int main(void) {
  double const a[] = {1e16, 1, -1e16, 0.1, 0.2, 0.3}; /* 2 x 3 */
  double const b[] = {1, 2, 1, 2, 1, 2};              /* 3 x 2 */
  double c[4];
  isobit_status status =
      isobit_dgemm(ISOBIT_ROW_MAJOR, ISOBIT_NO_TRANSPOSE, ISOBIT_NO_TRANSPOSE, 2, 2, 3, 1.0, a, 3, b, 2, 0.0, c, 2, 0);
  expect("1e16 + 1 - 1e16", status, c[0], 1.0);

  double complex const z[] = {1 + 2 * I, 3 - I};
  double complex product;
  status = isobit_zdotc(2, z, 1, z, 1, &product);
  expect("conj(z)*z", status, creal(product), 15.0);

  double const band[] = {2, -1, 2, -1, 2, 0}; /* 2 -1 0, -1 2 -1, 0 -1 2: its diagonal and the entries after it */
  double const ones[] = {1, 1, 1};
  double sums[3];
  status = isobit_dsbmv(ISOBIT_ROW_MAJOR, ISOBIT_UPPER, 3, 1, 1.0, band, 2, ones, 1, 0.0, sums, 1, 0);
  expect("first row of a band", status, sums[0], 1.0);
  expect("second row", status, sums[1], 0.0);

  double const matrix[] = {2, 1, 1, 3};
  double x[] = {5, 10};
  status = isobit_dsolve(ISOBIT_ROW_MAJOR, 2, 1, matrix, 2, x, 1, 5, 0);
  expect("x", status, x[0], 1.0);
  expect("y", status, x[1], 3.0);

  double const singular[] = {1, 2, 2, 4};
  status = isobit_dsolve(ISOBIT_ROW_MAJOR, 2, 1, singular, 2, x, 1, 5, 0);
  printf("%-30s %s\n", "no solution", isobit_status_string(status));
  if (status != ISOBIT_SINGULAR) failures = 1;
  return failures;
}
