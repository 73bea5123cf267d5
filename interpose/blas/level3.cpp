// Products of matrices, and triangular systems with many right-hand sides.

#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/triangular.hpp>

#include "sided.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

/// The two factors of a product m x k times k x n; empty ones where alpha = 0, as they are not to be read then.
template <class T> struct factors {
  matrix_view<T const> a, b;
  factors(entry from, operation op_a, operation op_b, index m, index n, index k, T alpha, T const* a_, index lda,
          T const* b_, index ldb) {
    if (is_zero(alpha)) k = 0;
    bool const plain_a = op_a == operation::none, plain_b = op_b == operation::none;
    a = applied(op_a, stored(from, a_, plain_a ? m : k, plain_a ? k : m, lda));
    b = applied(op_b, stored(from, b_, plain_b ? k : n, plain_b ? n : k, ldb));
  }
};

template <class T>
void require_factors(arguments& check, int first, std::optional<operation> op_a, std::optional<operation> op_b, index m,
                     index n, index k, index lda, index ldb) {
  bool const plain_a = op_a == operation::none, plain_b = op_b == operation::none;
  check.require_leading(first, lda, plain_a ? m : k, plain_a ? k : m);
  check.require_leading(first + 2, ldb, plain_b ? k : n, plain_b ? n : k);
}

template <class T>
void gemm(entry from, std::optional<operation> op_a, std::optional<operation> op_b, index m, index n, index k, T alpha,
          T const* a, index lda, T const* b, index ldb, T beta, T* c, index ldc) {
  arguments check(from, type_letter<T>, "gemm");
  check.require(1, op_a.has_value());
  check.require(2, op_b.has_value());
  check.require(3, m >= 0);
  check.require(4, n >= 0);
  check.require(5, k >= 0);
  require_factors<T>(check, 8, op_a, op_b, m, n, k, lda, ldb);
  check.require_leading(13, ldc, m, n);
  if (check.refused() || m == 0 || n == 0) return;
  factors<T> const f(from, *op_a, *op_b, m, n, k, alpha, a, lda, b, ldb);
  auto const result = stored(from, c, m, n, ldc);
  auto const multiply = [&] {
    compute(
        "gemm", [&](auto left, auto right) { linalg::gemm(alpha, left, right, beta, result, wanted_threads()); }, f.a,
        f.b);
  };
  raising_into(result, !is_zero(beta), multiply, alpha, beta, f.a, f.b);
}

template <class T>
void gemmt(entry from, std::optional<triangle> half, std::optional<operation> op_a, std::optional<operation> op_b,
           index n, index k, T alpha, T const* a, index lda, T const* b, index ldb, T beta, T* c, index ldc) {
  arguments check(from, type_letter<T>, "gemmt");
  check.require(1, half.has_value());
  check.require(2, op_a.has_value());
  check.require(3, op_b.has_value());
  check.require(4, n >= 0);
  check.require(5, k >= 0);
  require_factors<T>(check, 8, op_a, op_b, n, n, k, lda, ldb);
  check.require_leading(13, ldc, n, n);
  if (check.refused() || n == 0) return;
  factors<T> const f(from, *op_a, *op_b, n, n, k, alpha, a, lda, b, ldb);
  auto const result = stored(from, c, n, n, ldc);
  auto const multiply = [&] {
    compute(
        "gemmt",
        [&](auto left, auto right) { linalg::gemmt(*half, alpha, left, right, beta, result, wanted_threads()); }, f.a,
        f.b);
  };
  raising_into(half_of<T>{result, *half}, !is_zero(beta), multiply, alpha, beta, f.a, f.b);
}

