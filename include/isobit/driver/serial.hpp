#pragma once

#include <isobit/driver/driver.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Everything on the calling thread.
struct serial {
  [[nodiscard]] constexpr std::size_t parts(std::size_t) const noexcept { return 1; }
  void run(std::size_t parts, task_ref body) const {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
};

ISOBIT_NAMESPACE_END
