/* lapack_user job file (name bits)...: calls a dgesdd of each name with integers of that many bits, from whatever the
   process has (file -), or from what that file brings in a scope of its own. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_XERBLA
void xerbla_(char const* name, int const* position) { printf("own xerbla: %.6s %d\n", name, *position); }
#endif

static int failures = 0;
static void expect(char const* what, double computed, double right) {
  if (computed == right) return;
  ++failures;
  printf("%s: %g instead of %g\n", what, computed, right);
}

static void call(void* dgesdd, int bits, char const* job) {
  double results[5] = {0, 0, 0, 0, -1};
  int64_t m = 7, info = -1;
  if (bits == 64) {
    m = INT64_C(1) << 40;
    ((void (*)(char const*, int64_t const*, double*, int64_t*))dgesdd)(job, &m, results, &info);
  } else {
    int32_t const narrow_m = 7;
    int32_t narrow_info = -1;
    ((void (*)(char const*, int32_t const*, double*, int32_t*))dgesdd)(job, &narrow_m, results, &narrow_info);
    info = narrow_info;
  }
  if (*job == 'X') return expect("info", (double)info, -8);
  expect("info", (double)info, 0);
  expect("product", results[0], 1);
  expect("pivots", results[1], 22);
  expect("own routine", results[2], 5);
  expect("m", results[3], (double)m);
  expect("wrong functions", results[4], 0);
}

int main(int count, char** words) {
  if (count < 5) return 2;
  void* const file = strcmp(words[2], "-") != 0 ? dlopen(words[2], RTLD_NOW | RTLD_LOCAL) : NULL;
  for (int i = 3; i + 1 < count; i += 2) {
    void* const dgesdd = dlsym(file != NULL ? file : RTLD_DEFAULT, words[i]);
    if (dgesdd == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
    call(dgesdd, atoi(words[i + 1]), words[1]);
    if (file == NULL || i + 3 < count) continue;
    dlclose(file); /* stays: the LAPACK may have other callers */
    call(dgesdd, atoi(words[i + 1]), words[1]);
  }
  return failures;
}
