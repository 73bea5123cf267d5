#pragma once

#include <nanobind/nanobind.h>

namespace isobit_python {

// What each file adds to the module.
void add_device_reductions(nanobind::module_& module);
void add_device_rows(nanobind::module_& module);

}  // namespace isobit_python
