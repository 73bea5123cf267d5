// Products with matrices that are stored in part, and products of which one half is stored.

#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/updates.hpp>

#include "sided.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

template <class T>
void symm(entry from, char const* stem, std::optional<side> where, std::optional<triangle> half, index m, index n,
          T alpha, T const* a, index lda, T const* b, index ldb, T beta, T* c, index ldc) {
  arguments check(from, type_letter<T>, stem);
  bool const left = where == side::left;
  index const order = left ? m : n;
  check.require(1, where.has_value());
  check.require(2, half.has_value());
  check.require(3, m >= 0);
  check.require(4, n >= 0);
  check.require_leading(7, lda, order, order);
  check.require_leading(9, ldb, m, n);
  check.require_leading(12, ldc, m, n);
  if (check.refused() || m == 0 || n == 0) return;
  auto const result = stored(from, c, m, n, ldc);
  // With alpha = 0 neither is to be read.
  bool const read = !is_zero(alpha);
  auto const triangular = linalg::triangular(*half, stored(from, a, read ? order : 0, read ? order : 0, lda));
  auto const matrix = *stem == 'h' ? linalg::hermitian(triangular) : linalg::symmetric(triangular);
  auto const factor = stored(from, b, left && !read ? 0 : m, !left && !read ? 0 : n, ldb);
  auto const multiply = [&](auto known, auto with) {
    if (!read)
      linalg::gemm(alpha, stored(from, a, m, 0, 1), stored(from, b, 0, n, n), beta, result);
    else if (left)
      linalg::gemm(alpha, known, with, beta, result, wanted_threads());
    else
      linalg::gemm(alpha, with, known, beta, result, wanted_threads());
  };
  raising_into(
      result, !is_zero(beta), [&] { compute(stem, multiply, matrix, factor); }, alpha, beta, matrix, factor);
}

template <class T>
void trmm(entry from, std::optional<side> where, std::optional<triangle> half, std::optional<operation> op,
          std::optional<diagonal> kind, index m, index n, T alpha, T const* a, index lda, T* b, index ldb) {
  auto const product = [&](bool left, index order, matrix_view<T> result) {
    auto const matrix = applied(*op, linalg::triangular(*half, stored(from, a, order, order, lda), *kind));
    // b*a is transposed(a)*transposed(b), transposed.
    auto const multiply = [&](auto factor) {
      linalg::trmm(alpha, left ? factor : linalg::transposed(factor), left ? result : linalg::transposed(result),
                   wanted_threads());
    };
    raising_into(
        result, true, [&] { compute("trmm", multiply, matrix); }, alpha, matrix);
  };
  with_triangle(from, "trmm", where, half, op, kind, m, n, alpha, lda, b, ldb, product);
}

/// syr2k, or her2k where `Scalar`, the type of beta, is the real type of a complex T.
template <class T, class Scalar>
void rank_2k(entry from, char const* stem, std::optional<triangle> half, std::optional<operation> op, index n, index k,
             T alpha, T const* a, index lda, T const* b, index ldb, Scalar beta, T* c, index ldc) {
  constexpr bool hermitian = !std::same_as<T, Scalar>;
  arguments check(from, type_letter<T>, stem);
  // For real numbers the adjoint is the transpose; else only one of the two is meant.
  operation const turned = hermitian ? operation::adjoint : operation::transpose;
  if constexpr (!is_complex<T>)
    if (op == operation::adjoint) op = operation::transpose;
  bool const plain = op == operation::none;
  check.require(1, half.has_value());
  check.require(2, plain || op == turned);
  check.require(3, n >= 0);
  check.require(4, k >= 0);
  check.require_leading(7, lda, plain ? n : k, plain ? k : n);
  check.require_leading(9, ldb, plain ? n : k, plain ? k : n);
  check.require_leading(12, ldc, n, n);
  if (check.refused() || n == 0) return;
  if (is_zero(alpha)) k = 0;
  if (k == 0 && is_unity(beta)) return;
  auto const first = applied(*op, stored(from, a, plain ? n : k, plain ? k : n, lda));
  auto const second = applied(*op, stored(from, b, plain ? n : k, plain ? k : n, ldb));
  auto const result = stored(from, c, n, n, ldc);
  auto const multiply = [&](auto left, auto right) {
    if constexpr (hermitian)
      linalg::her2k(*half, alpha, left, right, beta, result, wanted_threads());
    else
      linalg::syr2k(*half, alpha, left, right, beta, result, wanted_threads());
  };
  raising_into(
      half_of<T>{result, *half}, !is_zero(beta), [&] { compute(stem, multiply, first, second); }, alpha, beta, first,
      second);
}

