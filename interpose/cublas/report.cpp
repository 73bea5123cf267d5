// ISOBIT_CUBLAS_REPORT=1: which functions were called, how often, and whose results they had.

#include <cstdio>
#include <mutex>
#include <vector>

#include "common/environment.hpp"
#include "interpose/cublas/real_cublas.hpp"

namespace isobit::interpose::cublas {

namespace {

struct report {
  std::mutex mutex;
  std::vector<counted_function*> functions;
  bool wanted = false;

  report() {
    auto const value = common::environment_variable("ISOBIT_CUBLAS_REPORT");
    wanted = !value.empty() && value != "0";
  }
};

report& the_report() {
  static auto* const result = new report;  // functions are called at exit, too
  return *result;
}

[[gnu::destructor]] void print() {
  report& all = the_report();
  if (!all.wanted) return;
  std::lock_guard const lock(all.mutex);
  std::fputs("isobit: calls of cuBLAS\n", stderr);
  for (counted_function const* const each : all.functions)
    if (each->computed + each->passed_on != 0)
      std::fprintf(stderr, "isobit:   %-32s %10llu correctly rounded %10llu passed on\n", each->name, each->computed,
                   each->passed_on);
}

}  // namespace

counted_function::counted_function(char const* name_) noexcept : name(name_) {
  report& all = the_report();
  std::lock_guard const lock(all.mutex);
  all.functions.push_back(this);
}

void count(counted_function& function, bool computed) noexcept {
  __atomic_fetch_add(computed ? &function.computed : &function.passed_on, 1, __ATOMIC_RELAXED);
}

}  // namespace isobit::interpose::cublas
