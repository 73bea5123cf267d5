#pragma once

#include <cstddef>

#include <isobit/driver/threads.hpp>

namespace isobit::c_interface {

/// Calls `body` with the driver that a number of threads means in C: 0 leaves the choice to the library.
template <class Body> void with_driver(std::size_t count, Body body) {
  if (count == 0)
    body(driver_ref());
  else
    body(threads(count));
}

}  // namespace isobit::c_interface
