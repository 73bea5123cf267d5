#pragma once

#include <cstddef>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The processors that a thread may run on. Where the system does not say: all, and all threads alike.
class affinity {
public:
  static affinity of_this_thread() noexcept;
  /// How many they are, at least 1.
  [[nodiscard]] std::size_t count() const noexcept;
  /// Where the system refuses, the thread stays where it was.
  void give_to(std::thread& thread) const noexcept;
  bool operator==(affinity const& other) const noexcept;

private:
#ifdef __linux__
  bool known_ = false;
  cpu_set_t processors_[8] = {};  // 8192, as many as Linux can be built for
#endif
};

ISOBIT_NAMESPACE_END
