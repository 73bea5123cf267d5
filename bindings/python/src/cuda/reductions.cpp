#include <algorithm>
#include <complex>
#include <numeric>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/complex.h>

#include <isobit/cuda.hpp>
#include <isobit/isobit.hpp>

#include "device.hpp"
#include "parts.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;
using tensor = nb::ndarray<nb::ro, nb::device::cuda>;

[[noreturn]] void refuse(char const* problem) { throw isobit::error(isobit::status::invalid_argument, problem); }

/// The elements one after another, or at equal distances: in the order of the axes, or in that of memory.
template <class T> isobit::vector_view<T const> line_of(tensor const& array, bool any_order) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < array.ndim(); ++axis)
    if (array.shape(axis) != 1) axes.push_back(axis);
  auto const distance = [&](std::size_t axis) { return std::abs(array.stride(axis)); };
  if (any_order) std::stable_sort(axes.begin(), axes.end(), [&](auto a, auto b) { return distance(a) > distance(b); });
  std::int64_t const step = axes.empty() ? 1 : array.stride(axes.back());
  auto expected = step;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (array.stride(*axis) != expected && array.size() != 0)
      refuse("isobit: an array on a GPU whose elements do not lie in a line; make it contiguous");
    expected *= static_cast<std::int64_t>(array.shape(*axis));
  }
  return {static_cast<T const*>(array.data()), static_cast<std::ptrdiff_t>(array.size()), step};
}

/// use(T{}) for the type of the elements.
template <class Use> auto with_element(tensor const& array, Use use) {
  using code = nb::dlpack::dtype_code;
  auto const type = array.dtype();
  if (type.code == static_cast<std::uint8_t>(code::Float) && type.bits == 64) return use(double{});
  if (type.code == static_cast<std::uint8_t>(code::Float) && type.bits == 32) return use(float{});
  if (type.code == static_cast<std::uint8_t>(code::Float) && type.bits == 16) return use(isobit::float16{});
  if (type.code == static_cast<std::uint8_t>(code::Bfloat) && type.bits == 16) return use(isobit::bfloat16{});
  if (type.code == static_cast<std::uint8_t>(code::Complex) && type.bits == 128) return use(std::complex<double>{});
  if (type.code == static_cast<std::uint8_t>(code::Complex) && type.bits == 64) return use(std::complex<float>{});
  refuse("isobit: arrays on a GPU are of float64, float32, float16, bfloat16, complex128 or complex64");
}

/// A result as Python has it: halves as floats, which hold them.
template <class Result> nb::object to_python(Result x) {
  if constexpr (std::same_as<Result, isobit::float16> || std::same_as<Result, isobit::bfloat16>)
    return nb::cast(isobit::sum<double>(std::vector<Result>{x}));
  else if constexpr (isobit::complex_number<Result>)
    return nb::cast(std::complex<double>(x));
  else
    return nb::cast(double{x});
}

/// A statistic as bindings/python/src/statistics.hpp names them; by the exact state where only that has it.
template <class Result, class T>
Result statistic_of(char kind, isobit::vector_view<T const> const& line, std::size_t removed,
                    isobit::cuda::on_stream const& on) {
  if constexpr (isobit::complex_number<T>) {
    using part = typename Result::value_type;
    if (kind == 's') return isobit::cuda::sum<part>(line, on);
    if (kind == 'm') return isobit::cuda::mean<part>(line, on);
    if (kind == 'n') return isobit::cuda::nrm2<part>(line, on);
    refuse("isobit: this has no definition for complex numbers");
  } else {
    constexpr bool narrow = !std::same_as<Result, double> && !std::same_as<Result, float>;
    if constexpr (!narrow) {
      if (kind == 's') return isobit::cuda::sum<Result>(line, on);
      if (kind == 'm') return isobit::cuda::mean<Result>(line, on);
      if (kind == 'n') return isobit::cuda::nrm2<Result>(line, on);
      if (kind == 'a') return isobit::cuda::asum<Result>(line, on);
      if (kind == 'v') return isobit::cuda::variance<Result>(line, removed, on);
    }
    isobit::cuda::accumulator sum({}, on);
    if (kind != 'n') sum.add(line, on);
    if (kind == 's') return sum.state(on).template round<Result>();
    if (kind == 'm') return sum.state(on).template mean<Result>(line.count());
    using state = std::conditional_t<std::same_as<T, double>, isobit::exact_product, isobit::exact>;
    isobit::cuda::basic_accumulator<state> squares({}, on);
    squares.add_products(line, line, on);
    if (kind == 'n') return squares.state(on).template square_root<Result>();
    if constexpr (!narrow)
      if (kind == 'd')
        return isobit::detail::standard_deviation<Result>(sum.state(on), isobit::exact_product(squares.state(on)),
                                                          line.count(), removed);
    refuse("isobit: no such result of 16 bits; name a wider type");
  }
}

/// The type of a number, or of a complex number's parts.
template <class T> struct real_part { using type = T; };
template <class T> struct real_part<std::complex<T>> { using type = T; };

/// use(Result{}) for a type of results: NumPy's letter.
template <class T, class Use> nb::object with_result(char letter, Use use) {
  if constexpr (isobit::complex_number<T>)
    return letter == 'F' || letter == 'f' ? use(std::complex<float>{}) : use(std::complex<double>{});
  else
    switch (letter) {
    case 'e':
      return use(isobit::float16{});
    case 'f':
      return use(float{});
    default:
      return use(double{});
    }
}

nb::object reduce(char kind, tensor const& array, char letter, std::size_t removed, std::uintptr_t stream) {
  on_device const there(array.device_id());
  return with_element(array, [&]<class T>(T) {
    auto const line = line_of<T>(array, true);
    return with_result<T>(letter, [&]<class Result>(Result) {
      auto const result = [&] {
        nb::gil_scoped_release const released;
        return statistic_of<Result>(kind, line, removed, stream_at(stream));
      }();
      return to_python(result);
    });
  });
}

nb::object dot(tensor const& a, tensor const& b, bool conjugate, char letter, std::uintptr_t stream) {
  if (a.dtype() != b.dtype() || a.device_id() != b.device_id())
    refuse("isobit: two arrays of different types, or on different GPUs");
  on_device const there(a.device_id());
  return with_element(a, [&]<class T>(T) {
    auto x = line_of<T>(a, false);
    auto const y = line_of<T>(b, false);
    if constexpr (isobit::complex_number<T>) x.conjugate = conjugate;
    return with_result<T>(letter, [&]<class Result>(Result) -> nb::object {
      if constexpr (std::same_as<Result, isobit::float16>) {
        refuse("isobit: a dot product of 16 bits; name a wider type");
      } else {
        using number = typename real_part<Result>::type;
        auto const result = [&] {
          nb::gil_scoped_release const released;
          return isobit::cuda::dot<number>(x, y, stream_at(stream));
        }();
        return to_python(result);
      }
    });
  });
}

}  // namespace

void add_device_reductions(nb::module_& module) {
  module.def("reduce", reduce);
  module.def("dot", dot);
}

}  // namespace isobit_python
