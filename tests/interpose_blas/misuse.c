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
typedef void (*fortran_getrs)(char const*, int const*, int const*, double const*, int const*, int const*, double*,
                              int const*, int*);
typedef void (*fortran_gesv)(int const*, int const*, double*, int const*, int*, double*, int const*, int*);
typedef void (*fortran_potrf)(char const*, int const*, double*, int const*, int*);
typedef void (*fortran_potrs)(char const*, int const*, int const*, double const*, int const*, double*, int const*,
                              int*);
typedef void (*fortran_posv)(char const*, int const*, int const*, double*, int const*, double*, int const*, int*);
typedef void (*fortran_omatcopy)(char const*, char const*, int const*, int const*, double const*, double const*,
                                 int const*, double*, int const*);
typedef void (*c_omatcopy)(int, int, int, int, double, double const*, int, double*, int);
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
  /* Fortran's too has the layout in front. */
  fortran_omatcopy const omatcopy = (fortran_omatcopy)dlsym(RTLD_DEFAULT, "domatcopy_");
  c_omatcopy const row_omatcopy = (c_omatcopy)dlsym(RTLD_DEFAULT, "cblas_domatcopy");
  omatcopy("X", "N", &two, &two, &unit, a, &two, c, &two);
  omatcopy("C", "X", &two, &two, &unit, a, &two, c, &two);
  omatcopy("C", "N", &two, &two, &unit, a, &one, c, &two);
  row_omatcopy(102, 111, 2, 2, 1, a, 2, c, 1);
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

/* gesv and posv are the factorization and then the solution, for a and b that lie between each other, and for a b that
   is the second column of a. Both are symmetric and definite, so that all four routines have results. */
static void shared_systems(void) {
  fortran_getrf const getrf = (fortran_getrf)dlsym(RTLD_DEFAULT, "dgetrf_");
  fortran_getrs const getrs = (fortran_getrs)dlsym(RTLD_DEFAULT, "dgetrs_");
  fortran_gesv const gesv = (fortran_gesv)dlsym(RTLD_DEFAULT, "dgesv_");
  fortran_potrf const potrf = (fortran_potrf)dlsym(RTLD_DEFAULT, "dpotrf_");
  fortran_potrs const potrs = (fortran_potrs)dlsym(RTLD_DEFAULT, "dpotrs_");
  fortran_posv const posv = (fortran_posv)dlsym(RTLD_DEFAULT, "dposv_");
  int const two = 2, a_leading = 4, b_leading = 8, counts[] = {2, 1}, b_at[] = {2, 4};
  for (int overlap = 0; overlap < 2; ++overlap)
    for (int definite = 0; definite < 2; ++definite) {
      int const *const count = &counts[overlap], at = b_at[overlap];
      double memory[16], factors[16], expected[16];
      int pivots[2], info = 9;
      for (int i = 0; i < 16; ++i) memory[i] = i + 1;
      memory[0] = 7, memory[1] = memory[4] = 3, memory[5] = 11;
      memcpy(expected, memory, sizeof memory);
      definite ? potrf("L", &two, expected, &a_leading, &info) : getrf(&two, &two, expected, &a_leading, pivots, &info);
      memcpy(factors, expected, sizeof factors);
      definite ? potrs("L", &two, count, factors, &a_leading, expected + at, &b_leading, &info)
               : getrs("N", &two, count, factors, &a_leading, pivots, expected + at, &b_leading, &info);
      definite ? posv("L", &two, count, memory, &a_leading, memory + at, &b_leading, &info)
               : gesv(&two, count, memory, &a_leading, pivots, memory + at, &b_leading, &info);
      expect(info == 0 && memcmp(memory, expected, sizeof memory) == 0, definite ? "posv" : "gesv");
    }
}

int main(void) {
  for (int i = 0; i < 16; ++i) a[i] = c[i] = before[i] = i + 1;
  bad_arguments();
  shared_memory();
  shared_systems();
  return failures == 0 ? 0 : 1;
}
