#pragma once

#include <isobit/driver/driver.hpp>

ISOBIT_NAMESPACE_BEGIN

/// So many threads, started for the call and joined before it returns: no pool, no global state.
/// Each thread is given at least a few thousand elements, so a small input uses fewer.
///
///     double s = isobit::sum(values, isobit::threads(4));
class ISOBIT_API threads {
public:
  /// As many as the machine offers this process.
  threads() noexcept;
  /// Throws `error` for zero.
  explicit threads(std::size_t count);
  [[nodiscard]] std::size_t parts(std::size_t elements) const noexcept;
  void run(std::size_t parts, task_ref body) const;

private:
  std::size_t count_;
};

ISOBIT_NAMESPACE_END
