#include <isobit/mpi.h>

#include <tuple>

#include <isobit/mpi/block_cyclic.hpp>
#include <isobit/mpi/linalg.hpp>

#include "c/linalg_arguments.hpp"
#include "mpi/c_arguments.hpp"

namespace isobit::c_interface {
namespace {

using mpi::linalg::distributed_matrix;

mpi::linalg::block_cyclic layout_of(isobit_mpi_block_cyclic const* lies) {
  require_pointers(lies);
  return {lies->rows,
          lies->columns,
          lies->row_block,
          lies->column_block,
          lies->process_rows,
          lies->process_columns,
          lies->ranks_by_columns != 0 ? mpi::linalg::grid_order::by_columns : mpi::linalg::grid_order::by_rows};
}

template <class T> distributed_matrix<T> spread(isobit_mpi_block_cyclic const* lies, T* data, index leading) {
  return {layout_of(lies), data, leading};
}
template <class T>
distributed_matrix<T const> spread(isobit_transpose transpose, isobit_mpi_block_cyclic const* lies, T const* data,
                                   index leading) {
  auto const m = spread(lies, data, leading);
  if (transpose == ISOBIT_NO_TRANSPOSE) return m;
  return is_first(transpose, ISOBIT_TRANSPOSE, ISOBIT_CONJUGATE_TRANSPOSE) ? mpi::linalg::transposed(m)
                                                                           : mpi::linalg::adjoint(m);
}

/// call(destination), where c or y is wanted.
template <class Call> void with_destination(int root, Call call) {
  if (root == ISOBIT_EVERY_RANK)
    call(mpi::everyone());
  else
    call(mpi::root{root});
}

/// The result of a product, which ranks other than the root need not have.
template <class T>
matrix_view<T> result_matrix(isobit_layout layout, T* data, index rows, index columns, index leading) {
  return data == nullptr ? matrix_view<T>() : matrix(layout, data, rows, columns, leading);
}
template <class T> vector_view<T> result_vector(T* data, index size, index stride) {
  return data == nullptr ? vector_view<T>() : vector(data, size, stride);
}

/// alpha, a, b, beta, c; alpha, a, x, beta, y.
template <class T> using of_gemm = std::tuple<T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>>;
template <class T> using of_gemv = std::tuple<T, matrix_view<T const>, vector_view<T const>, T, vector_view<T>>;
template <class T>
using of_pgemm = std::tuple<T, distributed_matrix<T const>, distributed_matrix<T const>, T, distributed_matrix<T>>;
template <class T> using of_pgemv = std::tuple<T, distributed_matrix<T const>, vector_view<T const>, T, vector_view<T>>;
/// What every product refuses: a has an element, and what it is multiplied by and the result none; matrices on no
/// processes.
template <class T> matrix_view<T const> one_by_one() {
  static constexpr T element{};
  return {&element, 1, 1, 1, 1};
}
template <class T> constexpr distributed_matrix<T> nowhere{{.process_rows = 0}};
template <class T> of_gemm<T> refused_gemm() {
  return {T(), one_by_one<T>(), matrix_view<T const>(), T(), matrix_view<T>()};
}
template <class T> of_gemv<T> refused_gemv() {
  return {T(), one_by_one<T>(), vector_view<T const>(), T(), vector_view<T>()};
}
template <class T> of_pgemm<T> refused_pgemm() { return {T(), nowhere<T const>, nowhere<T const>, T(), nowhere<T>}; }
template <class T> of_pgemv<T> refused_pgemv() {
  return {T(), nowhere<T const>, vector_view<T const>(), T(), vector_view<T>()};
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_DEFINE(letter, number_type, element, real)                                                              \
  isobit_status isobit_mpi_##letter##gemm_split_k(                                                                     \
      isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b, ptrdiff_t m, ptrdiff_t n,      \
      ptrdiff_t k, number_type alpha, element const* a, ptrdiff_t lda, element const* b, ptrdiff_t ldb,                \
      number_type beta, element* c, ptrdiff_t ldc, MPI_Comm comm, int root, size_t threads) {                          \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      using T = scalar_of<element, real>;                                                                              \
      auto const arguments = [&] {                                                                                     \
        return of_gemm<T>{number<real>(alpha), operand(layout, transpose_a, elements<real>(a), m, k, lda),             \
                          operand(layout, transpose_b, elements<real>(b), k, n, ldb), number<real>(beta),              \
                          result_matrix(layout, elements<real>(c), m, n, ldc)};                                        \
      };                                                                                                               \
      with_destination(root, [&](auto to) {                                                                            \
        call_with(refused_gemm<T>(), arguments,                                                                        \
                  [&](auto const&... all) { mpi::linalg::gemm_split_k<T>(all..., comm, to, driver); });                \
      });                                                                                                              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##gemv_split_k(isobit_layout layout, isobit_transpose transpose_a, ptrdiff_t m,     \
                                                  ptrdiff_t k, number_type alpha, element const* a, ptrdiff_t lda,     \
                                                  element const* x, ptrdiff_t incx, number_type beta, element* y,      \
                                                  ptrdiff_t incy, MPI_Comm comm, int root, size_t threads) {           \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      using T = scalar_of<element, real>;                                                                              \
      auto const arguments = [&] {                                                                                     \
        return of_gemv<T>{number<real>(alpha), operand(layout, transpose_a, elements<real>(a), m, k, lda),             \
                          vector(elements<real>(x), k, incx), number<real>(beta),                                      \
                          result_vector(elements<real>(y), m, incy)};                                                  \
      };                                                                                                               \
      with_destination(root, [&](auto to) {                                                                            \
        call_with(refused_gemv<T>(), arguments,                                                                        \
                  [&](auto const&... all) { mpi::linalg::gemv_split_k<T>(all..., comm, to, driver); });                \
      });                                                                                                              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##gemm_row_blocks(                                                                  \
      isobit_layout layout, isobit_transpose transpose_a, isobit_transpose transpose_b, ptrdiff_t m, ptrdiff_t n,      \
      ptrdiff_t k, ptrdiff_t b_rows, number_type alpha, element const* a, ptrdiff_t lda, element const* b,             \
      ptrdiff_t ldb, number_type beta, element* c, ptrdiff_t ldc, MPI_Comm comm, size_t threads) {                     \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      using T = scalar_of<element, real>;                                                                              \
      auto const arguments = [&] {                                                                                     \
        return of_gemm<T>{number<real>(alpha), operand(layout, transpose_a, elements<real>(a), m, k, lda),             \
                          operand(layout, transpose_b, elements<real>(b), b_rows, n, ldb), number<real>(beta),         \
                          matrix(layout, elements<real>(c), m, n, ldc)};                                               \
      };                                                                                                               \
      call_with(refused_gemm<T>(), arguments,                                                                          \
                [&](auto const&... all) { mpi::linalg::gemm_row_blocks<T>(all..., comm, driver); });                   \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_##letter##gemv_row_blocks(                                                                  \
      isobit_layout layout, isobit_transpose transpose_a, ptrdiff_t m, ptrdiff_t k, ptrdiff_t x_size,                  \
      number_type alpha, element const* a, ptrdiff_t lda, element const* x, ptrdiff_t incx, number_type beta,          \
      element* y, ptrdiff_t incy, MPI_Comm comm, size_t threads) {                                                     \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      using T = scalar_of<element, real>;                                                                              \
      auto const arguments = [&] {                                                                                     \
        return of_gemv<T>{number<real>(alpha), operand(layout, transpose_a, elements<real>(a), m, k, lda),             \
                          vector(elements<real>(x), x_size, incx), number<real>(beta),                                 \
                          vector(elements<real>(y), m, incy)};                                                         \
      };                                                                                                               \
      call_with(refused_gemv<T>(), arguments,                                                                          \
                [&](auto const&... all) { mpi::linalg::gemv_row_blocks<T>(all..., comm, driver); });                   \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_p##letter##gemm(isobit_transpose transpose_a, isobit_transpose transpose_b,                 \
                                           number_type alpha, isobit_mpi_block_cyclic const* a_lies, element const* a, \
                                           ptrdiff_t lda, isobit_mpi_block_cyclic const* b_lies, element const* b,     \
                                           ptrdiff_t ldb, number_type beta, isobit_mpi_block_cyclic const* c_lies,     \
                                           element* c, ptrdiff_t ldc, MPI_Comm comm, size_t threads) {                 \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      using T = scalar_of<element, real>;                                                                              \
      auto const arguments = [&] {                                                                                     \
        return of_pgemm<T>{number<real>(alpha), spread(transpose_a, a_lies, elements<real>(a), lda),                   \
                           spread(transpose_b, b_lies, elements<real>(b), ldb), number<real>(beta),                    \
                           spread(c_lies, elements<real>(c), ldc)};                                                    \
      };                                                                                                               \
      call_with(refused_pgemm<T>(), arguments,                                                                         \
                [&](auto const&... all) { mpi::linalg::gemm<T>(all..., comm, driver); });                              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_mpi_p##letter##gemv(                                                                            \
      isobit_transpose transpose_a, number_type alpha, isobit_mpi_block_cyclic const* a_lies, element const* a,        \
      ptrdiff_t lda, ptrdiff_t x_size, element const* x, ptrdiff_t incx, number_type beta, ptrdiff_t y_size,           \
      element* y, ptrdiff_t incy, MPI_Comm comm, size_t threads) {                                                     \
    return on_rank(threads, [&](driver_ref const& driver) {                                                            \
      using T = scalar_of<element, real>;                                                                              \
      auto const arguments = [&] {                                                                                     \
        return of_pgemv<T>{number<real>(alpha), spread(transpose_a, a_lies, elements<real>(a), lda),                   \
                           vector(elements<real>(x), x_size, incx), number<real>(beta),                                \
                           vector(elements<real>(y), y_size, incy)};                                                   \
      };                                                                                                               \
      call_with(refused_pgemv<T>(), arguments,                                                                         \
                [&](auto const&... all) { mpi::linalg::gemv<T>(all..., comm, driver); });                              \
    });                                                                                                                \
  }
ISOBIT_FOR_ALL(ISOBIT_DEFINE)

}  // extern "C"
