#pragma once

#include <isobit/driver/driver.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A user's own pool as a driver. `run(parts, body)` must call body(i) once for every i < parts, in any order and on
/// any threads, and return when all are done.
///
///     isobit::executor on_pool(8, [&](std::size_t parts, isobit::task_ref body) { pool.parallel_for(parts, body); });
///     double s = isobit::sum(values, on_pool);
template <class Run>
  requires std::invocable<Run const&, std::size_t, task_ref>
class executor {
public:
  executor(std::size_t parts, Run run) : parts_(parts == 0 ? 1 : parts), run_(std::move(run)) {}
  [[nodiscard]] std::size_t parts(std::size_t elements) const noexcept {
    return elements < parts_ ? (elements == 0 ? 1 : elements) : parts_;
  }
  void run(std::size_t parts, task_ref body) const { run_(parts, body); }

private:
  std::size_t parts_;
  Run run_;
};

ISOBIT_NAMESPACE_END
