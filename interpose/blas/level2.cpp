// Matrices and vectors.

#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/triangular.hpp>

#include "exceptions.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

template <class T>
void gemv(entry from, std::optional<operation> op, index m, index n, T alpha, T const* a, index lda, T const* x,
          index x_step, T beta, T* y, index y_step) {
  arguments check(from, type_letter<T>, "gemv");
  check.require(1, op.has_value());
  check.require(2, m >= 0);
  check.require(3, n >= 0);
  check.require_leading(6, lda, m, n);
  check.require(8, x_step != 0);
  check.require(11, y_step != 0);
  if (check.refused() || m == 0 || n == 0) return;
  bool const plain = op == operation::none;
  // With alpha = 0 neither is to be read.
  auto const matrix =
      is_zero(alpha) ? stored(from, a, plain ? m : n, 0, lda) : applied(*op, stored(from, a, m, n, lda));
  auto const input = elements(x, is_zero(alpha) ? 0 : plain ? n : m, x_step);
  auto const result = elements(y, plain ? m : n, y_step);
  auto const multiply = [&] {
    compute(
        "gemv", [&](auto factor, auto vector) { linalg::gemv(alpha, factor, vector, beta, result, wanted_threads()); },
        matrix, input);
  };
  raising_into(result, !is_zero(beta), multiply, alpha, beta, matrix, input);
}

template <class T>
void ger(entry from, char const* stem, bool conjugate, index m, index n, T alpha, T const* x, index x_step, T const* y,
         index y_step, T* a, index lda) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, m >= 0);
  check.require(2, n >= 0);
  check.require(5, x_step != 0);
  check.require(7, y_step != 0);
  check.require_leading(9, lda, m, n);
  if (check.refused() || m == 0 || n == 0 || is_zero(alpha)) return;
  auto row = elements(y, n, y_step);
  row.conjugate = conjugate;
  auto const column = elements(x, m, x_step);
  auto const result = stored(from, a, m, n, lda);
  auto const add = [&] {
    compute(
        stem, [&](auto left, auto right) { linalg::ger(alpha, left, right, result, wanted_threads()); }, column, row);
  };
  raising_into(result, true, add, alpha, column, row);
}

template <class T>
void trsv(entry from, std::optional<triangle> half, std::optional<operation> op, std::optional<diagonal> kind, index n,
          T const* a, index lda, T* x, index step) {
  arguments check(from, type_letter<T>, "trsv");
  check.require(1, half.has_value());
  check.require(2, op.has_value());
  check.require(3, kind.has_value());
  check.require(4, n >= 0);
  check.require_leading(6, lda, n, n);
  check.require(8, step != 0);
  if (check.refused() || n == 0) return;
  auto const matrix = applied(*op, stored(from, a, n, n, lda));
  auto const effective = applied(*op, *half);
  auto const result = elements(x, n, step);
  auto const solve = [&] {
    compute(
        "trsv", [&](auto factor) { linalg::trsv(effective, *kind, factor, result); }, matrix);
  };
  raising_by_division(result, solve, half_of<T const>{matrix, effective, kind == diagonal::stored});
}

template <class T, class Int>
void gemv_(char const* op, Int const* m, Int const* n, T const* alpha, T const* a, Int const* lda, T const* x,
           Int const* x_step, T const* beta, T* y, Int const* y_step) {
  gemv<T>(fortran_entry(), chosen(operations, op), *m, *n, *alpha, a, *lda, x, *x_step, *beta, y, *y_step);
}
template <class T, class Int>
void cblas_gemv(int order, int op, Int m, Int n, c_scalar<T> alpha, c_array<T> const* a, Int lda, c_array<T> const* x,
                Int x_step, c_scalar<T> beta, c_array<T>* y, Int y_step) {
  gemv<T>(c_entry(order), chosen(operations, op), m, n, value_of<T>(alpha), static_cast<T const*>(a), lda,
          static_cast<T const*>(x), x_step, value_of<T>(beta), static_cast<T*>(y), y_step);
}

#define ISOBIT_GER(stem, conjugate)                                                                                   \
  template <class T, class Int>                                                                                       \
  void stem##_(Int const* m, Int const* n, T const* alpha, T const* x, Int const* x_step, T const* y,                 \
               Int const* y_step, T* a, Int const* lda) {                                                             \
    ger<T>(fortran_entry(), #stem, conjugate, *m, *n, *alpha, x, *x_step, y, *y_step, a, *lda);                       \
  }                                                                                                                   \
  template <class T, class Int>                                                                                       \
  void cblas_##stem(int order, Int m, Int n, c_scalar<T> alpha, c_array<T> const* x, Int x_step, c_array<T> const* y, \
                    Int y_step, c_array<T>* a, Int lda) {                                                             \
    ger<T>(c_entry(order), #stem, conjugate, m, n, value_of<T>(alpha), static_cast<T const*>(x), x_step,              \
           static_cast<T const*>(y), y_step, static_cast<T*>(a), lda);                                                \
  }
ISOBIT_GER(ger, false)
ISOBIT_GER(geru, false)
ISOBIT_GER(gerc, true)

template <class T, class Int>
void trsv_(char const* half, char const* op, char const* kind, Int const* n, T const* a, Int const* lda, T* x,
           Int const* step) {
  trsv<T>(fortran_entry(), chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind), *n, a, *lda, x,
          *step);
}
template <class T, class Int>
void cblas_trsv(int order, int half, int op, int kind, Int n, c_array<T> const* a, Int lda, c_array<T>* x, Int step) {
  trsv<T>(c_entry(order), chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind), n,
          static_cast<T const*>(a), lda, static_cast<T*>(x), step);
}

}  // namespace

ISOBIT_BLAS_EVERY_TYPE(gemv, gemv);
ISOBIT_BLAS_EVERY_TYPE(trsv, trsv);
ISOBIT_BLAS_BOTH(sger, ger, float);
ISOBIT_BLAS_BOTH(dger, ger, double);
ISOBIT_BLAS_BOTH(cgeru, geru, single_complex);
ISOBIT_BLAS_BOTH(zgeru, geru, double_complex);
ISOBIT_BLAS_BOTH(cgerc, gerc, single_complex);
ISOBIT_BLAS_BOTH(zgerc, gerc, double_complex);

}  // namespace isobit::interpose::blas