#define ISOBIT_SYMM(stem)                                                                                              \
  template <class T, class Int>                                                                                        \
  void stem##_(char const* where, char const* half, Int const* m, Int const* n, T const* alpha, T const* a,            \
               Int const* lda, T const* b, Int const* ldb, T const* beta, T* c, Int const* ldc) {                      \
    symm<T>(fortran_entry(), #stem, chosen(sides, where), chosen(triangles, half), *m, *n, *alpha, a, *lda, b, *ldb,   \
            *beta, c, *ldc);                                                                                           \
  }                                                                                                                    \
  template <class T, class Int>                                                                                        \
  void cblas_##stem(int order, int where, int half, Int m, Int n, c_scalar<T> alpha, c_array<T> const* a, Int lda,     \
                    c_array<T> const* b, Int ldb, c_scalar<T> beta, c_array<T>* c, Int ldc) {                          \
    symm<T>(c_entry(order), #stem, chosen(sides, where), chosen(triangles, half), m, n, value_of<T>(alpha),            \
            static_cast<T const*>(a), lda, static_cast<T const*>(b), ldb, value_of<T>(beta), static_cast<T*>(c), ldc); \
  }
ISOBIT_SYMM(symm)
ISOBIT_SYMM(hemm)

template <class T, class Int>
void trmm_(char const* where, char const* half, char const* op, char const* kind, Int const* m, Int const* n,
           T const* alpha, T const* a, Int const* lda, T* b, Int const* ldb) {
  trmm<T>(fortran_entry(), chosen(sides, where), chosen(triangles, half), chosen(operations, op),
          chosen(diagonals, kind), *m, *n, *alpha, a, *lda, b, *ldb);
}
template <class T, class Int>
void cblas_trmm(int order, int where, int half, int op, int kind, Int m, Int n, c_scalar<T> alpha, c_array<T> const* a,
                Int lda, c_array<T>* b, Int ldb) {
  trmm<T>(c_entry(order), chosen(sides, where), chosen(triangles, half), chosen(operations, op),
          chosen(diagonals, kind), m, n, value_of<T>(alpha), static_cast<T const*>(a), lda, static_cast<T*>(b), ldb);
}

template <class T, class Int>
void syr2k_(char const* half, char const* op, Int const* n, Int const* k, T const* alpha, T const* a, Int const* lda,
            T const* b, Int const* ldb, T const* beta, T* c, Int const* ldc) {
  rank_2k<T, T>(fortran_entry(), "syr2k", chosen(triangles, half), chosen(operations, op), *n, *k, *alpha, a, *lda, b,
                *ldb, *beta, c, *ldc);
}
template <class T, class Int>
void cblas_syr2k(int order, int half, int op, Int n, Int k, c_scalar<T> alpha, c_array<T> const* a, Int lda,
                 c_array<T> const* b, Int ldb, c_scalar<T> beta, c_array<T>* c, Int ldc) {
  rank_2k<T, T>(c_entry(order), "syr2k", chosen(triangles, half), chosen(operations, op), n, k, value_of<T>(alpha),
                static_cast<T const*>(a), lda, static_cast<T const*>(b), ldb, value_of<T>(beta), static_cast<T*>(c),
                ldc);
}
template <class T, class Int>
void her2k_(char const* half, char const* op, Int const* n, Int const* k, T const* alpha, T const* a, Int const* lda,
            T const* b, Int const* ldb, real_of<T> const* beta, T* c, Int const* ldc) {
  rank_2k<T, real_of<T>>(fortran_entry(), "her2k", chosen(triangles, half), chosen(operations, op), *n, *k, *alpha, a,
                         *lda, b, *ldb, *beta, c, *ldc);
}
/// C passes alpha by address, beta by value.
template <class T, class Int>
void cblas_her2k(int order, int half, int op, Int n, Int k, void const* alpha, void const* a, Int lda, void const* b,
                 Int ldb, real_of<T> beta, void* c, Int ldc) {
  rank_2k<T, real_of<T>>(c_entry(order), "her2k", chosen(triangles, half), chosen(operations, op), n, k,
                         value_of<T>(alpha), static_cast<T const*>(a), lda, static_cast<T const*>(b), ldb, beta,
                         static_cast<T*>(c), ldc);
}

}  // namespace

ISOBIT_BLAS_EVERY_TYPE(symm, symm);
ISOBIT_BLAS_COMPLEX_TYPES(hemm, hemm);
ISOBIT_BLAS_EVERY_TYPE(trmm, trmm);
ISOBIT_BLAS_EVERY_TYPE(syr2k, syr2k);
ISOBIT_BLAS_COMPLEX_TYPES(her2k, her2k);

}  // namespace isobit::interpose::blas