/// syrk, or herk where `Scalar` is the real type of a complex T.
template <class T, class Scalar>
void rank_k(entry from, char const* stem, std::optional<triangle> half, std::optional<operation> op, index n, index k,
            Scalar alpha, T const* a, index lda, Scalar beta, T* c, index ldc) {
  constexpr bool hermitian = !std::same_as<T, Scalar>;
  arguments check(from, type_letter<T>, stem);
  // For real numbers the adjoint is the transpose; else only one of the two is meant.
  operation const other = hermitian ? operation::adjoint : operation::transpose;
  if constexpr (!is_complex<T>)
    if (op == operation::adjoint) op = operation::transpose;
  bool const plain = op == operation::none;
  check.require(1, half.has_value());
  check.require(2, plain || op == other);
  check.require(3, n >= 0);
  check.require(4, k >= 0);
  check.require_leading(7, lda, plain ? n : k, plain ? k : n);
  check.require_leading(10, ldc, n, n);
  if (check.refused() || n == 0) return;
  if (is_zero(alpha)) k = 0;
  if (k == 0 && is_unity(beta)) return;
  auto const input = applied(*op, stored(from, a, plain ? n : k, plain ? k : n, lda));
  auto const result = stored(from, c, n, n, ldc);
  auto const multiply = [&] {
    compute(
        stem,
        [&](auto factor) {
          if constexpr (hermitian)
            linalg::herk(*half, alpha, factor, beta, result, wanted_threads());
          else
            linalg::syrk(*half, alpha, factor, beta, result, wanted_threads());
        },
        input);
  };
  raising_into(half_of<T>{result, *half}, !is_zero(beta), multiply, alpha, beta, input);
}

template <class T>
void trsm(entry from, std::optional<side> where, std::optional<triangle> half, std::optional<operation> op,
          std::optional<diagonal> kind, index m, index n, T alpha, T const* a, index lda, T* b, index ldb) {
  auto const solution = [&](bool left, index order, matrix_view<T> result) {
    // x*a = b is transposed(a)*transposed(x) = transposed(b).
    matrix_view<T const> const matrix = applied(*op, stored(from, a, order, order, lda));
    triangle const effective = applied(*op, *half);
    auto const solve = [&](auto factor) {
      linalg::trsm(left ? effective : linalg::other(effective), *kind, alpha, factor,
                   left ? result : linalg::transposed(result), wanted_threads());
    };
    raising_by_division(
        result, [&] { compute("trsm", solve, left ? matrix : linalg::transposed(matrix)); },
        half_of<T const>{matrix, effective, kind == diagonal::stored}, alpha);
  };
  with_triangle(from, "trsm", where, half, op, kind, m, n, alpha, lda, b, ldb, solution);
}

template <class T, class Int>
void gemm_(char const* op_a, char const* op_b, Int const* m, Int const* n, Int const* k, T const* alpha, T const* a,
           Int const* lda, T const* b, Int const* ldb, T const* beta, T* c, Int const* ldc) {
  gemm<T>(fortran_entry(), chosen(operations, op_a), chosen(operations, op_b), *m, *n, *k, *alpha, a, *lda, b, *ldb,
          *beta, c, *ldc);
}
template <class T, class Int>
void cblas_gemm(int order, int op_a, int op_b, Int m, Int n, Int k, c_scalar<T> alpha, c_array<T> const* a, Int lda,
                c_array<T> const* b, Int ldb, c_scalar<T> beta, c_array<T>* c, Int ldc) {
  gemm<T>(c_entry(order), chosen(operations, op_a), chosen(operations, op_b), m, n, k, value_of<T>(alpha),
          static_cast<T const*>(a), lda, static_cast<T const*>(b), ldb, value_of<T>(beta), static_cast<T*>(c), ldc);
}

