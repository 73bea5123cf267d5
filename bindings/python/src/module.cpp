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
}
