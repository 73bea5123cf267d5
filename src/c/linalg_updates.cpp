// Sums of products added to one half of a matrix.

#include <isobit/linalg.h>

#include <isobit/linalg/updates.hpp>

#include "c/linalg_arguments.hpp"

namespace isobit::c_interface {
namespace {

template <class T> linalg::packed_view<T> packed_result(isobit_layout layout, isobit_triangle half, T* data, index n) {
  require_packed(data, n);
  return linalg::packed_result_as(is_by_rows(layout), half_of(half), data, n);
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_DEFINE_SYR2(name, update, number_, element, real)                                                       \
  isobit_status name(isobit_layout layout, isobit_triangle half, index n, number_ alpha, element const* x, index incx, \
                     element const* y, index incy, element* a, index lda, std::size_t threads) {                       \
    return run(threads, [&](auto const& driver) {                                                                      \
      update(half_of(half), number<real>(alpha), vector(elements<real>(x), n, incx, is_read<real>(alpha)),             \
             vector(elements<real>(y), n, incy, is_read<real>(alpha)), matrix(layout, elements<real>(a), n, n, lda),   \
             driver);                                                                                                  \
    });                                                                                                                \
  }

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  ISOBIT_DEFINE_SYR2(isobit_##letter##syr2, linalg::syr2, number_, element, real)                                      \
  isobit_status isobit_##letter##syr2k(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,         \
                                       index n, index k, number_ alpha, element const* a, index lda, element const* b, \
                                       index ldb, number_ beta, element* c, index ldc, std::size_t threads) {          \
    return run(threads, [&](auto const& driver) {                                                                      \
      require(!std::is_void_v<element> || transpose != ISOBIT_CONJUGATE_TRANSPOSE,                                     \
              "syr2k takes no conjugate transpose; her2k does");                                                       \
      linalg::syr2k(half_of(half), number<real>(alpha),                                                                \
                    operand(layout, transpose, elements<real>(a), n, k, lda, is_read<real>(alpha)),                    \
                    operand(layout, transpose, elements<real>(b), n, k, ldb, is_read<real>(alpha)),                    \
                    number<real>(beta), matrix(layout, elements<real>(c), n, n, ldc), driver);                         \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##syr(isobit_layout layout, isobit_triangle half, index n, number_ alpha,               \
                                     element const* x, index incx, element* a, index lda, std::size_t threads) {       \
    return run(threads, [&](auto const& driver) {                                                                      \
      linalg::syr(half_of(half), number<real>(alpha), vector(elements<real>(x), n, incx, is_read<real>(alpha)),        \
                  matrix(layout, elements<real>(a), n, n, lda), driver);                                               \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##spr(isobit_layout layout, isobit_triangle half, index n, number_ alpha,               \
                                     element const* x, index incx, element* a) {                                       \
    return guard([&] {                                                                                                 \
      linalg::spr(number<real>(alpha), vector(elements<real>(x), n, incx, is_read<real>(alpha)),                       \
                  packed_result(layout, half, elements<real>(a), n));                                                  \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##spr2(isobit_layout layout, isobit_triangle half, index n, number_ alpha,              \
                                      element const* x, index incx, element const* y, index incy, element* a) {        \
    return guard([&] {                                                                                                 \
      linalg::spr2(number<real>(alpha), vector(elements<real>(x), n, incx, is_read<real>(alpha)),                      \
                   vector(elements<real>(y), n, incy, is_read<real>(alpha)),                                           \
                   packed_result(layout, half, elements<real>(a), n));                                                 \
    });                                                                                                                \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  ISOBIT_DEFINE_SYR2(isobit_##letter##her2, linalg::her2, number_, element, real)                                      \
  isobit_status isobit_##letter##her2k(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,         \
                                       index n, index k, number_ alpha, element const* a, index lda, element const* b, \
                                       index ldb, real beta, element* c, index ldc, std::size_t threads) {             \
    return run(threads, [&](auto const& driver) {                                                                      \
      require(transpose != ISOBIT_TRANSPOSE, "her2k takes no plain transpose; syr2k does");                            \
      linalg::her2k(half_of(half), number<real>(alpha),                                                                \
                    operand(layout, transpose, elements<real>(a), n, k, lda, is_read<real>(alpha)),                    \
                    operand(layout, transpose, elements<real>(b), n, k, ldb, is_read<real>(alpha)), beta,              \
                    matrix(layout, elements<real>(c), n, n, ldc), driver);                                             \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##her(isobit_layout layout, isobit_triangle half, index n, real alpha,                  \
                                     element const* x, index incx, element* a, index lda, std::size_t threads) {       \
    return run(threads, [&](auto const& driver) {                                                                      \
      linalg::her(half_of(half), alpha, vector(elements<real>(x), n, incx, is_read<real>(alpha)),                      \
                  matrix(layout, elements<real>(a), n, n, lda), driver);                                               \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##hpr(isobit_layout layout, isobit_triangle half, index n, real alpha,                  \
                                     element const* x, index incx, element* a) {                                       \
    return guard([&] {                                                                                                 \
      auto const from = vector(elements<real>(x), n, incx, is_read<real>(alpha));                                      \
      linalg::hpr(alpha, layout == ISOBIT_ROW_MAJOR ? linalg::conjugated(from) : from,                                 \
                  packed_result(layout, half, elements<real>(a), n));                                                  \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##hpr2(isobit_layout layout, isobit_triangle half, index n, number_ alpha,              \
                                      element const* x, index incx, element const* y, index incy, element* a) {        \
    return guard([&] {                                                                                                 \
      vector_view<scalar_of<element, real> const> left = vector(elements<real>(x), n, incx, is_read<real>(alpha));     \
      vector_view<scalar_of<element, real> const> right = vector(elements<real>(y), n, incy, is_read<real>(alpha));    \
      if (is_by_rows(layout)) linalg::turn_for_rows(left, right);                                                      \
      linalg::hpr2(number<real>(alpha), left, right, packed_result(layout, half, elements<real>(a), n));               \
    });                                                                                                                \
  }
ISOBIT_FOR_COMPLEX(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

}  // extern "C"
