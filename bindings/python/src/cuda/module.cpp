#include "../parts.hpp"

#include "parts.hpp"

NB_MODULE(_cuda, module) {
  module.doc() = "What isobit does on NVIDIA GPUs. Its arguments are checked by the Python part.";
  isobit_python::add_errors(module);
  isobit_python::add_device_reductions(module);
  isobit_python::add_device_rows(module);
}
