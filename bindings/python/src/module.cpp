#include "parts.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of isobit. Its arguments are checked by the Python part.";
  module.attr("version") = ISOBIT_PYTHON_VERSION;
  isobit_python::add_errors(module);
  isobit_python::add_reductions(module);
  isobit_python::add_products(module);
  isobit_python::add_scans(module);
  isobit_python::add_groups(module);
  isobit_python::add_tensors(module);
  isobit_python::add_accumulator(module);
  isobit_python::add_accumulator_array(module);
  isobit_python::add_packed_states(module);
  isobit_python::add_ufuncs(module);
  isobit_python::add_linear_algebra(module);
  isobit_python::add_sparse(module);
  isobit_python::add_solvers(module);
}
