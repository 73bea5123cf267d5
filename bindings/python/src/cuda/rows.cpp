#include <string>
#include <string_view>

#include <nanobind/stl/string.h>

#include <isobit/cuda/rows.hpp>

#include "device.hpp"
#include "parts.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;
namespace rows = isobit::cuda::rows;

/// Rows on a GPU by their addresses, as torch names them; a null address of weights or biases stands for none.
struct row_arguments {
  std::uintptr_t x, out, weight, bias;
  std::ptrdiff_t count, length, stride;
  double epsilon;
};

template <class T> void apply(std::string_view function, row_arguments const& a, isobit::cuda::on_stream const& on) {
  isobit::matrix_view<T const> const x(reinterpret_cast<T const*>(a.x), a.count, a.length, a.stride, 1);
  auto* const results = reinterpret_cast<T*>(a.out);
  if (function == "sum") return rows::sum(results, x, on);
  if (function == "mean") return rows::mean(results, x, on);
  if (function == "logsumexp") return rows::logsumexp(results, x, on);
  auto const out = isobit::row_major(results, a.count, a.length);
  if (function == "softmax") return rows::softmax(out, x, on);
  if (function == "log_softmax") return rows::log_softmax(out, x, on);
  auto const factors = [&](std::uintptr_t address) {
    return isobit::vector_view<T const>(reinterpret_cast<T const*>(address), address == 0 ? 0 : a.length);
  };
  if (function == "rms_norm") return rows::rms_norm(out, x, factors(a.weight), a.epsilon, on);
  if (function == "layer_norm") return rows::layer_norm(out, x, factors(a.weight), factors(a.bias), a.epsilon, on);
  throw isobit::error(isobit::status::internal, "isobit: no function of rows has this name");
}

void of_rows(std::string const& function, char letter, int device, std::uintptr_t stream, std::uintptr_t x,
             std::uintptr_t out, std::ptrdiff_t count, std::ptrdiff_t length, std::ptrdiff_t stride,
             std::uintptr_t weight, std::uintptr_t bias, double epsilon) {
  on_device const there(device);
  row_arguments const arguments{x, out, weight, bias, count, length, stride, epsilon};
  if (letter == 'f')
    apply<float>(function, arguments, stream_at(stream));
  else if (letter == 'e')
    apply<isobit::float16>(function, arguments, stream_at(stream));
  else
    apply<isobit::bfloat16>(function, arguments, stream_at(stream));
}

}  // namespace

void add_device_rows(nb::module_& module) { module.def("of_rows", of_rows); }

}  // namespace isobit_python
