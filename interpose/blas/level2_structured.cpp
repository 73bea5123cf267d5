// Products and systems of a vector and a matrix that is stored in part.

#include <isobit/linalg/gemv.hpp>

#include "exceptions.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

/// y = alpha*matrix()*x + beta*y. With alpha = 0 the matrix is not to be read, nor x.
template <class T, class Matrix>
void multiply(char const* stem, T alpha, Matrix matrix, index rows, index columns, T const* x, index x_step, T beta,
              T* y, index y_step) {
  auto const result = elements(y, rows, y_step);
  if (is_zero(alpha)) {
    auto const scale = [&] {
      linalg::gemv(alpha, stored<T const>(fortran_entry(), nullptr, rows, 0, 1), {}, beta, result);
    };
    return raising_into(
        result, !is_zero(beta), [&] { compute(stem, scale); }, beta);
  }
  structured_view<T> const a = matrix();
  auto const input = elements(x, columns, x_step);
  auto const product = [&] {
    compute(
        stem, [&](auto factor, auto vector) { linalg::gemv(alpha, factor, vector, beta, result, wanted_threads()); }, a,
        input);
  };
  raising_into(result, !is_zero(beta), product, alpha, beta, a, input);
}

template <class T>
void gbmv(entry from, std::optional<operation> op, index m, index n, index below, index above, T alpha, T const* a,
          index lda, T const* x, index x_step, T beta, T* y, index y_step) {
  arguments check(from, type_letter<T>, "gbmv");
  check.require(1, op.has_value());
  check.require(2, m >= 0);
  check.require(3, n >= 0);
  check.require(4, below >= 0);
  check.require(5, above >= 0);
  check.require(8, lda > below + above);
  check.require(10, x_step != 0);
  check.require(13, y_step != 0);
  if (check.refused() || m == 0 || n == 0) return;
  bool const plain = op == operation::none;
  multiply(
      "gbmv", alpha, [&] { return applied(*op, banded(from, a, m, n, below, above, lda)); }, plain ? m : n,
      plain ? n : m, x, x_step, beta, y, y_step);
}

/// The matrix of which a half is given: Hermitian if the routine's name begins with h.
template <class T> structured_view<T> whole(char const* stem, structured_view<T> half) {
  return *stem == 'h' ? linalg::hermitian(half) : linalg::symmetric(half);
}

template <class T>
void symv(entry from, char const* stem, std::optional<triangle> half, index n, T alpha, T const* a, index lda,
          T const* x, index x_step, T beta, T* y, index y_step) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require_leading(5, lda, n, n);
  check.require(7, x_step != 0);
  check.require(10, y_step != 0);
  if (check.refused() || n == 0) return;
  multiply(
      stem, alpha, [&] { return whole(stem, linalg::triangular(*half, stored(from, a, n, n, lda))); }, n, n, x, x_step,
      beta, y, y_step);
}

template <class T>
void sbmv(entry from, char const* stem, std::optional<triangle> half, index n, index width, T alpha, T const* a,
          index lda, T const* x, index x_step, T beta, T* y, index y_step) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require(3, width >= 0);
  check.require(6, lda > width);
  check.require(8, x_step != 0);
  check.require(11, y_step != 0);
  if (check.refused() || n == 0) return;
  multiply(
      stem, alpha, [&] { return whole(stem, banded_half(from, *half, a, n, width, lda)); }, n, n, x, x_step, beta, y,
      y_step);
}

template <class T>
void spmv(entry from, char const* stem, std::optional<triangle> half, index n, T alpha, T const* a, T const* x,
          index x_step, T beta, T* y, index y_step) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require(6, x_step != 0);
  check.require(9, y_step != 0);
  if (check.refused() || n == 0) return;
  multiply(
      stem, alpha, [&] { return whole(stem, packed(from, *half, a, n)); }, n, n, x, x_step, beta, y, y_step);
}

/// What the names of triangular routines have in common.
struct triangular_choices {
  std::optional<triangle> half;
  std::optional<operation> op;
  std::optional<diagonal> kind;

  void require(arguments& check, index n) const {
    check.require(1, half.has_value());
    check.require(2, op.has_value());
    check.require(3, kind.has_value());
    check.require(4, n >= 0);
  }
};

enum class task { multiply, solve };

/// x = a*x, or its solution.
template <class T> void apply_triangular(char const* stem, task what, structured_view<T> const& a, T* x, index step) {
  auto const result = elements(x, a.rows, step);
  auto const work = [&] {
    compute(
        stem,
        [&](auto factor) {
          what == task::multiply ? linalg::trmv(factor, result, wanted_threads())
                                 : linalg::trsv(factor, result, wanted_threads());
        },
        a);
  };
  what == task::multiply ? raising_into(result, true, work, a) : raising_by_division(result, work, a);
}