/// Groups of products of one shape each.
template <class T, class Int, class Option, class Chosen>
void gemm_batch(entry from, Option const* op_a, Option const* op_b, Chosen op_of, Int const* m, Int const* n,
                Int const* k, T const* alpha, T const* const* a, Int const* lda, T const* const* b, Int const* ldb,
                T const* beta, T* const* c, Int const* ldc, index groups, Int const* sizes) {
  index at = 0;
  for (index g = 0; g < groups; ++g)
    for (index i = 0; i < sizes[g]; ++i, ++at)
      gemm<T>(from, op_of(op_a + g), op_of(op_b + g), m[g], n[g], k[g], alpha[g], a[at], lda[g], b[at], ldb[g], beta[g],
              c[at], ldc[g]);
}
template <class T, class Int>
void gemm_batch_(char const* op_a, char const* op_b, Int const* m, Int const* n, Int const* k, T const* alpha,
                 T const* const* a, Int const* lda, T const* const* b, Int const* ldb, T const* beta, T* const* c,
                 Int const* ldc, Int const* groups, Int const* sizes) {
  auto const op_of = [](char const* letter) { return chosen(operations, letter); };
  gemm_batch<T>(fortran_entry(), op_a, op_b, op_of, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, *groups, sizes);
}
/// Arrays of complex factors are passed as void*, arrays of matrices as void**.
template <class T, class Int>
void cblas_gemm_batch(int order, int const* op_a, int const* op_b, Int const* m, Int const* n, Int const* k,
                      c_array<T> const* alpha, c_array<T> const** a, Int const* lda, c_array<T> const** b,
                      Int const* ldb, c_array<T> const* beta, c_array<T>** c, Int const* ldc, Int groups,
                      Int const* sizes) {
  auto const op_of = [](int const* number) { return chosen(operations, *number); };
  gemm_batch<T>(c_entry(order), op_a, op_b, op_of, m, n, k, static_cast<T const*>(alpha),
                reinterpret_cast<T const* const*>(a), lda, reinterpret_cast<T const* const*>(b), ldb,
                static_cast<T const*>(beta), reinterpret_cast<T* const*>(c), ldc, groups, sizes);
}

/// Matrices of one shape, so many elements apart.
template <class T>
void gemm_batch_strided(entry from, std::optional<operation> op_a, std::optional<operation> op_b, index m, index n,
                        index k, T alpha, T const* a, index lda, index a_step, T const* b, index ldb, index b_step,
                        T beta, T* c, index ldc, index c_step, index count) {
  for (index i = 0; i < count; ++i)
    gemm<T>(from, op_a, op_b, m, n, k, alpha, a + i * a_step, lda, b + i * b_step, ldb, beta, c + i * c_step, ldc);
}
template <class T, class Int>
void gemm_batch_strided_(char const* op_a, char const* op_b, Int const* m, Int const* n, Int const* k, T const* alpha,
                         T const* a, Int const* lda, Int const* a_step, T const* b, Int const* ldb, Int const* b_step,
                         T const* beta, T* c, Int const* ldc, Int const* c_step, Int const* count) {
  gemm_batch_strided<T>(fortran_entry(), chosen(operations, op_a), chosen(operations, op_b), *m, *n, *k, *alpha, a,
                        *lda, *a_step, b, *ldb, *b_step, *beta, c, *ldc, *c_step, *count);
}
template <class T, class Int>
void cblas_gemm_batch_strided(int order, int op_a, int op_b, Int m, Int n, Int k, c_scalar<T> alpha,
                              c_array<T> const* a, Int lda, Int a_step, c_array<T> const* b, Int ldb, Int b_step,
                              c_scalar<T> beta, c_array<T>* c, Int ldc, Int c_step, Int count) {
  gemm_batch_strided<T>(c_entry(order), chosen(operations, op_a), chosen(operations, op_b), m, n, k, value_of<T>(alpha),
                        static_cast<T const*>(a), lda, a_step, static_cast<T const*>(b), ldb, b_step, value_of<T>(beta),
                        static_cast<T*>(c), ldc, c_step, count);
}

template <class T, class Int>
void gemmt_(char const* half, char const* op_a, char const* op_b, Int const* n, Int const* k, T const* alpha,
            T const* a, Int const* lda, T const* b, Int const* ldb, T const* beta, T* c, Int const* ldc) {
  gemmt<T>(fortran_entry(), chosen(triangles, half), chosen(operations, op_a), chosen(operations, op_b), *n, *k, *alpha,
           a, *lda, b, *ldb, *beta, c, *ldc);
}
template <class T, class Int>
void cblas_gemmt(int order, int half, int op_a, int op_b, Int n, Int k, c_scalar<T> alpha, c_array<T> const* a, Int lda,
                 c_array<T> const* b, Int ldb, c_scalar<T> beta, c_array<T>* c, Int ldc) {
  gemmt<T>(c_entry(order), chosen(triangles, half), chosen(operations, op_a), chosen(operations, op_b), n, k,
           value_of<T>(alpha), static_cast<T const*>(a), lda, static_cast<T const*>(b), ldb, value_of<T>(beta),
           static_cast<T*>(c), ldc);
}

