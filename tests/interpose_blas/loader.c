/* loader plugin path | missing | nothing: a program without a BLAS of its own. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The plugin brings its BLAS in a scope of its own, as Python's modules do. */
static int from_plugin(char const* path) {
  void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
  int (*const use)(void) = (int (*)(void))dlsym(plugin, "use_blas");
  return use();
}

static int missing(void) {
  void (*const symbol)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "zheevd_");
  if (symbol == NULL) return 2;
  symbol();
  return 0;
}

int main(int count, char** words) {
  char const* const what = count > 1 ? words[1] : "";
  if (strcmp(what, "plugin") == 0) return from_plugin(words[2]);
  if (strcmp(what, "missing") == 0) return missing();
  return strcmp(what, "nothing") == 0 ? 0 : 2;
}
