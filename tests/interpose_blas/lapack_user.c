/* lapack_user name bits [job [file]]: calls a dgesdd of that name with integers of that many bits, from whatever the
   process has, or from what that file brings in a scope of its own. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef WITH_XERBLA
void xerbla_(char const* name, int const* position) { printf("own xerbla: %.6s %d\n", name, *position); }
#endif

static int failures = 0;
static void expect(char const* what, double computed, double right) {
  if (computed == right) return;
  ++failures;
  printf("%s: %g instead of %g\n", what, computed, right);
}

int main(int count, char** words) {
  if (count < 3) return 2;
  char const* const job = count > 3 ? words[3] : "A";
  void* const where = count > 4 ? dlopen(words[4], RTLD_NOW | RTLD_LOCAL) : RTLD_DEFAULT;
  void* const dgesdd = dlsym(where, words[1]);
  if (dgesdd == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
  double results[5] = {0, 0, 0, 0, -1};
  int64_t m = 7, info = -1;
  if (atoi(words[2]) == 64) {
    m = INT64_C(1) << 40;
    ((void (*)(char const*, int64_t const*, double*, int64_t*))dgesdd)(job, &m, results, &info);
  } else {
    int32_t const narrow_m = 7;
    int32_t narrow_info = -1;
    ((void (*)(char const*, int32_t const*, double*, int32_t*))dgesdd)(job, &narrow_m, results, &narrow_info);
    info = narrow_info;
  }
  if (*job == 'X') return expect("info", (double)info, -8), failures;
  expect("info", (double)info, 0);
  expect("product", results[0], 1);
  expect("pivots", results[1], 22);
  expect("own routine", results[2], 5);
  expect("m", results[3], (double)m);
  expect("wrong functions", results[4], 0);
  return failures;
}
