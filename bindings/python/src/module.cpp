#include "parts.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of isobit. Its arguments are checked by the Python part.";
  module.attr("version") = ISOBIT_PYTHON_VERSION;
  isobit_python::add_errors(module);
  isobit_python::add_reductions(module);
}
