// Products and systems with matrices that are stored in part.

#include <isobit/linalg.h>

#include <isobit/linalg/structured.hpp>

#include "c/linalg_arguments.hpp"

namespace isobit::c_interface {
namespace {

using linalg::structured_view;

template <class T>
structured_view<T> banded(isobit_layout layout, T const* data, index rows, index columns, index below, index above,
                          index leading, linalg::diagonal kind = linalg::diagonal::stored, bool read = true) {
  bool const by_rows = is_by_rows(layout), nowhere = !read && data == nullptr;
  require(rows >= 0 && columns >= 0, "a negative number of rows or columns");
  if (!nowhere && rows > 0 && columns > 0)
    require_array(data, static_cast<std::size_t>(by_rows ? rows : columns), leading);
  auto band = linalg::banded_as(by_rows, data, nowhere ? 0 : rows, nowhere ? 0 : columns, below, above, leading, kind);
  band.rows = rows, band.columns = columns;
  return band;
}

/// One half of a square matrix, of which `width` diagonals beside the main one are stored.
template <class T>
structured_view<T> banded_half(isobit_layout layout, isobit_triangle half, T const* data, index n, index width,
                               index leading, linalg::diagonal kind = linalg::diagonal::stored, bool read = true) {
  linalg::diagonals_beside const beside(half_of(half), width);
  return banded(layout, data, n, n, beside.below, beside.above, leading, kind, read);
}

template <class T>
structured_view<T> packed_half(isobit_layout layout, isobit_triangle half, T const* data, index n,
                               linalg::diagonal kind = linalg::diagonal::stored, bool read = true) {
  bool const by_rows = is_by_rows(layout), nowhere = !read && data == nullptr;
  require(n >= 0, "a negative number of rows");
  if (!nowhere) require_packed(data, n);
  auto packed = linalg::packed_as(by_rows, half_of(half), data, nowhere ? 0 : n, kind);
  packed.rows = packed.columns = n;
  return packed;
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

// `structure` makes the whole matrix of a half.

#define ISOBIT_DEFINE_SYMM(name, structure, number_, element, real)                                                 \
  isobit_status name(isobit_layout layout, isobit_side side, isobit_triangle half, index m, index n, number_ alpha, \
                     element const* a, index lda, element const* b, index ldb, number_ beta, element* c, index ldc, \
                     std::size_t threads) {                                                                         \
    return run(threads, [&](auto const& driver) {                                                                   \
      bool const left = is_first(side, ISOBIT_LEFT, ISOBIT_RIGHT), read = is_read<real>(alpha);                     \
      index const order = left ? m : n;                                                                             \
      auto const known =                                                                                            \
          structure(linalg::triangular(half_of(half), matrix(layout, elements<real>(a), order, order, lda, read))); \
      auto const factor = matrix(layout, elements<real>(b), m, n, ldb, read);                                       \
      auto const result = matrix(layout, elements<real>(c), m, n, ldc);                                             \
      if (left)                                                                                                     \
        linalg::gemm(number<real>(alpha), known, factor, number<real>(beta), result, driver);                       \
      else                                                                                                          \
        linalg::gemm(number<real>(alpha), factor, known, number<real>(beta), result, driver);                       \
    });                                                                                                             \
  }

#define ISOBIT_DEFINE_SYMV(name, structure, number_, element, real)                                                   \
  isobit_status name(isobit_layout layout, isobit_triangle half, index n, number_ alpha, element const* a, index lda, \
                     element const* x, index incx, number_ beta, element* y, index incy, std::size_t threads) {       \
    return run(threads, [&](auto const& driver) {                                                                     \
      bool const read = is_read<real>(alpha);                                                                         \
      auto const known = linalg::triangular(half_of(half), matrix(layout, elements<real>(a), n, n, lda, read));       \
      linalg::gemv(number<real>(alpha), structure(known), vector(elements<real>(x), n, incx, read),                   \
                   number<real>(beta), vector(elements<real>(y), n, incy), driver);                                   \
    });                                                                                                               \
  }

#define ISOBIT_DEFINE_SBMV(name, structure, number_, element, real)                                                   \
  isobit_status name(isobit_layout layout, isobit_triangle half, index n, index width, number_ alpha,                 \
                     element const* a, index lda, element const* x, index incx, number_ beta, element* y, index incy, \
                     std::size_t threads) {                                                                           \
    return run(threads, [&](auto const& driver) {                                                                     \
      bool const read = is_read<real>(alpha);                                                                         \
      auto const known = banded_half(layout, half, elements<real>(a), n, width, lda, linalg::diagonal::stored, read); \
      linalg::gemv(number<real>(alpha), structure(known), vector(elements<real>(x), n, incx, read),                   \
                   number<real>(beta), vector(elements<real>(y), n, incy), driver);                                   \
    });                                                                                                               \
  }

#define ISOBIT_DEFINE_SPMV(name, structure, number_, element, real)                                             \
  isobit_status name(isobit_layout layout, isobit_triangle half, index n, number_ alpha, element const* a,      \
                     element const* x, index incx, number_ beta, element* y, index incy, std::size_t threads) { \
    return run(threads, [&](auto const& driver) {                                                               \
      bool const read = is_read<real>(alpha);                                                                   \
      auto const known = packed_half(layout, half, elements<real>(a), n, linalg::diagonal::stored, read);       \
      linalg::gemv(number<real>(alpha), structure(known), vector(elements<real>(x), n, incx, read),             \
                   number<real>(beta), vector(elements<real>(y), n, incy), driver);                             \
    });                                                                                                         \
  }

#define ISOBIT_DEFINE(letter, number_, element, real)                                  \
  ISOBIT_DEFINE_SYMM(isobit_##letter##symm, linalg::symmetric, number_, element, real) \
  ISOBIT_DEFINE_SYMV(isobit_##letter##symv, linalg::symmetric, number_, element, real) \
  ISOBIT_DEFINE_SBMV(isobit_##letter##sbmv, linalg::symmetric, number_, element, real) \
  ISOBIT_DEFINE_SPMV(isobit_##letter##spmv, linalg::symmetric, number_, element, real)
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE
#define ISOBIT_DEFINE(letter, number_, element, real)                                  \
  ISOBIT_DEFINE_SYMM(isobit_##letter##hemm, linalg::hermitian, number_, element, real) \
  ISOBIT_DEFINE_SYMV(isobit_##letter##hemv, linalg::hermitian, number_, element, real) \
  ISOBIT_DEFINE_SBMV(isobit_##letter##hbmv, linalg::hermitian, number_, element, real) \
  ISOBIT_DEFINE_SPMV(isobit_##letter##hpmv, linalg::hermitian, number_, element, real)
ISOBIT_FOR_COMPLEX(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  isobit_status isobit_##letter##gbmv(isobit_layout layout, isobit_transpose transpose, index m, index n, index below, \
                                      index above, number_ alpha, element const* a, index lda, element const* x,       \
                                      index incx, number_ beta, element* y, index incy, std::size_t threads) {         \
    return run(threads, [&](auto const& driver) {                                                                      \
      bool const read = is_read<real>(alpha);                                                                          \
      auto const known = applied(                                                                                      \
          transpose, banded(layout, elements<real>(a), m, n, below, above, lda, linalg::diagonal::stored, read));      \
      linalg::gemv(number<real>(alpha), known, vector(elements<real>(x), known.columns, incx, read),                   \
                   number<real>(beta), vector(elements<real>(y), known.rows, incy), driver);                           \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##trmm(isobit_layout layout, isobit_side side, isobit_triangle half,                    \
                                      isobit_transpose transpose, isobit_diagonal diagonal, index m, index n,          \
                                      number_ alpha, element const* a, index lda, element* b, index ldb,               \
                                      std::size_t threads) {                                                           \
    return run(threads, [&](auto const& driver) {                                                                      \
      bool const left = is_first(side, ISOBIT_LEFT, ISOBIT_RIGHT);                                                     \
      index const order = left ? m : n;                                                                                \
      auto const stored = matrix(layout, elements<real>(a), order, order, lda, is_read<real>(alpha));                  \
      auto const known = applied(transpose, linalg::triangular(half_of(half), stored, diagonal_of(diagonal)));         \
      auto const result = matrix(layout, elements<real>(b), m, n, ldb);                                                \
      if (left)                                                                                                        \
        linalg::trmm(number<real>(alpha), known, result, driver);                                                      \
      else                                                                                                             \
        linalg::trmm(number<real>(alpha), linalg::transposed(known), linalg::transposed(result), driver);              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##trmv(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,          \
                                      isobit_diagonal diagonal, index n, element const* a, index lda, element* x,      \
                                      index incx, std::size_t threads) {                                               \
    return run(threads, [&](auto const& driver) {                                                                      \
      auto const stored = matrix(layout, elements<real>(a), n, n, lda);                                                \
      linalg::trmv(applied(transpose, linalg::triangular(half_of(half), stored, diagonal_of(diagonal))),               \
                   vector(elements<real>(x), n, incx), driver);                                                        \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##tbmv(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,          \
                                      isobit_diagonal diagonal, index n, index width, element const* a, index lda,     \
                                      element* x, index incx, std::size_t threads) {                                   \
    return run(threads, [&](auto const& driver) {                                                                      \
      auto const stored = banded_half(layout, half, elements<real>(a), n, width, lda, diagonal_of(diagonal));          \
      linalg::trmv(applied(transpose, stored), vector(elements<real>(x), n, incx), driver);                            \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##tpmv(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,          \
                                      isobit_diagonal diagonal, index n, element const* a, element* x, index incx,     \
                                      std::size_t threads) {                                                           \
    return run(threads, [&](auto const& driver) {                                                                      \
      auto const stored = packed_half(layout, half, elements<real>(a), n, diagonal_of(diagonal));                      \
      linalg::trmv(applied(transpose, stored), vector(elements<real>(x), n, incx), driver);                            \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##tbsv(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,          \
                                      isobit_diagonal diagonal, index n, index width, element const* a, index lda,     \
                                      element* x, index incx) {                                                        \
    return guard([&] {                                                                                                 \
      auto const stored = banded_half(layout, half, elements<real>(a), n, width, lda, diagonal_of(diagonal));          \
      linalg::trsv(applied(transpose, stored), vector(elements<real>(x), n, incx));                                    \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##tpsv(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,          \
                                      isobit_diagonal diagonal, index n, element const* a, element* x, index incx) {   \
    return guard([&] {                                                                                                 \
      auto const stored = packed_half(layout, half, elements<real>(a), n, diagonal_of(diagonal));                      \
      linalg::trsv(applied(transpose, stored), vector(elements<real>(x), n, incx));                                    \
    });                                                                                                                \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

}  // extern "C"
