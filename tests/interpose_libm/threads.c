// Many threads, and a child, that call libm: all get the same numbers. Prints their hash.
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void* work(void* place) {
  uint64_t hash = 14695981039346656037u;
  for (int i = 1; i <= 20000; ++i) {
    double const x = i * 0.001;
    double const results[] = {exp(x), sin(x), log(x), pow(x, 1.7), (double)expf((float)x), (double)sinf((float)x)};
    for (size_t k = 0; k < sizeof results / sizeof results[0]; ++k) {
      uint64_t bits;
      memcpy(&bits, &results[k], sizeof bits);
      hash = (hash ^ bits) * 1099511628211u;
    }
  }
  *(uint64_t*)place = hash;
  return NULL;
}

int main(void) {
  enum { count = 8 };
  pthread_t threads[count];
  uint64_t hashes[count + 1];
  for (int i = 0; i < count; ++i) pthread_create(&threads[i], NULL, work, &hashes[i]);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  work(&hashes[count]);
  for (int i = 0; i < count; ++i)
    if (hashes[i] != hashes[count]) return 1;

  fflush(stdout);
  pid_t const child = fork();
  if (child == 0) {
    uint64_t hash;
    work(&hash);
    return hash == hashes[count] ? 0 : 1;
  }
  int status = 1;
  waitpid(child, &status, 0);
  if (status != 0) return 2;
  printf("%016llx\n", (unsigned long long)hashes[count]);
  return 0;
}