template <class T, class Int>
void syrk_(char const* half, char const* op, Int const* n, Int const* k, T const* alpha, T const* a, Int const* lda,
           T const* beta, T* c, Int const* ldc) {
  rank_k<T, T>(fortran_entry(), "syrk", chosen(triangles, half), chosen(operations, op), *n, *k, *alpha, a, *lda, *beta,
               c, *ldc);
}
template <class T, class Int>
void cblas_syrk(int order, int half, int op, Int n, Int k, c_scalar<T> alpha, c_array<T> const* a, Int lda,
                c_scalar<T> beta, c_array<T>* c, Int ldc) {
  rank_k<T, T>(c_entry(order), "syrk", chosen(triangles, half), chosen(operations, op), n, k, value_of<T>(alpha),
               static_cast<T const*>(a), lda, value_of<T>(beta), static_cast<T*>(c), ldc);
}

template <class T, class Int>
void herk_(char const* half, char const* op, Int const* n, Int const* k, real_of<T> const* alpha, T const* a,
           Int const* lda, real_of<T> const* beta, T* c, Int const* ldc) {
  rank_k<T, real_of<T>>(fortran_entry(), "herk", chosen(triangles, half), chosen(operations, op), *n, *k, *alpha, a,
                        *lda, *beta, c, *ldc);
}
template <class T, class Int>
void cblas_herk(int order, int half, int op, Int n, Int k, real_of<T> alpha, void const* a, Int lda, real_of<T> beta,
                void* c, Int ldc) {
  rank_k<T, real_of<T>>(c_entry(order), "herk", chosen(triangles, half), chosen(operations, op), n, k, alpha,
                        static_cast<T const*>(a), lda, beta, static_cast<T*>(c), ldc);
}

template <class T, class Int>
void trsm_(char const* where, char const* half, char const* op, char const* kind, Int const* m, Int const* n,
           T const* alpha, T const* a, Int const* lda, T* b, Int const* ldb) {
  trsm<T>(fortran_entry(), chosen(sides, where), chosen(triangles, half), chosen(operations, op),
          chosen(diagonals, kind), *m, *n, *alpha, a, *lda, b, *ldb);
}
template <class T, class Int>
void cblas_trsm(int order, int where, int half, int op, int kind, Int m, Int n, c_scalar<T> alpha, c_array<T> const* a,
                Int lda, c_array<T>* b, Int ldb) {
  trsm<T>(c_entry(order), chosen(sides, where), chosen(triangles, half), chosen(operations, op),
          chosen(diagonals, kind), m, n, value_of<T>(alpha), static_cast<T const*>(a), lda, static_cast<T*>(b), ldb);
}

}  // namespace

ISOBIT_BLAS_EVERY_TYPE(gemm, gemm);
// gemm with fewer multiplications, which are not needed to have its result.
ISOBIT_BLAS_COMPLEX_TYPES(gemm3m, gemm);
ISOBIT_BLAS_EVERY_TYPE(gemm_batch, gemm_batch);
ISOBIT_BLAS_EVERY_TYPE(gemm_batch_strided, gemm_batch_strided);
ISOBIT_BLAS_EVERY_TYPE(gemmt, gemmt);
ISOBIT_BLAS_EVERY_TYPE(gemmtr, gemmt);
ISOBIT_BLAS_EVERY_TYPE(syrk, syrk);
ISOBIT_BLAS_COMPLEX_TYPES(herk, herk);
ISOBIT_BLAS_EVERY_TYPE(trsm, trsm);

}  // namespace isobit::interpose::blas
