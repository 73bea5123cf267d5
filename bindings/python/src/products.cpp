#include <isobit/isobit.hpp>
#include <isobit/linalg/gemm.hpp>

#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "lines.hpp"
#include "parts.hpp"
#include "statistics.hpp"

namespace isobit_python {

namespace {

template <class Result, class T>
Result dot_of(isobit::driver_ref const& on, isobit::vector_view<T const> const& x,
              isobit::vector_view<T const> const& y) {
  if constexpr (isobit::complex_number<T>)
    return isobit::dot<typename Result::value_type>(x, y, on);
  else if constexpr (is_storage<Result>)
    return isobit::exact_dot(x, y, on).template round<Result>();
  else
    return isobit::dot<Result>(x, y, on);
}

/// out[i] = the dot product of the lines i of x and y, x's conjugated if so wished. Python has made the shapes equal.
void dot(nanobind::handle x, nanobind::handle y, char letter, nanobind::handle out, char out_letter, bool conjugate,
         std::size_t threads) {
  buffer const left(x), right(y), to(out, true);
  auto const on = driver_of(threads);
  without_lock(static_cast<std::size_t>(left.elements()), [&] {
    with_element_type(letter, [&]<class T>(std::type_identity<T>) {
      with_element_type(out_letter, [&]<class Result>(std::type_identity<Result>) {
        if constexpr (isobit::complex_number<T> == isobit::complex_number<Result>) {
          lines<T> const a(left), b(right);
          auto const results = to.all<Result>();
          for_each_line(on.ref(), a.count(), a.length(), [&](std::size_t i, isobit::driver_ref const& on_line) {
            auto line = a.at(i);
            line.conjugate = conjugate && isobit::complex_number<T>;
            results[i] = dot_of<Result>(on_line, line, b.at(i));
          });
        } else {
          throw nanobind::type_error("isobit: a result of another kind than its elements");
        }
      });
    });
  });
}

template <class T> isobit::matrix_view<T> matrix_of(buffer const& array) {
  auto const bytes = static_cast<std::ptrdiff_t>(sizeof(T));
  return {array.data<T>(), array.size(0), array.size(1), array.stride(0) / bytes, array.stride(1) / bytes};
}

/// c = a b, of two dimensions each; c shares no memory with them.
void matrix_product(nanobind::handle a, nanobind::handle b, nanobind::handle c, char letter, std::size_t threads) {
  buffer const left(a), right(b), to(c, true);
  auto const on = driver_of(threads);
  without_lock(static_cast<std::size_t>(left.elements() + right.elements() + to.elements()), [&] {
    with_element_type(letter, [&]<class T>(std::type_identity<T>) {
      if constexpr (isobit::linalg::scalar<T>)
        isobit::linalg::gemm<T>(T(1), matrix_of<T>(left), matrix_of<T>(right), T(0), matrix_of<T>(to), on.ref());
      else
        throw nanobind::type_error("isobit: matrices of float32, float64 or complex numbers");
    });
  });
}

}  // namespace

void add_products(nanobind::module_& module) {
  module.def("dot", dot);
  module.def("matrix_product", matrix_product);
}

}  // namespace isobit_python
