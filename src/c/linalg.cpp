#include <isobit/linalg.h>

#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <isobit/linalg.hpp>

#include "c/linalg_arguments.hpp"

namespace isobit::c_interface {
namespace {

/// op(a) of a triangular a, and the half of it that is not zero.
template <class T> struct triangular {
  linalg::triangle half;
  matrix_view<T const> a;

  triangular(isobit_layout layout, isobit_triangle stored, isobit_transpose transpose, T const* data, index rows,
             index leading, bool read = true)
      : half(transpose == ISOBIT_NO_TRANSPOSE ? half_of(stored) : other(half_of(stored))),
        a(operand(layout, transpose, data, rows, rows, leading, read)) {}
};

/// The matrices of a batch, `stride` elements apart. Of what is only read, all may be one.
template <class T> std::vector<matrix_view<T>> sequence(matrix_view<T> first, index stride, index count) {
  index const rows = first.rows, columns = first.columns;
  bool const empty = rows == 0 || columns == 0 || first.data == nullptr;
  index const extent = empty ? 0 : (rows - 1) * first.row_stride + (columns - 1) * first.column_stride + 1;
  require(count >= 0, "a negative count");
  require(stride >= (std::is_const_v<T> || count < 2 ? 0 : extent), "a stride at which matrices of a batch overlap");
  if (!empty && stride > 0) require_array(first.data, static_cast<std::size_t>(count), stride);
  std::vector<matrix_view<T>> all(static_cast<std::size_t>(count), first);
  if (!empty)
    for (index i = 0; i < count; ++i) all[static_cast<std::size_t>(i)].data += i * stride;
  return all;
}

/// Runs a factorisation, which says at which column it failed, if it did.
template <class Body> isobit_status factor(std::size_t thread_count, index* info, Body body) noexcept {
  return run(thread_count, [&](auto const& driver) {
    require_pointers(info);
    *info = body(driver);
    if (*info != 0) throw error(status::singular, "isobit: singular: no pivot in column " + std::to_string(*info));
  });
}

template <class T> std::span<T> array(T* first, index count) {
  require(count >= 0, "a negative count");
  require_array(first, static_cast<std::size_t>(count));
  return {first, static_cast<std::size_t>(count)};
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  isobit_status isobit_##letter##gemm(isobit_layout layout, isobit_transpose transpose_a,                              \
                                      isobit_transpose transpose_b, index m, index n, index k, number_ alpha,          \
                                      element const* a, index lda, element const* b, index ldb, number_ beta,          \
                                      element* c, index ldc, std::size_t threads) {                                    \
    return run(threads, [&](auto const& driver) {                                                                      \
      linalg::gemm(number<real>(alpha),                                                                                \
                   operand(layout, transpose_a, elements<real>(a), m, k, lda, is_read<real>(alpha)),                   \
                   operand(layout, transpose_b, elements<real>(b), k, n, ldb, is_read<real>(alpha)),                   \
                   number<real>(beta), matrix(layout, elements<real>(c), m, n, ldc), driver);                          \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##gemmt(isobit_layout layout, isobit_triangle half, isobit_transpose transpose_a,       \
                                       isobit_transpose transpose_b, index n, index k, number_ alpha,                  \
                                       element const* a, index lda, element const* b, index ldb, number_ beta,         \
                                       element* c, index ldc, std::size_t threads) {                                   \
    return run(threads, [&](auto const& driver) {                                                                      \
      linalg::gemmt(half_of(half), number<real>(alpha),                                                                \
                    operand(layout, transpose_a, elements<real>(a), n, k, lda, is_read<real>(alpha)),                  \
                    operand(layout, transpose_b, elements<real>(b), k, n, ldb, is_read<real>(alpha)),                  \
                    number<real>(beta), matrix(layout, elements<real>(c), n, n, ldc), driver);                         \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##gemm_batch_strided(                                                                   \
      isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b, index m, index n, index k,     \
      number_ alpha, element const* a, index lda, index stride_a, element const* b, index ldb, index stride_b,         \
      number_ beta, element* c, index ldc, index stride_c, index count, std::size_t threads) {                         \
    return run(threads, [&](auto const& driver) {                                                                      \
      auto const results = sequence(matrix(layout, elements<real>(c), m, n, ldc), stride_c, count);                    \
      linalg::gemm_batch(                                                                                              \
          number<real>(alpha),                                                                                         \
          sequence(operand(layout, transpose_a, elements<real>(a), m, k, lda, is_read<real>(alpha)), stride_a, count), \
          sequence(operand(layout, transpose_b, elements<real>(b), k, n, ldb, is_read<real>(alpha)), stride_b, count), \
          number<real>(beta), std::span(results), driver);                                                             \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##syrk(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, index n, \
                                      index k, number_ alpha, element const* a, index lda, number_ beta, element* c,   \
                                      index ldc, std::size_t threads) {                                                \
    return run(threads, [&](auto const& driver) {                                                                      \
      require(!std::is_void_v<element> || transpose != ISOBIT_CONJUGATE_TRANSPOSE,                                     \
              "syrk takes no conjugate transpose; herk does");                                                         \
      linalg::syrk(half_of(half), number<real>(alpha),                                                                 \
                   operand(layout, transpose, elements<real>(a), n, k, lda, is_read<real>(alpha)), number<real>(beta), \
                   matrix(layout, elements<real>(c), n, n, ldc), driver);                                              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##gemv(isobit_layout layout, isobit_transpose transpose, index m, index n,              \
                                      number_ alpha, element const* a, index lda, element const* x, index incx,        \
                                      number_ beta, element* y, index incy, std::size_t threads) {                     \
    return run(threads, [&](auto const& driver) {                                                                      \
      bool const plain = transpose == ISOBIT_NO_TRANSPOSE;                                                             \
      index const rows = plain ? m : n, columns = plain ? n : m;                                                       \
      linalg::gemv(number<real>(alpha),                                                                                \
                   operand(layout, transpose, elements<real>(a), rows, columns, lda, is_read<real>(alpha)),            \
                   vector(elements<real>(x), columns, incx, is_read<real>(alpha)), number<real>(beta),                 \
                   vector(elements<real>(y), rows, incy), driver);                                                     \
    });                                                                                                                \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  isobit_status isobit_##letter##herk(isobit_layout layout, isobit_triangle half, isobit_transpose transpose, index n, \
                                      index k, real alpha, element const* a, index lda, real beta, element* c,         \
                                      index ldc, std::size_t threads) {                                                \
    return run(threads, [&](auto const& driver) {                                                                      \
      require(transpose != ISOBIT_TRANSPOSE, "herk takes no plain transpose; syrk does");                              \
      linalg::herk(half_of(half), alpha,                                                                               \
                   operand(layout, transpose, elements<real>(a), n, k, lda, is_read<real>(alpha)), beta,               \
                   matrix(layout, elements<real>(c), n, n, ldc), driver);                                              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##dotu(index n, element const* x, index incx, element const* y, index incy,             \
                                      element* result) {                                                               \
    return guard([&] {                                                                                                 \
      require_pointers(result);                                                                                        \
      *elements<real>(result) = linalg::dotu(vector(elements<real>(x), n, incx), vector(elements<real>(y), n, incy));  \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##dotc(index n, element const* x, index incx, element const* y, index incy,             \
                                      element* result) {                                                               \
    return guard([&] {                                                                                                 \
      require_pointers(result);                                                                                        \
      *elements<real>(result) = linalg::dotc(vector(elements<real>(x), n, incx), vector(elements<real>(y), n, incy));  \
    });                                                                                                                \
  }
ISOBIT_FOR_COMPLEX(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

#define ISOBIT_DEFINE_GER(name, number_, element, real, conjugated_)                                      \
  isobit_status name(isobit_layout layout, index m, index n, number_ alpha, element const* x, index incx, \
                     element const* y, index incy, element* a, index lda, std::size_t threads) {          \
    return run(threads, [&](auto const& driver) {                                                         \
      linalg::ger(number<real>(alpha), vector(elements<real>(x), m, incx, is_read<real>(alpha)),          \
                  conjugated_(vector(elements<real>(y), n, incy, is_read<real>(alpha))),                  \
                  matrix(layout, elements<real>(a), m, n, lda), driver);                                  \
    });                                                                                                   \
  }
#define ISOBIT_DEFINE(letter, number_, element, real) ISOBIT_DEFINE_GER(isobit_##letter##ger, number_, element, real, )
ISOBIT_FOR_REAL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE
#define ISOBIT_DEFINE(letter, number_, element, real)                \
  ISOBIT_DEFINE_GER(isobit_##letter##geru, number_, element, real, ) \
  ISOBIT_DEFINE_GER(isobit_##letter##gerc, number_, element, real, linalg::conjugated)
ISOBIT_FOR_COMPLEX(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE
#undef ISOBIT_DEFINE_GER

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                  \
  isobit_status isobit_##letter##axpy(index n, number_ alpha, element const* x, index incx, element* y, index incy) {  \
    return guard([&] {                                                                                                 \
      linalg::axpy(number<real>(alpha), vector(elements<real>(x), n, incx, is_read<real>(alpha)),                      \
                   vector(elements<real>(y), n, incy));                                                                \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##axpby(index n, number_ alpha, element const* x, index incx, number_ beta, element* y, \
                                       index incy) {                                                                   \
    return guard([&] {                                                                                                 \
      linalg::axpby(number<real>(alpha), vector(elements<real>(x), n, incx, is_read<real>(alpha)), number<real>(beta), \
                    vector(elements<real>(y), n, incy));                                                               \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##scal(index n, number_ alpha, element* x, index incx) {                                \
    return guard([&] { linalg::scal(number<real>(alpha), vector(elements<real>(x), n, incx)); });                      \
  }                                                                                                                    \
  isobit_status isobit_##letter##rot(index n, element* x, index incx, element* y, index incy, real c, number_ s) {     \
    return guard([&] {                                                                                                 \
      linalg::rot(vector(elements<real>(x), n, incx), vector(elements<real>(y), n, incy), c, number<real>(s));         \
    });                                                                                                                \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

#define ISOBIT_DEFINE(letter, number_, element, real)                                                                 \
  isobit_status isobit_##letter##trsm(isobit_layout layout, isobit_side side, isobit_triangle half,                   \
                                      isobit_transpose transpose, isobit_diagonal diagonal, index m, index n,         \
                                      number_ alpha, element const* a, index lda, element* b, index ldb,              \
                                      std::size_t threads) {                                                          \
    return run(threads, [&](auto const& driver) {                                                                     \
      bool const left = is_first(side, ISOBIT_LEFT, ISOBIT_RIGHT);                                                    \
      triangular const t(layout, half, transpose, elements<real>(a), left ? m : n, lda, is_read<real>(alpha));        \
      auto const unknowns = matrix(layout, elements<real>(b), m, n, ldb);                                             \
      if (left)                                                                                                       \
        linalg::trsm(t.half, diagonal_of(diagonal), number<real>(alpha), t.a, unknowns, driver);                      \
      else                                                                                                            \
        linalg::trsm(other(t.half), diagonal_of(diagonal), number<real>(alpha), linalg::transposed(t.a),              \
                     linalg::transposed(unknowns), driver);                                                           \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##trsv(isobit_layout layout, isobit_triangle half, isobit_transpose transpose,         \
                                      isobit_diagonal diagonal, index n, element const* a, index lda, element* x,     \
                                      index incx) {                                                                   \
    return guard([&] {                                                                                                \
      triangular const t(layout, half, transpose, elements<real>(a), n, lda);                                         \
      linalg::trsv(t.half, diagonal_of(diagonal), t.a, vector(elements<real>(x), n, incx));                           \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##lu(isobit_layout layout, index m, index n, element* a, index lda, index* pivots,     \
                                    std::size_t threads, index* info) {                                               \
    return factor(threads, info, [&](auto const& driver) {                                                            \
      auto const whole = matrix(layout, elements<real>(a), m, n, lda);                                                \
      return linalg::lu(whole, array(pivots, m < n ? m : n), driver);                                                 \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##cholesky(isobit_layout layout, isobit_triangle half, index n, element* a, index lda, \
                                          std::size_t threads, index* info) {                                         \
    return factor(threads, info, [&](auto const& driver) {                                                            \
      return linalg::cholesky(half_of(half), matrix(layout, elements<real>(a), n, n, lda), driver);                   \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##lu_solve(isobit_layout layout, index n, index columns, element const* factors,       \
                                          index lda, index const* pivots, element* b, index ldb,                      \
                                          std::size_t threads) {                                                      \
    return run(threads, [&](auto const& driver) {                                                                     \
      linalg::lu_solve(matrix(layout, elements<real>(factors), n, n, lda), array(pivots, n),                          \
                       matrix(layout, elements<real>(b), n, columns, ldb), driver);                                   \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##solve(isobit_layout layout, index n, index columns, element const* a, index lda,     \
                                       element* b, index ldb, index refinements, std::size_t threads) {               \
    return run(threads, [&](auto const& driver) {                                                                     \
      linalg::solve(matrix(layout, elements<real>(a), n, n, lda), matrix(layout, elements<real>(b), n, columns, ldb), \
                    linalg::refinement{refinements}, driver);                                                         \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##inverse(isobit_layout layout, index n, element* a, index lda, index refinements,     \
                                         std::size_t threads) {                                                       \
    return run(threads, [&](auto const& driver) {                                                                     \
      linalg::inverse(matrix(layout, elements<real>(a), n, n, lda), linalg::refinement{refinements}, driver);         \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_##letter##determinant(isobit_layout layout, index n, element const* a, index lda,              \
                                             std::size_t threads, element* result) {                                  \
    return run(threads, [&](auto const& driver) {                                                                     \
      require_pointers(result);                                                                                       \
      *elements<real>(result) = linalg::determinant(matrix(layout, elements<real>(a), n, n, lda), driver);            \
    });                                                                                                               \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)
#undef ISOBIT_DEFINE

}  // extern "C"