template <class T>
void trmv(entry from, triangular_choices const& choices, index n, T const* a, index lda, T* x, index step) {
  arguments check(from, type_letter<T>, "trmv");
  choices.require(check, n);
  check.require_leading(6, lda, n, n);
  check.require(8, step != 0);
  if (check.refused() || n == 0) return;
  auto const matrix = linalg::triangular(*choices.half, stored(from, a, n, n, lda), *choices.kind);
  apply_triangular("trmv", task::multiply, applied(*choices.op, matrix), x, step);
}

template <class T>
void triangular_band(entry from, char const* stem, task what, triangular_choices const& choices, index n, index width,
                     T const* a, index lda, T* x, index step) {
  arguments check(from, type_letter<T>, stem);
  choices.require(check, n);
  check.require(5, width >= 0);
  check.require(7, lda > width);
  check.require(9, step != 0);
  if (check.refused() || n == 0) return;
  auto const matrix = banded_half(from, *choices.half, a, n, width, lda, *choices.kind);
  apply_triangular(stem, what, applied(*choices.op, matrix), x, step);
}

template <class T>
void triangular_packed(entry from, char const* stem, task what, triangular_choices const& choices, index n, T const* a,
                       T* x, index step) {
  arguments check(from, type_letter<T>, stem);
  choices.require(check, n);
  check.require(7, step != 0);
  if (check.refused() || n == 0) return;
  apply_triangular(stem, what, applied(*choices.op, packed(from, *choices.half, a, n, *choices.kind)), x, step);
}

template <class T, class Int>
void gbmv_(char const* op, Int const* m, Int const* n, Int const* below, Int const* above, T const* alpha, T const* a,
           Int const* lda, T const* x, Int const* x_step, T const* beta, T* y, Int const* y_step) {
  gbmv<T>(fortran_entry(), chosen(operations, op), *m, *n, *below, *above, *alpha, a, *lda, x, *x_step, *beta, y,
          *y_step);
}
template <class T, class Int>
void cblas_gbmv(int order, int op, Int m, Int n, Int below, Int above, c_scalar<T> alpha, c_array<T> const* a, Int lda,
                c_array<T> const* x, Int x_step, c_scalar<T> beta, c_array<T>* y, Int y_step) {
  gbmv<T>(c_entry(order), chosen(operations, op), m, n, below, above, value_of<T>(alpha), static_cast<T const*>(a), lda,
          static_cast<T const*>(x), x_step, value_of<T>(beta), static_cast<T*>(y), y_step);
}

#define ISOBIT_SYMV(stem)                                                                                             \
  template <class T, class Int>                                                                                       \
  void stem##_(char const* half, Int const* n, T const* alpha, T const* a, Int const* lda, T const* x,                \
               Int const* x_step, T const* beta, T* y, Int const* y_step) {                                           \
    symv<T>(fortran_entry(), #stem, chosen(triangles, half), *n, *alpha, a, *lda, x, *x_step, *beta, y, *y_step);     \
  }                                                                                                                   \
  template <class T, class Int>                                                                                       \
  void cblas_##stem(int order, int half, Int n, c_scalar<T> alpha, c_array<T> const* a, Int lda, c_array<T> const* x, \
                    Int x_step, c_scalar<T> beta, c_array<T>* y, Int y_step) {                                        \
    symv<T>(c_entry(order), #stem, chosen(triangles, half), n, value_of<T>(alpha), static_cast<T const*>(a), lda,     \
            static_cast<T const*>(x), x_step, value_of<T>(beta), static_cast<T*>(y), y_step);                         \
  }
ISOBIT_SYMV(symv)
ISOBIT_SYMV(hemv)

#define ISOBIT_SBMV(stem)                                                                                           \
  template <class T, class Int>                                                                                     \
  void stem##_(char const* half, Int const* n, Int const* width, T const* alpha, T const* a, Int const* lda,        \
               T const* x, Int const* x_step, T const* beta, T* y, Int const* y_step) {                             \
    sbmv<T>(fortran_entry(), #stem, chosen(triangles, half), *n, *width, *alpha, a, *lda, x, *x_step, *beta, y,     \
            *y_step);                                                                                               \
  }                                                                                                                 \
  template <class T, class Int>                                                                                     \
  void cblas_##stem(int order, int half, Int n, Int width, c_scalar<T> alpha, c_array<T> const* a, Int lda,         \
                    c_array<T> const* x, Int x_step, c_scalar<T> beta, c_array<T>* y, Int y_step) {                 \
    sbmv<T>(c_entry(order), #stem, chosen(triangles, half), n, width, value_of<T>(alpha), static_cast<T const*>(a), \
            lda, static_cast<T const*>(x), x_step, value_of<T>(beta), static_cast<T*>(y), y_step);                  \
  }
ISOBIT_SBMV(sbmv)
ISOBIT_SBMV(hbmv)

