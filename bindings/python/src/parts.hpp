#pragma once

#include <nanobind/nanobind.h>

namespace isobit_python {

// What each file adds to the module.
void add_errors(nanobind::module_& module);
void add_reductions(nanobind::module_& module);
void add_products(nanobind::module_& module);
void add_scans(nanobind::module_& module);
void add_groups(nanobind::module_& module);
void add_tensors(nanobind::module_& module);
void add_accumulator(nanobind::module_& module);
void add_accumulator_array(nanobind::module_& module);
void add_packed_states(nanobind::module_& module);
void add_ufuncs(nanobind::module_& module);
void add_linear_algebra(nanobind::module_& module);
void add_sparse(nanobind::module_& module);
void add_solvers(nanobind::module_& module);

}  // namespace isobit_python
