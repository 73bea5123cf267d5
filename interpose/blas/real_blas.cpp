// Where the program's own BLAS and LAPACK are found, at the first call of each function: when this library is loaded
// they may not be there yet, and Python's extension modules bring them in a scope of their own.

#include <dlfcn.h>

#include <atomic>
#include <string>
#include <string_view>

#include "integers.hpp"
#include "loaded.hpp"
#include "message.hpp"
#include "reference_lapack.hpp"
#include "settings.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

/// In whatever the program has loaded.
void* anywhere(char const* name) {
  for (std::string const& path : loaded_libraries())
    if (!came_with_wide_reference(path))
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
  if (found == nullptr) found = beside(caller, name);
  return found != nullptr ? found : anywhere(name);
}

/// Without what wheels have before and behind it.
std::string plain_name(std::string_view name) {
  if (name.starts_with("scipy_")) name.remove_prefix(6);
  if (name.ends_with("_64_")) name.remove_suffix(3);
  return std::string(name);
}

/// What comes in place of the real library's function: isobit's or the reference LAPACK's; null for nothing.
void* find_better(routine& which, void const* caller) {
  if (!the_settings().replace || (which.by != provider::isobit && which.by != provider::lapack)) return nullptr;
  bool wide = std::string_view(which.name).ends_with("64_");
  if (has_open_integers(which)) {
    void* real = find_real(which.name, caller);
    if (real == nullptr) real = find_real("idamax_", caller);
    wide = real != nullptr && has_wide_integers(real);
    if (wide) take_wide_integers(which, real);
  }
  if (which.own != nullptr) return reinterpret_cast<void*>(which.own);
  auto const* const reference = reference_lapack_with(wide);
  return reference != nullptr ? reference->find(plain_name(which.name)) : nullptr;
}

}  // namespace

extern "C" [[gnu::visibility("hidden"), gnu::used]] void* isobit_blas_find(routine* which, void const* caller) {
  void* found = find_better(*which, caller);
  if (found == nullptr) {
    found = find_real(which->name, caller);
    if (which->by != provider::any) std::atomic_ref(which->by).store(provider::real_blas, std::memory_order_relaxed);
  }
  if (found == nullptr)
    fail(std::string(which->name) +
         " was called, which isobit leaves to the real BLAS or LAPACK, and no loaded library has it. Link the real "
         "library with -Wl,--no-as-needed, or name it: ISOBIT_BLAS_LIBRARY=libopenblas.so.0");
  __atomic_store_n(reinterpret_cast<void**>(&which->target), found, __ATOMIC_RELEASE);
  return found;
}

}  // namespace isobit::interpose::blas