#define ISOBIT_SPMV(stem)                                                                                    \
  template <class T, class Int>                                                                              \
  void stem##_(char const* half, Int const* n, T const* alpha, T const* a, T const* x, Int const* x_step,    \
               T const* beta, T* y, Int const* y_step) {                                                     \
    spmv<T>(fortran_entry(), #stem, chosen(triangles, half), *n, *alpha, a, x, *x_step, *beta, y, *y_step);  \
  }                                                                                                          \
  template <class T, class Int>                                                                              \
  void cblas_##stem(int order, int half, Int n, c_scalar<T> alpha, c_array<T> const* a, c_array<T> const* x, \
                    Int x_step, c_scalar<T> beta, c_array<T>* y, Int y_step) {                               \
    spmv<T>(c_entry(order), #stem, chosen(triangles, half), n, value_of<T>(alpha), static_cast<T const*>(a), \
            static_cast<T const*>(x), x_step, value_of<T>(beta), static_cast<T*>(y), y_step);                \
  }
ISOBIT_SPMV(spmv)
ISOBIT_SPMV(hpmv)

template <class T, class Int>
void trmv_(char const* half, char const* op, char const* kind, Int const* n, T const* a, Int const* lda, T* x,
           Int const* step) {
  trmv<T>(fortran_entry(), {chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind)}, *n, a, *lda, x,
          *step);
}
template <class T, class Int>
void cblas_trmv(int order, int half, int op, int kind, Int n, c_array<T> const* a, Int lda, c_array<T>* x, Int step) {
  trmv<T>(c_entry(order), {chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind)}, n,
          static_cast<T const*>(a), lda, static_cast<T*>(x), step);
}

#define ISOBIT_TRIANGULAR_BAND(stem, what)                                                                        \
  template <class T, class Int>                                                                                   \
  void stem##_(char const* half, char const* op, char const* kind, Int const* n, Int const* width, T const* a,    \
               Int const* lda, T* x, Int const* step) {                                                           \
    triangular_band<T>(fortran_entry(), #stem, what,                                                              \
                       {chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind)}, *n, *width, a, \
                       *lda, x, *step);                                                                           \
  }                                                                                                               \
  template <class T, class Int>                                                                                   \
  void cblas_##stem(int order, int half, int op, int kind, Int n, Int width, c_array<T> const* a, Int lda,        \
                    c_array<T>* x, Int step) {                                                                    \
    triangular_band<T>(c_entry(order), #stem, what,                                                               \
                       {chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind)}, n, width,      \
                       static_cast<T const*>(a), lda, static_cast<T*>(x), step);                                  \
  }
ISOBIT_TRIANGULAR_BAND(tbmv, task::multiply)
ISOBIT_TRIANGULAR_BAND(tbsv, task::solve)

#define ISOBIT_TRIANGULAR_PACKED(stem, what)                                                                           \
  template <class T, class Int>                                                                                        \
  void stem##_(char const* half, char const* op, char const* kind, Int const* n, T const* a, T* x, Int const* step) {  \
    triangular_packed<T>(fortran_entry(), #stem, what,                                                                 \
                         {chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind)}, *n, a, x, *step); \
  }                                                                                                                    \
  template <class T, class Int>                                                                                        \
  void cblas_##stem(int order, int half, int op, int kind, Int n, c_array<T> const* a, c_array<T>* x, Int step) {      \
    triangular_packed<T>(c_entry(order), #stem, what,                                                                  \
                         {chosen(triangles, half), chosen(operations, op), chosen(diagonals, kind)}, n,                \
                         static_cast<T const*>(a), static_cast<T*>(x), step);                                          \
  }
ISOBIT_TRIANGULAR_PACKED(tpmv, task::multiply)
ISOBIT_TRIANGULAR_PACKED(tpsv, task::solve)

}  // namespace

ISOBIT_BLAS_EVERY_TYPE(gbmv, gbmv);
ISOBIT_BLAS_REAL_TYPES(sbmv, sbmv);
ISOBIT_BLAS_COMPLEX_TYPES(hemv, hemv);
ISOBIT_BLAS_COMPLEX_TYPES(hbmv, hbmv);
ISOBIT_BLAS_COMPLEX_TYPES(hpmv, hpmv);
// LAPACK has the complex symmetric ones.
ISOBIT_BLAS_EVERY_TYPE(symv, symv);
ISOBIT_BLAS_EVERY_TYPE(spmv, spmv);
ISOBIT_BLAS_EVERY_TYPE(trmv, trmv);
ISOBIT_BLAS_EVERY_TYPE(tbmv, tbmv);
ISOBIT_BLAS_EVERY_TYPE(tbsv, tbsv);
ISOBIT_BLAS_EVERY_TYPE(tpmv, tpmv);
ISOBIT_BLAS_EVERY_TYPE(tpsv, tpsv);

}  // namespace isobit::interpose::blas
