// ISOBIT_BLAS_REPORT: which routines were called, how often, and whose results they had.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "integers.hpp"
#include "settings.hpp"

namespace isobit::interpose::blas {

extern "C" {
bool isobit_blas_counting = false;
}

namespace {

std::span<routine> routines() { return {__start_isobit_blas_routines, __stop_isobit_blas_routines}; }

void forget() {
  for (routine& each : routines()) __atomic_store_n(&each.calls, 0, __ATOMIC_RELAXED);
}

[[gnu::constructor]] void start() {
  settings const& wanted = the_settings();
  for (routine& each : routines())
    if (!wanted.replace || has_open_integers(each)) each.target = each.find;
  isobit_blas_counting = !wanted.report.empty();
  // What the parent called is the parent's.
  if (isobit_blas_counting) pthread_atfork(nullptr, nullptr, forget);
}

provider provider_of(routine const& which) {
  return which.own != nullptr && which.target != which.own ? provider::real_blas : which.by;
}

char const* words_for(provider by) {
  switch (by) {
  case provider::isobit:
    return "reproducible";
  case provider::any:
    return "the same from any BLAS";
  default:
    return "not reproducible";
  }
}

/// The library whose code that is, without its folder.
std::string library_of(void const* code) {
  Dl_info where{};
  if (dladdr(code, &where) == 0 || where.dli_fname == nullptr) return "unknown";
  char const* const slash = std::strrchr(where.dli_fname, '/');
  return slash != nullptr ? slash + 1 : where.dli_fname;
}

std::vector<routine const*> called() {
  std::vector<routine const*> result;
  for (routine const& each : routines())
    if (__atomic_load_n(&each.calls, __ATOMIC_RELAXED) != 0) result.push_back(&each);
  std::sort(result.begin(), result.end(),
            [](routine const* a, routine const* b) { return std::strcmp(a->name, b->name) < 0; });
  return result;
}

void write_report(int file) {
  long const process = getpid();
  auto const all = called();
  bool any_real = false;
  for (provider const by : {provider::isobit, provider::any, provider::real_blas})
    for (routine const* const each : all) {
      if (provider_of(*each) != by) continue;
      any_real |= by == provider::real_blas;
      std::string const where =
          by == provider::isobit ? "" : " (" + library_of(reinterpret_cast<void const*>(each->target)) + ")";
      dprintf(file, "isobit_blas[%ld]: %s: %s %llu%s\n", process, words_for(by), each->name,
              static_cast<unsigned long long>(each->calls), where.c_str());
    }
  if (void const* const wide = wide_library())
    dprintf(file, "isobit_blas[%ld]: integers had 64 bits under BLAS's own names, as in %s\n", process,
            library_of(wide).c_str());
  if (all.empty())
    dprintf(file, "isobit_blas[%ld]: no BLAS or LAPACK routine was called\n", process);
  else if (!any_real)
    dprintf(file, "isobit_blas[%ld]: all calls were reproducible\n", process);
}

[[gnu::destructor]] void end() {
  if (!isobit_blas_counting) return;
  std::string const& where = the_settings().report;
  if (where == "1") return write_report(STDERR_FILENO);
  int const file = open(where.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    dprintf(STDERR_FILENO, "isobit_blas: cannot write %s: %s\n", where.c_str(), std::strerror(errno));
    return;
  }
  write_report(file);
  close(file);
}

}  // namespace
}  // namespace isobit::interpose::blas
