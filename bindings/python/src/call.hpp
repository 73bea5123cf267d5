#pragma once

#include <cstddef>

#include <nanobind/nanobind.h>

#include <isobit/driver/kept_driver.hpp>
#include <isobit/driver/serial.hpp>

namespace isobit_python {

/// The driver that `threads=` names: 0 stands for None, as the size suggests.
inline isobit::kept_driver driver_of(std::size_t threads) {
  if (threads == 0) return {};
  if (threads == 1) return isobit::serial();
  return isobit::threads(threads);
}

/// body() with the interpreter's lock released where so many elements take longer than releasing it.
template <class Body> auto without_lock(std::size_t elements, Body body) {
  if (elements < 2048) return body();
  nanobind::gil_scoped_release released;
  return body();
}

}  // namespace isobit_python
