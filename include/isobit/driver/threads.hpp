#pragma once

#include <isobit/driver/driver.hpp>

ISOBIT_NAMESPACE_BEGIN

/// So many threads, the caller's among them. Each gets at least a few thousand elements, so a small input uses fewer.
///
///     double s = isobit::sum(values, isobit::threads(4));
///
/// Threads are kept for the next call, asleep; one call at a time uses them, and others at the same time start their
/// own. A child of fork() starts anew. For a part of the work they are as the caller is: on its processors, with its
/// floating-point environment.
class ISOBIT_API threads {
public:
  /// As many as the process may keep busy: no more than the processors that the calling thread may run on, than a
  /// control group's quota, ISOBIT_NUM_THREADS or else OMP_NUM_THREADS, and OMP_THREAD_LIMIT allow. Ranks of an MPI job
  /// that share a machine share its processors. The variables are read once in a process.
  threads() noexcept;
  /// As many as it says. Throws `error` for zero.
  explicit threads(std::size_t count);
  /// How many they are for a large input: at least 1.
  [[nodiscard]] std::size_t count() const noexcept;
  [[nodiscard]] std::size_t parts(std::size_t elements) const noexcept;
  void run(std::size_t parts, task_ref body) const;

private:
  std::size_t count_;  // 0: asked for when it is needed
};

ISOBIT_NAMESPACE_END
