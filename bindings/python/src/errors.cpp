#include <exception>

#include <isobit/error.hpp>

#include "parts.hpp"

namespace isobit_python {

namespace {

PyObject* python_type_of(isobit::status code) {
  switch (code) {
  case isobit::status::out_of_range:
    return PyExc_OverflowError;
  case isobit::status::out_of_memory:
    return PyExc_MemoryError;
  case isobit::status::unsupported:
    return PyExc_NotImplementedError;
  case isobit::status::internal:
  case isobit::status::communication:
    return PyExc_RuntimeError;
  default:
    return PyExc_ValueError;
  }
}

}  // namespace

/// The library's errors become Python's own.
void add_errors(nanobind::module_&) {
  nanobind::register_exception_translator([](std::exception_ptr const& problem, void*) {
    try {
      std::rethrow_exception(problem);
    } catch (isobit::error const& e) {
      PyErr_SetString(python_type_of(e.code()), e.what());
    }
  });
}

}  // namespace isobit_python
