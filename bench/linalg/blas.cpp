#include "blas.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace bench::linalg {

blas load_blas(std::string const& file) {
  // OpenBLAS's threads stay awake after a call, and would take the processors from whoever's turn is next.
  setenv("OPENBLAS_THREAD_TIMEOUT", "4", 0);
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  blas found;
  found.library = library;
  auto const find = [&](auto*& routine, char const* name) {
    routine = reinterpret_cast<std::remove_reference_t<decltype(routine)>>(dlsym(library, name));
  };
  find(found.sgemm, "sgemm_");
  find(found.dgemm, "dgemm_");
  find(found.cgemm, "cgemm_");
  find(found.zgemm, "zgemm_");
  find(found.dsyrk, "dsyrk_");
  find(found.dtrsm, "dtrsm_");
  find(found.dgetri, "dgetri_");
  find(found.dpotrf, "dpotrf_");
  find(found.dgesv, "dgesv_");
  find(found.set_threads, "openblas_set_num_threads");
  found.description = file;
  if (found.set_threads == nullptr) find(found.set_threads, "MKL_Set_Num_Threads");
  char* (*configuration)() = nullptr;
  char* (*core)() = nullptr;
  find(configuration, "openblas_get_config");
  find(core, "openblas_get_corename");
  if (configuration != nullptr) found.description = configuration();
  if (core != nullptr) found.description += std::string(", kernels for ") + core();
  void (*version)(char*, int) = nullptr;
  find(version, "MKL_Get_Version_String");
  if (version != nullptr) {
    char text[200] = {};
    version(text, sizeof text - 1);
    found.description = text;
    found.description.erase(found.description.find_last_not_of(' ') + 1);
  }
  return found;
}

}  // namespace bench::linalg
