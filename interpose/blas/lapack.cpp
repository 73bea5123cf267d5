// LAPACK's factorizations and what follows from them. OpenBLAS computes these with kernels of its own, not by calling
// dgemm_ and dtrsm_ that could be replaced.

#include <isobit/linalg/factor.hpp>
#include <isobit/linalg/solve.hpp>
#include <isobit/linalg/triangular.hpp>

#include "exceptions.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

using linalg::diagonal;

/// Where LAPACK says that something was wrong with argument number -info; 0: nothing.
template <class Int> bool refused(arguments const& check, Int* info) {
  *info = static_cast<Int>(-check.wrong());
  return check.refused();
}

template <class T> matrix_view<T> columns_of(T* data, index rows, index columns, index leading) {
  return stored(fortran_entry(), data, rows, columns, leading);
}

/// LAPACK's pivots count from 1.
template <class Int> std::vector<index> from_zero(Int const* pivots, index n) {
  std::vector<index> result(static_cast<std::size_t>(n));
  for (index i = 0; i < n; ++i) result[static_cast<std::size_t>(i)] = static_cast<index>(pivots[i]) - 1;
  return result;
}

template <class T, class Int> Int factor(matrix_view<T> a, Int* pivots) {
  std::vector<index> rows(static_cast<std::size_t>(std::min(a.rows, a.columns)));
  index const info = linalg::lu(a, std::span<index>(rows), wanted_threads());
  for (std::size_t i = 0; i < rows.size(); ++i) pivots[i] = static_cast<Int>(rows[i] + 1);
  return static_cast<Int>(info);
}

/// b = inverse(op(a))*b from a = p*l*u: for the transpose u and l change places, and p comes last. Throws before it
/// writes.
template <class T>
void solve_factored(operation op, matrix_view<T const> factors, std::vector<index> const& pivots, matrix_view<T> b) {
  wanted_threads const driver;
  if (op == operation::none) return linalg::lu_solve(factors, std::span<index const>(pivots), b, driver);
  auto const turned = applied(op, factors);
  linalg::trsm(triangle::lower, diagonal::stored, T(1), turned, b, driver);
  linalg::trsm(triangle::upper, diagonal::ones, T(1), turned, b, driver);
  for (index i = static_cast<index>(pivots.size()); i-- > 0;)
    if (index const other = pivots[static_cast<std::size_t>(i)]; other != i)
      for (index j = 0; j < b.columns; ++j) std::swap(b.at(i, j), b.at(other, j));
}

template <class T, class Int> void getrf_(Int const* m, Int const* n, T* a, Int const* lda, Int* pivots, Int* info) {
  arguments check(fortran_entry(), type_letter<T>, "getrf");
  check.require(1, *m >= 0);
  check.require(2, *n >= 0);
  check.require_leading(4, *lda, *m, *n);
  if (refused(check, info) || *m == 0 || *n == 0) return;
  auto const matrix = columns_of(a, *m, *n, *lda);
  raising_into(matrix, true, [&] { compute("getrf", [&] { *info = factor<T>(matrix, pivots); }); });
}

template <class T, class Int>
void getrs_(char const* trans, Int const* n, Int const* count, T const* a, Int const* lda, Int const* pivots, T* b,
            Int const* ldb, Int* info) {
  auto const op = chosen(operations, trans);
  arguments check(fortran_entry(), type_letter<T>, "getrs");
  check.require(1, op.has_value());
  check.require(2, *n >= 0);
  check.require(3, *count >= 0);
  check.require_leading(5, *lda, *n, *n);
  check.require_leading(8, *ldb, *n, *count);
  if (refused(check, info) || *n == 0 || *count == 0) return;
  auto const matrix = columns_of(a, *n, *n, *lda);
  auto const result = columns_of(b, *n, *count, *ldb);
  auto const solve = [&] {
    compute(
        "getrs", [&](auto factors) { solve_factored<T>(*op, factors, from_zero(pivots, *n), result); }, matrix);
  };
  raising_by_division(result, solve, half_of<T const>{matrix, triangle::upper}, matrix);
}

template <class T, class Int>
void gesv_(Int const* n, Int const* count, T* a, Int const* lda, Int* pivots, T* b, Int const* ldb, Int* info) {
  arguments check(fortran_entry(), type_letter<T>, "gesv");
  check.require(1, *n >= 0);
  check.require(2, *count >= 0);
  check.require_leading(4, *lda, *n, *n);
  check.require_leading(7, *ldb, *n, *count);
  if (refused(check, info) || *n == 0) return;
  getrf_<T>(n, n, a, lda, pivots, info);
  if (*info == 0) getrs_<T>("N", n, count, a, lda, pivots, b, ldb, info);
}

/// The columns of the inverse are the solutions for those of the unit matrix.
template <class T, class Int>
void getri_(Int const* n, T* a, Int const* lda, Int const* pivots, T* work, Int const* work_size, Int* info) {
  arguments check(fortran_entry(), type_letter<T>, "getri");
  check.require(1, *n >= 0);
  check.require_leading(3, *lda, *n, *n);
  check.require(6, *work_size == -1 || *work_size >= std::max<Int>(1, *n));
  if (refused(check, info)) return;
  work[0] = static_cast<real_of<T>>(std::max<Int>(1, *n));
  if (*work_size == -1 || *n == 0) return;
  auto const matrix = columns_of(a, *n, *n, *lda);
  auto const invert = [&] {
    for (index i = 0; i < *n; ++i)
      if (is_zero(matrix.at(i, i))) return void(*info = static_cast<Int>(i + 1));
    std::vector<T> inverse(static_cast<std::size_t>(*n) * static_cast<std::size_t>(*n));
    auto const result = columns_of(inverse.data(), *n, *n, *n);
    for (index i = 0; i < *n; ++i) result.at(i, i) = T(1);
    solve_factored<T>(operation::none, matrix, from_zero(pivots, *n), result);
    for (index j = 0; j < *n; ++j)
      for (index i = 0; i < *n; ++i) matrix.at(i, j) = result.at(i, j);
  };
  raising_into(matrix, true, [&] { compute("getri", invert); });
}

