// Where the program's own BLAS and LAPACK are found, at the first call of each function: when this library is loaded
// they may not be there yet, and Python's extension modules bring them in a scope of their own.

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

#include "integers.hpp"
#include "message.hpp"
#include "settings.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

void const* base_of(void const* address) {
  Dl_info where{};
  return dladdr(address, &where) != 0 ? where.dli_fbase : nullptr;
}

/// `found`, unless it is this library's.
void* foreign(void* found) {
  static void const* const here = base_of(&isobit_blas_counting);
  return found != nullptr && base_of(found) != here ? found : nullptr;
}

/// The function in a loaded object or in what that object needs.
void* in_object(char const* path, char const* name) {
  void* const handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const found = foreign(dlsym(handle, name));
  dlclose(handle);  // only the reference just taken
  return found;
}

void* near_caller(void const* caller, char const* name) {
  Dl_info where{};
  return dladdr(caller, &where) != 0 ? in_object(where.dli_fname, name) : nullptr;
}

void* anywhere(char const* name) {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* list) {
        static_cast<std::vector<std::string>*>(list)->emplace_back(object->dlpi_name);
        return 0;
      },
      &paths);
  for (std::string const& path : paths)
    if (!path.empty())
      if (void* const found = in_object(path.c_str(), name)) return found;
  return nullptr;
}

/// The library that ISOBIT_BLAS_LIBRARY names.
void* in_named_library(char const* name) {
  std::string const& path = the_settings().library;
  if (path.empty()) return nullptr;
  static void* const handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) fail("ISOBIT_BLAS_LIBRARY=" + path + " cannot be loaded: " + dlerror());
  return foreign(dlsym(handle, name));
}

/// The real library's function, or null.
void* find_real(char const* name, void const* caller) {
  void* found = in_named_library(name);
  if (found == nullptr) found = foreign(dlsym(RTLD_NEXT, name));
  if (found == nullptr) found = near_caller(caller, name);
  return found != nullptr ? found : anywhere(name);
}

}  // namespace

extern "C" [[gnu::visibility("hidden"), gnu::used]] void* isobit_blas_find(routine* which, void const* caller) {
  char const* const name = which->name;
  void* found = find_real(name, caller);
  if (which->own != nullptr && the_settings().replace) {
    if (found != nullptr && has_wide_integers(found)) take_wide_integers(*which, found);
    found = reinterpret_cast<void*>(which->own);
  }
  if (found == nullptr)
    fail(std::string(name) +
         " was called, which isobit leaves to the real BLAS or LAPACK, and no loaded library has it. Link the real "
         "library with -Wl,--no-as-needed, or name it: ISOBIT_BLAS_LIBRARY=libopenblas.so.0");
  __atomic_store_n(reinterpret_cast<void**>(&which->target), found, __ATOMIC_RELEASE);
  return found;
}

}  // namespace isobit::interpose::blas
