#include "interpose/cublas/real_cublas.hpp"

#include <dlfcn.h>

namespace isobit::interpose::cublas {

void* find_real(char const* name) noexcept {
  if (void* const next = dlsym(RTLD_NEXT, name)) return next;
  // A program that opened cuBLAS itself did not put it where others are found.
  void* const library = dlopen("libcublas.so.13", RTLD_LAZY | RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, name);
}

}  // namespace isobit::interpose::cublas
