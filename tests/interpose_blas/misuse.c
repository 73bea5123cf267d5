/* Arguments that make no sense: the routines say so, and touch nothing. Memory shared between inputs and results: as if
   the inputs had been copied. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void (*fortran_gemm)(char const*, char const*, int const*, int const*, int const*, double const*, double const*,
                             int const*, double const*, int const*, double const*, double*, int const*);
typedef void (*c_gemm)(int, int, int, int, int, int, double, double const*, int, double const*, int, double, double*,
                       int);
typedef void (*c_gemv)(int, int, int, int, double, double const*, int, double const*, int, double, double*, int);
typedef void (*fortran_getrf)(int const*, int const*, double*, int const*, int*, int*);
typedef void (*c_axpy)(int, double, double const*, int, double*, int);
typedef void (*c_rot)(int, double*, int, double*, int, double, double);

static double a[16], c[16], before[16];
static int failures = 0;

static void expect(int right, char const* what) {
  if (right) return;
  ++failures;
  printf("failed: %s\n", what);
}
static void expect_untouched(char const* what) { expect(memcmp(c, before, sizeof c) == 0, what); }

static void bad_arguments(void) {
  fortran_gemm const gemm = (fortran_gemm)dlsym(RTLD_DEFAULT, "dgemm_");
  c_gemm const row_gemm = (c_gemm)dlsym(RTLD_DEFAULT, "cblas_dgemm");
  c_gemv const gemv = (c_gemv)dlsym(RTLD_DEFAULT, "cblas_dgemv");
  fortran_getrf const getrf = (fortran_getrf)dlsym(RTLD_DEFAULT, "dgetrf_");
  int const two = 2, one = 1, minus = -1;
  double const unit = 1;
  int pivots[4] = {9, 9, 9, 9}, info = 9;
  gemm("X", "N", &two, &two, &two, &unit, a, &two, a, &two, &unit, c, &two);
  gemm("N", "N", &two, &two, &minus, &unit, a, &two, a, &two, &unit, c, &two);
  gemm("N", "N", &two, &two, &two, &unit, a, &one, a, &two, &unit, c, &two);
  gemm("N", "N", &two, &two, &two, &unit, a, &two, a, &two, &unit, c, &one);
  row_gemm(100, 111, 111, 2, 2, 2, 1, a, 2, a, 2, 1, c, 2);
  row_gemm(101, 111, 111, 2, 3, 2, 1, a, 2, a, 3, 1, c, 2);
  gemv(102, 111, 2, 2, 1, a, 2, a, 0, 1, c, 1);
  getrf(&two, &minus, c, &two, pivots, &info);
  expect(info == -2 && pivots[0] == 9, "getrf's info");
  expect_untouched("bad arguments");
}

static void shared_memory(void) {
  c_gemm const gemm = (c_gemm)dlsym(RTLD_DEFAULT, "cblas_dgemm");
  c_axpy const axpy = (c_axpy)dlsym(RTLD_DEFAULT, "cblas_daxpy");
  c_rot const rot = (c_rot)dlsym(RTLD_DEFAULT, "cblas_drot");
  double expected[16];
  memcpy(expected, c, sizeof c);
  gemm(102, 111, 111, 2, 2, 2, 1, before, 2, before + 1, 2, 0, expected, 2);
  gemm(102, 111, 111, 2, 2, 2, 1, c, 2, c + 1, 2, 0, c, 2);
  expect(memcmp(c, expected, sizeof c) == 0, "gemm into its own factor");
  memcpy(c, before, sizeof c);
  axpy(4, 1, c, 1, c, 1);
  for (int i = 0; i < 4; ++i) expect(c[i] == 2 * before[i], "axpy on itself");
  memcpy(c, before, sizeof c);
  gemm(102, 111, 111, 2, 2, 2, 0, NULL, 2, NULL, 2, 2, c, 2);
  for (int i = 0; i < 4; ++i) expect(c[i] == 2 * before[i], "nothing read with alpha = 0");
  memcpy(c, before, sizeof c);
  rot(2, c, 1, c, 3, 0, 1); /* (c0, c0), then (c1, c3) */
  expect(c[0] == before[0] && c[1] == before[3] && c[3] == -before[1], "rot one after another");
}

int main(void) {
  for (int i = 0; i < 16; ++i) a[i] = c[i] = before[i] = i + 1;
  bad_arguments();
  shared_memory();
  return failures == 0 ? 0 : 1;
}
