// ISOBIT_BLAS_REPORT: which routines were called, how often, and whose results they had.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "integers.hpp"
#include "loaded.hpp"
#include "reference_lapack.hpp"
#include "settings.hpp"

namespace isobit::interpose::blas {

extern "C" {
bool isobit_blas_counting = false;
}

namespace {

void forget() {
  for (routine& each : routines()) __atomic_store_n(&each.calls, 0, __ATOMIC_RELAXED);
}

[[gnu::constructor]] void start() {
  isobit_blas_counting = !the_settings().report.empty();
  // What the parent called is the parent's.
  if (isobit_blas_counting) pthread_atfork(nullptr, nullptr, forget);
}

std::string words_for(provider by, std::string const& library) {
  switch (by) {
  case provider::isobit:
    return "reproducible";
  case provider::any:
    return "the same from any BLAS";
  case provider::lapack:
    return "reproducible, given " + library;
  default:
    return "not reproducible";
  }
}

std::vector<routine const*> called() {
  std::vector<routine const*> result;
  for (routine const& each : routines())
    if (__atomic_load_n(&each.calls, __ATOMIC_RELAXED) != 0) result.push_back(&each);
  std::sort(result.begin(), result.end(),
            [](routine const* a, routine const* b) { return std::strcmp(a->name, b->name) < 0; });
  return result;
}

/// One line of the report.
class line {
public:
  explicit line(int file) : file_(file) {}
  void operator()(std::string const& text) const {
    dprintf(file_, "isobit_blas[%ld]: %s\n", static_cast<long>(getpid()), text.c_str());
  }

private:
  int file_;
};

void write_routine(line const& write, routine const& which) {
  std::string const library = library_name(reinterpret_cast<void const*>(which.target));
  bool const is_elsewhere = which.by == provider::any || which.by == provider::real_blas;
  write(words_for(which.by, library) + ": " + which.name + " " + std::to_string(which.calls) +
        (is_elsewhere ? " (" + library + ")" : ""));
}

/// What the bits of LAPACK's routines depend on.
void write_lapack(line const& write, reference_lapack const& lapack) {
  write("LAPACK " + lapack.version + " was " + lapack.file + (lapack.build.empty() ? "" : ", build " + lapack.build) +
        ": bits that depend on this file, not on threads, processor or the program's BLAS");
  for (std::string const& each : lapack.left)
    write("not reproducible: " + each + ", as far as LAPACK calls it (" +
          library_name(dlsym(lapack.handle, each.c_str())) + ")");
}

void write_report(line const& write) {
  auto const all = called();
  std::size_t count_by[4] = {};
  for (provider const by : {provider::isobit, provider::any, provider::lapack, provider::real_blas})
    for (routine const* const each : all)
      if (each->by == by) write_routine(write, *each), ++count_by[static_cast<std::size_t>(by)];
  auto const has = [&](provider by) { return count_by[static_cast<std::size_t>(by)] != 0; };
  if (void const* const wide = wide_library())
    write("integers had 64 bits under BLAS's own names, as in " + library_name(wide));
  bool all_reproducible = !has(provider::real_blas);
  for (reference_lapack const* const each : references_in_use()) {
    write_lapack(write, *each);
    all_reproducible &= each->left.empty();
  }
  for (std::string const& each : references_missed()) write(each);
  if (all.empty())
    write("no BLAS or LAPACK routine was called");
  else if (all_reproducible)
    write(has(provider::lapack) ? "all calls were reproducible, given that LAPACK" : "all calls were reproducible");
}

[[gnu::destructor]] void end() {
  if (!isobit_blas_counting) return;
  std::string const& where = the_settings().report;
  if (where == "1") return write_report(line(STDERR_FILENO));
  int const file = open(where.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    dprintf(STDERR_FILENO, "isobit_blas: cannot write %s: %s\n", where.c_str(), std::strerror(errno));
    return;
  }
  write_report(line(file));
  close(file);
}

}  // namespace
}  // namespace isobit::interpose::blas
