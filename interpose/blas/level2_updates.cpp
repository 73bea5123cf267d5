// Products of vectors added to one half of a matrix.

#include <isobit/linalg/updates.hpp>

#include "exceptions.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

template <class T> vector_view<T> memory_of(linalg::packed_view<T> a) {
  return elements(a.data, a.n * (a.n + 1) / 2, 1);
}

/// syr and spr, or her and hpr, where `Scalar` is the real type of a complex T.
template <class T, class Scalar>
void rank_one(entry from, char const* stem, std::optional<triangle> half, index n, Scalar alpha, T const* x, index step,
              T* a, index lda) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require(5, step != 0);
  check.require_leading(7, lda, n, n);
  if (check.refused() || n == 0 || is_zero(alpha)) return;
  auto const vector = elements(x, n, step);
  auto const result = stored(from, a, n, n, lda);
  auto const add = [&](auto input) {
    if constexpr (std::same_as<T, Scalar>)
      linalg::syr(*half, alpha, input, result, wanted_threads());
    else
      linalg::her(*half, alpha, input, result, wanted_threads());
  };
  raising_into(
      half_of<T>{result, *half}, true, [&] { compute(stem, add, vector); }, alpha, vector);
}
template <class T, class Scalar>
void packed_rank_one(entry from, char const* stem, std::optional<triangle> half, index n, Scalar alpha, T const* x,
                     index step, T* a) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require(5, step != 0);
  if (check.refused() || n == 0 || is_zero(alpha)) return;
  auto vector = elements(x, n, step);
  auto const result = linalg::packed_result_as(from.order == layout::rows, *half, a, n);
  auto const add = [&](auto input) {
    if constexpr (std::same_as<T, Scalar>)
      linalg::spr(alpha, input, result);
    else
      linalg::hpr(alpha, input, result);
  };
  if (!std::same_as<T, Scalar> && from.order == layout::rows) vector.conjugate = true;
  raising_into(
      memory_of(result), true, [&] { compute(stem, add, vector); }, alpha, vector);
}

template <class T>
void rank_two(entry from, char const* stem, std::optional<triangle> half, index n, T alpha, T const* x, index x_step,
              T const* y, index y_step, T* a, index lda) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require(5, x_step != 0);
  check.require(7, y_step != 0);
  check.require_leading(9, lda, n, n);
  if (check.refused() || n == 0 || is_zero(alpha)) return;
  auto const first = elements(x, n, x_step), second = elements(y, n, y_step);
  auto const result = stored(from, a, n, n, lda);
  auto const add = [&](auto left, auto right) {
    *stem == 'h' ? linalg::her2(*half, alpha, left, right, result, wanted_threads())
                 : linalg::syr2(*half, alpha, left, right, result, wanted_threads());
  };
  raising_into(
      half_of<T>{result, *half}, true, [&] { compute(stem, add, first, second); }, alpha, first, second);
}
template <class T>
void packed_rank_two(entry from, char const* stem, std::optional<triangle> half, index n, T alpha, T const* x,
                     index x_step, T const* y, index y_step, T* a) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, half.has_value());
  check.require(2, n >= 0);
  check.require(5, x_step != 0);
  check.require(7, y_step != 0);
  if (check.refused() || n == 0 || is_zero(alpha)) return;
  auto first = elements(x, n, x_step), second = elements(y, n, y_step);
  auto const result = linalg::packed_result_as(from.order == layout::rows, *half, a, n);
  bool const hermitian = *stem == 'h';
  if (hermitian && from.order == layout::rows) linalg::turn_for_rows(first, second);
  auto const add = [&](auto left, auto right) {
    hermitian ? linalg::hpr2(alpha, left, right, result) : linalg::spr2(alpha, left, right, result);
  };
  raising_into(
      memory_of(result), true, [&] { compute(stem, add, first, second); }, alpha, first, second);
}

