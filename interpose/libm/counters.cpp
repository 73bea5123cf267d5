#include "counters.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "math/in_use.hpp"

namespace isobit::interpose {

bool counting = false;
std::atomic<std::uint64_t> counters[static_cast<int>(counted::how_many)];

namespace {

constexpr char const* names[] = {
#define ISOBIT_ENTRY(f) #f, #f "f",
    ISOBIT_MATH_UNARY(ISOBIT_ENTRY) ISOBIT_MATH_BINARY(ISOBIT_ENTRY) ISOBIT_MATH_INTEGER(ISOBIT_ENTRY)
#undef ISOBIT_ENTRY
        "sincos",
    "sincosf"};

void forget() {
  for (auto& each : counters) each.store(0, std::memory_order_relaxed);
}

// Before the program starts, so that its first call finds everything decided.
[[gnu::constructor]] void start() {
  static_cast<void>(math::functions_in_use());
  char const* const wanted = std::getenv("ISOBIT_M_COUNT");
  counting = wanted != nullptr && *wanted != '\0' && !(wanted[0] == '0' && wanted[1] == '\0');
  // What the parent called is the parent's.
  if (counting) pthread_atfork(nullptr, nullptr, forget);
}

[[gnu::destructor]] void end() {
  if (!counting) return;
  for (int i = 0; i < static_cast<int>(counted::how_many); ++i)
    if (auto const calls = counters[i].load(std::memory_order_relaxed); calls != 0)
      dprintf(STDERR_FILENO, "isobit_m[%ld]: %s %llu\n", static_cast<long>(getpid()), names[i],
              static_cast<unsigned long long>(calls));
}

}  // namespace
}  // namespace isobit::interpose
