#include "interpose/cublas/real_cublas.hpp"

#include <dlfcn.h>

namespace isobit::interpose::cublas {

void* find_real(char const* name) noexcept {
  if (void* const next = dlsym(RTLD_NEXT, name)) return next;
  // A program that opened cuBLAS itself did not put it where others are found.
  for (char const* const file : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
    if (void* const library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD)) {
      void* const found = dlsym(library, name);
      dlclose(library);  // the program keeps it
      if (found != nullptr) return found;
    }
  return nullptr;
}

}  // namespace isobit::interpose::cublas
