#pragma once

#include <cstddef>

#include <isobit/driver/threads.hpp>

#include "c/guard.hpp"

namespace isobit::c_interface {

/// Calls `body` with the driver that a number of threads means in C: 0 leaves the choice to the library.
template <class Body> void with_driver(std::size_t count, Body body) {
  if (count == 0)
    body(driver_ref());
  else
    body(threads(count));
}

/// Runs `body` with the driver, guarded.
template <class Body> isobit_status run(std::size_t thread_count, Body body) noexcept {
  return guard([&] { with_driver(thread_count, body); });
}

}  // namespace isobit::c_interface
