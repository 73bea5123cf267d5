/* left pass | replaced | fork: a program with a real BLAS, which calls what isobit leaves to that, and what it
 * replaces. */
#include <complex.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

double last_answer(void);
void cblas_dmin(int, int, int, int, int, double, double const*, int, double const*, int, double, double*, int);
double cblas_dmax(int, double const*, int, double, double, double, double, double, double, double, double);
double complex zladiv_(int, double complex const*);
void dgesdd_(char const*, int const*);
void dcopy_(int const*, double const*, int const*, double*, int const*);
void dgemm_(char const*, char const*, int const*, int const*, int const*, double const*, double const*, int const*,
            double const*, int const*, double const*, double*, int const*);

static int pass_on(void) {
  double const a[1] = {0.5};
  double c[1] = {0};
  double complex const z[1] = {1 + 2 * I};
  int const m = 7, one = 1;
  int good = 1;
  cblas_dmin(102, 141, 121, 1, 2, 0.25, a, 3, a, 4, 0.125, c, 5);
  good &= c[0] == 102 + 141 + 121 + 1 + 2 + 0.25 + 0.5 + 3 + 0.5 + 4 + 0.125 + 5;
  for (int time = 0; time < 2; ++time) /* found, and known */
    good &= cblas_dmax(2, a, 1, 1, 2, 3, 4, 5, 6, 7, 8) == 2 + 0.5 + 1 + 1 + 4 + 9 + 16 + 25 + 36 + 49 + 64;
  good &= zladiv_(3, z) == 3 + 6 * I;
  dgesdd_("A", &m);
  good &= last_answer() == 'A' + 7;
  dcopy_(&one, a, &one, c, &one);
  good &= c[0] == 0.5;
  return good ? 0 : 1;
}

static int replaced(void) {
  double const a = 3, one = 1, zero = 0;
  double c = 0;
  int const n = 1;
  dgemm_("N", "N", &n, &n, &n, &one, &a, &n, &a, &n, &zero, &c, &n);
  return c == 9 ? 0 : 1;
}

/* What the child calls is the child's. */
static int with_child(void) {
  int status = 0;
  replaced();
  pid_t const child = fork();
  if (child == 0) return replaced() + replaced();
  waitpid(child, &status, 0);
  return status;
}

int main(int count, char** words) {
  char const* const what = count > 1 ? words[1] : "";
  if (strcmp(what, "pass") == 0) return pass_on();
  if (strcmp(what, "replaced") == 0) return replaced();
  return strcmp(what, "fork") == 0 ? with_child() : 2;
}