template <class T, class Int> void potrf_(char const* uplo, Int const* n, T* a, Int const* lda, Int* info) {
  auto const half = chosen(triangles, uplo);
  arguments check(fortran_entry(), type_letter<T>, "potrf");
  check.require(1, half.has_value());
  check.require(2, *n >= 0);
  check.require_leading(4, *lda, *n, *n);
  if (refused(check, info) || *n == 0) return;
  auto const matrix = columns_of(a, *n, *n, *lda);
  auto const decompose = [&] { *info = static_cast<Int>(linalg::cholesky(*half, matrix, wanted_threads())); };
  raising_into(half_of<T>{matrix, *half}, true, [&] { compute("potrf", decompose); });
}

/// a = l*adjoint(l), and the half that is stored is l or its adjoint.
template <class T> void solve_definite(triangle half, matrix_view<T const> factor, matrix_view<T> b) {
  wanted_threads const driver;
  auto const lower = half == triangle::lower ? factor : linalg::adjoint(factor);
  linalg::trsm(triangle::lower, diagonal::stored, T(1), lower, b, driver);
  linalg::trsm(triangle::upper, diagonal::stored, T(1), linalg::adjoint(lower), b, driver);
}

template <class T, class Int>
void potrs_(char const* uplo, Int const* n, Int const* count, T const* a, Int const* lda, T* b, Int const* ldb,
            Int* info) {
  auto const half = chosen(triangles, uplo);
  arguments check(fortran_entry(), type_letter<T>, "potrs");
  check.require(1, half.has_value());
  check.require(2, *n >= 0);
  check.require(3, *count >= 0);
  check.require_leading(5, *lda, *n, *n);
  check.require_leading(7, *ldb, *n, *count);
  if (refused(check, info) || *n == 0 || *count == 0) return;
  auto const matrix = columns_of(a, *n, *n, *lda);
  auto const result = columns_of(b, *n, *count, *ldb);
  auto const solve = [&] {
    compute(
        "potrs", [&](auto factor) { solve_definite<T>(*half, factor, result); }, matrix);
  };
  raising_by_division(result, solve, half_of<T const>{matrix, *half});
}

template <class T, class Int>
void posv_(char const* uplo, Int const* n, Int const* count, T* a, Int const* lda, T* b, Int const* ldb, Int* info) {
  auto const half = chosen(triangles, uplo);
  arguments check(fortran_entry(), type_letter<T>, "posv");
  check.require(1, half.has_value());
  check.require(2, *n >= 0);
  check.require(3, *count >= 0);
  check.require_leading(5, *lda, *n, *n);
  check.require_leading(7, *ldb, *n, *count);
  if (refused(check, info) || *n == 0) return;
  potrf_<T>(uplo, n, a, lda, info);
  if (*info == 0) potrs_<T>(uplo, n, count, a, lda, b, ldb, info);
}

template <class T, class Int>
void trtrs_(char const* uplo, char const* trans, char const* diag, Int const* n, Int const* count, T const* a,
            Int const* lda, T* b, Int const* ldb, Int* info) {
  auto const half = chosen(triangles, uplo);
  auto const op = chosen(operations, trans);
  auto const kind = chosen(diagonals, diag);
  arguments check(fortran_entry(), type_letter<T>, "trtrs");
  check.require(1, half.has_value());
  check.require(2, op.has_value());
  check.require(3, kind.has_value());
  check.require(4, *n >= 0);
  check.require(5, *count >= 0);
  check.require_leading(7, *lda, *n, *n);
  check.require_leading(9, *ldb, *n, *count);
  if (refused(check, info) || *n == 0) return;
  auto const matrix = columns_of(a, *n, *n, *lda);
  if (kind == diagonal::stored)
    for (index i = 0; i < *n; ++i)
      if (is_zero(matrix.at(i, i))) return void(*info = static_cast<Int>(i + 1));
  if (*count == 0) return;
  auto const result = columns_of(b, *n, *count, *ldb);
  auto const solve = [&] {
    compute(
        "trtrs", [&](auto factor) { linalg::trsm(applied(*op, *half), *kind, T(1), factor, result, wanted_threads()); },
        applied(*op, matrix));
  };
  raising_by_division(result, solve, half_of<T const>{matrix, *half, kind == diagonal::stored});
}

}  // namespace

#define ISOBIT_EVERY_TYPE(stem)                 \
  ISOBIT_BLAS_FORTRAN(s##stem, stem##_, float)  \
  ISOBIT_BLAS_FORTRAN(d##stem, stem##_, double) \
  ISOBIT_BLAS_FORTRAN(c##stem, stem##_, single_complex) ISOBIT_BLAS_FORTRAN(z##stem, stem##_, double_complex);

ISOBIT_EVERY_TYPE(getrf);
ISOBIT_EVERY_TYPE(getrs);
ISOBIT_EVERY_TYPE(gesv);
ISOBIT_EVERY_TYPE(getri);
ISOBIT_EVERY_TYPE(potrf);
ISOBIT_EVERY_TYPE(potrs);
ISOBIT_EVERY_TYPE(posv);
ISOBIT_EVERY_TYPE(trtrs);

}  // namespace isobit::interpose::blas