template <class T, class Int>
void syr_(char const* half, Int const* n, T const* alpha, T const* x, Int const* step, T* a, Int const* lda) {
  rank_one<T, T>(fortran_entry(), "syr", chosen(triangles, half), *n, *alpha, x, *step, a, *lda);
}
template <class T, class Int>
void cblas_syr(int order, int half, Int n, c_scalar<T> alpha, c_array<T> const* x, Int step, c_array<T>* a, Int lda) {
  rank_one<T, T>(c_entry(order), "syr", chosen(triangles, half), n, value_of<T>(alpha), static_cast<T const*>(x), step,
                 static_cast<T*>(a), lda);
}
template <class T, class Int>
void her_(char const* half, Int const* n, real_of<T> const* alpha, T const* x, Int const* step, T* a, Int const* lda) {
  rank_one<T, real_of<T>>(fortran_entry(), "her", chosen(triangles, half), *n, *alpha, x, *step, a, *lda);
}
template <class T, class Int>
void cblas_her(int order, int half, Int n, real_of<T> alpha, void const* x, Int step, void* a, Int lda) {
  rank_one<T, real_of<T>>(c_entry(order), "her", chosen(triangles, half), n, alpha, static_cast<T const*>(x), step,
                          static_cast<T*>(a), lda);
}
template <class T, class Int>
void spr_(char const* half, Int const* n, T const* alpha, T const* x, Int const* step, T* a) {
  packed_rank_one<T, T>(fortran_entry(), "spr", chosen(triangles, half), *n, *alpha, x, *step, a);
}
template <class T, class Int>
void cblas_spr(int order, int half, Int n, c_scalar<T> alpha, c_array<T> const* x, Int step, c_array<T>* a) {
  packed_rank_one<T, T>(c_entry(order), "spr", chosen(triangles, half), n, value_of<T>(alpha), static_cast<T const*>(x),
                        step, static_cast<T*>(a));
}
template <class T, class Int>
void hpr_(char const* half, Int const* n, real_of<T> const* alpha, T const* x, Int const* step, T* a) {
  packed_rank_one<T, real_of<T>>(fortran_entry(), "hpr", chosen(triangles, half), *n, *alpha, x, *step, a);
}
template <class T, class Int>
void cblas_hpr(int order, int half, Int n, real_of<T> alpha, void const* x, Int step, void* a) {
  packed_rank_one<T, real_of<T>>(c_entry(order), "hpr", chosen(triangles, half), n, alpha, static_cast<T const*>(x),
                                 step, static_cast<T*>(a));
}

#define ISOBIT_RANK_TWO(stem)                                                                                    \
  template <class T, class Int>                                                                                  \
  void stem##_(char const* half, Int const* n, T const* alpha, T const* x, Int const* x_step, T const* y,        \
               Int const* y_step, T* a, Int const* lda) {                                                        \
    rank_two<T>(fortran_entry(), #stem, chosen(triangles, half), *n, *alpha, x, *x_step, y, *y_step, a, *lda);   \
  }                                                                                                              \
  template <class T, class Int>                                                                                  \
  void cblas_##stem(int order, int half, Int n, c_scalar<T> alpha, c_array<T> const* x, Int x_step,              \
                    c_array<T> const* y, Int y_step, c_array<T>* a, Int lda) {                                   \
    rank_two<T>(c_entry(order), #stem, chosen(triangles, half), n, value_of<T>(alpha), static_cast<T const*>(x), \
                x_step, static_cast<T const*>(y), y_step, static_cast<T*>(a), lda);                              \
  }
ISOBIT_RANK_TWO(syr2)
ISOBIT_RANK_TWO(her2)

#define ISOBIT_PACKED_RANK_TWO(stem)                                                                            \
  template <class T, class Int>                                                                                 \
  void stem##_(char const* half, Int const* n, T const* alpha, T const* x, Int const* x_step, T const* y,       \
               Int const* y_step, T* a) {                                                                       \
    packed_rank_two<T>(fortran_entry(), #stem, chosen(triangles, half), *n, *alpha, x, *x_step, y, *y_step, a); \
  }                                                                                                             \
  template <class T, class Int>                                                                                 \
  void cblas_##stem(int order, int half, Int n, c_scalar<T> alpha, c_array<T> const* x, Int x_step,             \
                    c_array<T> const* y, Int y_step, c_array<T>* a) {                                           \
    packed_rank_two<T>(c_entry(order), #stem, chosen(triangles, half), n, value_of<T>(alpha),                   \
                       static_cast<T const*>(x), x_step, static_cast<T const*>(y), y_step, static_cast<T*>(a)); \
  }
ISOBIT_PACKED_RANK_TWO(spr2)
ISOBIT_PACKED_RANK_TWO(hpr2)

}  // namespace

// LAPACK has the complex symmetric ones.
ISOBIT_BLAS_EVERY_TYPE(syr, syr);
ISOBIT_BLAS_EVERY_TYPE(spr, spr);
ISOBIT_BLAS_COMPLEX_TYPES(her, her);
ISOBIT_BLAS_COMPLEX_TYPES(hpr, hpr);
ISOBIT_BLAS_REAL_TYPES(syr2, syr2);
ISOBIT_BLAS_REAL_TYPES(spr2, spr2);
ISOBIT_BLAS_COMPLEX_TYPES(her2, her2);
ISOBIT_BLAS_COMPLEX_TYPES(hpr2, hpr2);

}  // namespace isobit::interpose::blas
