#include <isobit/sparse.h>

#include <cstdint>

#include <isobit/sparse.hpp>

#include "c/linalg_arguments.hpp"
#include "c/sparse_arguments.hpp"

namespace isobit::c_interface {
namespace {

template <class T, class Index>
void multiply(isobit_transpose transpose, index rows, index columns, T alpha, Index const* offsets,
              Index const* indices, T const* values, T const* x, index incx, T beta, T* y, index incy,
              driver_ref const& driver) {
  auto const a = csr(rows, columns, offsets, indices, values);
  bool const plain = transpose == ISOBIT_NO_TRANSPOSE;
  vector_view<T const> const from = vector(x, plain ? columns : rows, incx);
  vector_view<T> const to = vector(y, plain ? rows : columns, incy);
  if (plain)
    sparse::multiply(alpha, a, from, beta, to, driver);
  else if (is_first(transpose, ISOBIT_TRANSPOSE, ISOBIT_CONJUGATE_TRANSPOSE))
    sparse::multiply_transposed(alpha, a, from, beta, to, driver);
  else
    sparse::multiply_adjoint(alpha, a, from, beta, to, driver);
}

template <class T, class Index>
void from_triplets(index rows, index columns, std::size_t count, Index const* i, Index const* j, T const* contributions,
                   std::size_t capacity, Index* offsets, Index* indices, T* values, std::size_t* entries,
                   driver_ref const& driver) {
  require_pointers(entries, offsets);
  hand_out(sparse::from_triplets<T, Index>(rows, columns, array(i, count), array(j, count), array(contributions, count),
                                           driver),
           capacity, offsets, indices, values, entries);
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_DEFINE_FOR(letter, suffix, index_, number_, element, real)                                             \
  isobit_status isobit_##letter##csrmv##suffix(isobit_transpose transpose, index rows, index columns, number_ alpha,  \
                                               index_ const* offsets, index_ const* indices, element const* values,   \
                                               element const* x, index incx, number_ beta, element* y, index incy,    \
                                               std::size_t threads) {                                                 \
    return run(threads, [&](auto const& driver) {                                                                     \
      multiply(transpose, rows, columns, number<real>(alpha), offsets, indices, elements<real>(values),               \
               elements<real>(x), incx, number<real>(beta), elements<real>(y), incy, driver);                         \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##from_triplets##suffix(index rows, index columns, std::size_t count, index_ const* i, \
                                                       index_ const* j, element const* contributions,                 \
                                                       std::size_t capacity, index_* offsets, index_* indices,        \
                                                       element* values, std::size_t* entries, std::size_t threads) {  \
    return run(threads, [&](auto const& driver) {                                                                     \
      from_triplets(rows, columns, count, i, j, elements<real>(contributions), capacity, offsets, indices,            \
                    elements<real>(values), entries, driver);                                                         \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##scatter_add##suffix(std::size_t count, index_ const* i, element const* values,       \
                                                     std::size_t size, element* result, std::size_t threads) {        \
    return run(threads, [&](auto const& driver) {                                                                     \
      using T = scalar_of<element, real>;                                                                             \
      sparse::scatter_add<T, index_>(array(i, count), array(elements<real>(values), count),                           \
                                     array(elements<real>(result), size), driver);                                    \
    });                                                                                                               \
  }
#define ISOBIT_DEFINE(letter, number_, element, real)               \
  ISOBIT_DEFINE_FOR(letter, , std::int32_t, number_, element, real) \
  ISOBIT_DEFINE_FOR(letter, _64, std::int64_t, number_, element, real)
ISOBIT_FOR_ALL(ISOBIT_DEFINE)

}  // extern "C"
