#include <complex>

#include <nanobind/stl/complex.h>

#include <isobit/sparse.hpp>

#include "call.hpp"
#include "parts.hpp"
#include "sparse_view.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;
namespace sparse = isobit::sparse;

/// The matrix of contributions, as (offsets, indices, values).
nb::tuple assemble(std::ptrdiff_t rows, std::ptrdiff_t columns, nb::handle i, nb::handle j, nb::handle values,
                   char letter, std::size_t threads) {
  buffer const at_rows(i), at_columns(j), what(values);
  auto const on = driver_of(threads);
  bool const wide = at_rows.item_bytes() == sizeof(std::int64_t);
  return with_sparse_types(letter, wide, [&]<class T, class Index>(std::type_identity<T>, std::type_identity<Index>) {
    return parts_of(without_lock(static_cast<std::size_t>(what.elements()), [&] {
      return sparse::from_triplets<T, Index>(rows, columns, at_rows.all<Index const>(), at_columns.all<Index const>(),
                                             what.all<T const>(), on.ref());
    }));
  });
}

template <class T> isobit::matrix_view<T> columns_of(buffer const& array) {
  auto const bytes = static_cast<std::ptrdiff_t>(sizeof(T));
  return {array.data<T>(), array.size(0), array.size(1), array.stride(0) / bytes, array.stride(1) / bytes};
}

/// y = a x, both of two dimensions.
void multiply(nb::tuple const& a, nb::handle x, nb::handle y, char letter, std::size_t threads) {
  sparse_argument const matrix(a);
  buffer const from(x), to(y, true);
  auto const on = driver_of(threads);
  with_sparse_types(letter, matrix.wide(), [&]<class T, class Index>(std::type_identity<T>, std::type_identity<Index>) {
    without_lock(matrix.entries(), [&] {
      auto const view = matrix.view<T, Index>();
      auto const in = columns_of<T const>(from);
      auto const out = columns_of<T>(to);
      // One column has a faster path than several.
      if (out.columns == 1)
        sparse::multiply(view, in.column(0), out.column(0), on.ref());
      else
        sparse::multiply(T{1}, view, in, T{}, out, on.ref());
    });
  });
}

nb::tuple product(nb::tuple const& a, nb::tuple const& b, char letter, std::size_t threads) {
  sparse_argument const left(a), right(b);
  auto const on = driver_of(threads);
  return with_sparse_types(letter, left.wide(),
                           [&]<class T, class Index>(std::type_identity<T>, std::type_identity<Index>) {
                             return parts_of(without_lock(left.entries() + right.entries(), [&] {
                               return sparse::product(left.view<T, Index>(), right.view<T, Index>(), on.ref());
                             }));
                           });
}

/// Of a factor that Python has made a number of the element type.
template <class T> T factor(std::complex<double> value) {
  if constexpr (isobit::complex_number<T>)
    return T(value);
  else
    return static_cast<T>(value.real());
}

nb::tuple add(std::complex<double> alpha, nb::tuple const& a, std::complex<double> beta, nb::tuple const& b,
              char letter, std::size_t threads) {
  sparse_argument const left(a), right(b);
  auto const on = driver_of(threads);
  return with_sparse_types(letter, left.wide(),
                           [&]<class T, class Index>(std::type_identity<T>, std::type_identity<Index>) {
                             return parts_of(without_lock(left.entries() + right.entries(), [&] {
                               return sparse::add(factor<T>(alpha), left.view<T, Index>(), factor<T>(beta),
                                                  right.view<T, Index>(), on.ref());
                             }));
                           });
}

}  // namespace

void add_sparse(nb::module_& module) {
  module.def("sparse_assemble", assemble);
  module.def("sparse_multiply", multiply);
  module.def("sparse_product", product);
  module.def("sparse_add", add);
}

}  // namespace isobit_python
