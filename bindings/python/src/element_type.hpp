#pragma once

#include <complex>
#include <string>
#include <type_traits>

#include <nanobind/nanobind.h>

#include <isobit/view/elements.hpp>

namespace isobit_python {

/// body(std::type_identity<T>()) for the element type of a letter: NumPy's own, and E for bfloat16, which has none.
template <class Body> auto with_element_type(char letter, Body body) {
  switch (letter) {
  case 'd':
    return body(std::type_identity<double>());
  case 'f':
    return body(std::type_identity<float>());
  case 'e':
    return body(std::type_identity<isobit::float16>());
  case 'E':
    return body(std::type_identity<isobit::bfloat16>());
  case 'D':
    return body(std::type_identity<std::complex<double>>());
  case 'F':
    return body(std::type_identity<std::complex<float>>());
  default:
    throw nanobind::type_error((std::string("isobit: no element type '") + letter + "'").c_str());
  }
}

}  // namespace isobit_python
