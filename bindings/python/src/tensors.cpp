#include <cstdint>
#include <vector>

#include <nanobind/ndarray.h>

#include "parts.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;

/// The bits of a bfloat16 tensor as a NumPy array that shares its memory: NumPy itself reads no such tensor. None for
/// tensors of other types.
nb::object bfloat16_bits(nb::ndarray<nb::ro> tensor) {
  if (tensor.dtype().code != static_cast<std::uint8_t>(nb::dlpack::dtype_code::Bfloat)) return nb::none();
  std::vector<std::size_t> shape;
  std::vector<std::int64_t> strides;
  for (std::size_t axis = 0; axis < tensor.ndim(); ++axis) {
    shape.push_back(tensor.shape(axis));
    strides.push_back(tensor.stride(axis));
  }
  nb::object const owner = nb::cast(tensor, nb::rv_policy::reference);
  return nb::cast(
      nb::ndarray<nb::numpy, std::uint16_t const>(tensor.data(), shape.size(), shape.data(), owner, strides.data()));
}

}  // namespace

void add_tensors(nanobind::module_& module) { module.def("bfloat16_bits", bfloat16_bits); }

}  // namespace isobit_python
