#include "driver/affinity.hpp"

#include <algorithm>
#include <cstring>

#ifdef __linux__
#include <pthread.h>
#endif

ISOBIT_NAMESPACE_BEGIN

namespace {
std::size_t processors_of_machine() noexcept { return std::max(1u, std::thread::hardware_concurrency()); }
}  // namespace

#ifdef __linux__

affinity affinity::of_this_thread() noexcept {
  affinity mine;
  mine.known_ = sched_getaffinity(0, sizeof mine.processors_, mine.processors_) == 0;
  return mine;
}

std::size_t affinity::count() const noexcept {
  int const count = known_ ? CPU_COUNT_S(sizeof processors_, processors_) : 0;
  return count > 0 ? static_cast<std::size_t>(count) : processors_of_machine();
}

void affinity::give_to(std::thread& thread) const noexcept {
  if (known_) pthread_setaffinity_np(thread.native_handle(), sizeof processors_, processors_);
}

bool affinity::operator==(affinity const& other) const noexcept {
  return std::memcmp(processors_, other.processors_, sizeof processors_) == 0;
}

#else

affinity affinity::of_this_thread() noexcept { return {}; }
std::size_t affinity::count() const noexcept { return processors_of_machine(); }
void affinity::give_to(std::thread&) const noexcept {}
bool affinity::operator==(affinity const&) const noexcept { return true; }

#endif

ISOBIT_NAMESPACE_END
