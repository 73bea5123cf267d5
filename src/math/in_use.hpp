#pragma once

#include <atomic>

#include "math/table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// As `functions`, for callers that have no way to be told of an error: where ISOBIT_FORCE_ISA cannot be met, says so
/// once on the standard error output and takes the best that this machine has.
[[nodiscard]] table const& functions_or_best() noexcept;

/// The same, for one load and one branch.
[[nodiscard]] inline table const& functions_in_use() noexcept {
  static std::atomic<table const*> chosen = nullptr;
  table const* found = chosen.load(std::memory_order_relaxed);
  if (found == nullptr) [[unlikely]]
    chosen.store(found = &functions_or_best(), std::memory_order_relaxed);
  return *found;
}

}  // namespace math
ISOBIT_NAMESPACE_END
