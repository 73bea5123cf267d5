// What BLAS has not, but the libraries that implement it.

#include <functional>

#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/vector.hpp>
#include <isobit/sum/sum.hpp>

#include "symbols.hpp"
#include "vectors.hpp"

namespace isobit::interpose::blas {

namespace {

template <class T> void axpby(index n, T alpha, T const* x, index x_step, T beta, T* y, index y_step) {
  if (n <= 0) return;
  auto const add = [&](auto vector, auto result) { linalg::axpby(alpha, vector, beta, result); };
  update("axpby", n, x, x_step, !is_zero(alpha), y, y_step, !is_zero(beta), add, alpha, beta);
}

/// y += alpha*conj(x).
template <class T> void axpyc(index n, T alpha, T const* x, index x_step, T* y, index y_step) {
  if (n <= 0 || is_zero(alpha)) return;
  auto const add = [&](auto vector, auto result) { linalg::axpy(alpha, linalg::conjugated(vector), result); };
  update("axpyc", n, x, x_step, true, y, y_step, true, add, alpha);
}

/// Of complex numbers the sum of all parts, as OpenBLAS has it.
template <class T> real_of<T> sum(index n, T const* x, index step) {
  if (n <= 0 || step <= 0) return 0;
  auto const numbers = elements(linalg::parts_at(x), linalg::parts_of<T> * n, 1);
  auto const result = compute("sum", [&] {
    if (step == 1) return isobit::sum(numbers, wanted_threads());
    isobit::exact state;
    for (index i = 0; i < n; ++i)
      for (index part = 0; part < linalg::parts_of<T>; ++part) state.add(linalg::part_of(x[i * step], part));
    return state.template round<real_of<T>>();
  });
  return raising(result, elements(x, n, step));
}

/// The letters of these routines: R conjugates without transposing.
struct copy_choice {
  bool transpose, conjugate;
};
inline constexpr choice<copy_choice> copies[] = {
    {'N', 111, {false, false}}, {'T', 112, {true, false}}, {'C', 113, {true, true}}, {'R', 114, {false, true}}};

/// body(input), or body of a copy where the input's memory may be the result's, which is written step by step.
template <class T, class Body> void with_input_apart(matrix_view<T const> input, matrix_view<T> result, Body body) {
  auto const last = [](auto m) { return &m.at(m.rows - 1, m.columns - 1); };
  std::less_equal<T const*> const up_to;
  if (up_to(input.data, last(result)) && up_to(result.data, last(input)))
    body(separate<matrix_view<T const>>(input).view());
  else
    body(input);
}

/// b = alpha*op(a), for lines of a; with alpha = 1 the numbers as they are.
template <class T> void scaled_copy(copy_choice op, T alpha, matrix_view<T const> a, matrix_view<T> b) {
  for (index i = 0; i < a.rows; ++i)
    for (index j = 0; j < a.columns; ++j) {
      T const& x = a.at(i, j);
      (op.transpose ? b.at(j, i) : b.at(i, j)) = op.conjugate ? linalg::conjugated(x) : x;
    }
  if (is_unity(alpha)) return;
  for (index j = 0; j < b.columns; ++j) linalg::scal(alpha, b.column(j));
}

/// Whether the arguments of such a copy make sense, and there is something to copy.
template <class T>
bool has_copy(entry from, char const* stem, std::optional<copy_choice> op, index rows, index columns, index lda,
              int place_of_ldb, index ldb) {
  arguments check(from, type_letter<T>, stem);
  check.require(1, op.has_value());
  check.require(2, rows >= 0);
  check.require(3, columns >= 0);
  check.require_leading(6, lda, rows, columns);
  bool const transpose = op && op->transpose;
  check.require_leading(place_of_ldb, ldb, transpose ? columns : rows, transpose ? rows : columns);
  return !check.refused() && rows > 0 && columns > 0;
}

template <class T>
void omatcopy(entry from, std::optional<copy_choice> op, index rows, index columns, T alpha, T const* a, index lda,
              T* b, index ldb) {
  if (!has_copy<T>(from, "omatcopy", op, rows, columns, lda, 8, ldb)) return;
  bool const transpose = op->transpose;
  auto const input = stored(from, a, rows, columns, lda);
  auto const result = stored(from, b, transpose ? columns : rows, transpose ? rows : columns, ldb);
  compute("omatcopy", [&] {
    with_input_apart(input, result, [&](auto source) {
      raising_into(
          result, false, [&] { scaled_copy(*op, alpha, source, result); }, alpha, source);
    });
  });
}

/// In place, by way of a copy: the two need not have the same leading dimension.
template <class T>
void imatcopy(entry from, std::optional<copy_choice> op, index rows, index columns, T alpha, T* a, index lda,
              index ldb) {
  if (!has_copy<T>(from, "imatcopy", op, rows, columns, lda, 7, ldb)) return;
  bool const transpose = op->transpose;
  compute("imatcopy", [&] {
    matrix_view<T const> const before = stored(from, a, rows, columns, lda);
    separate<matrix_view<T const>> const copy(before);
    auto const result = stored(from, a, transpose ? columns : rows, transpose ? rows : columns, ldb);
    raising_into(
        result, false, [&] { scaled_copy(*op, alpha, copy.view(), result); }, alpha, copy.view());
  });
}

/// c = alpha*a + beta*c.
template <class T> void geadd(entry from, index m, index n, T alpha, T const* a, index lda, T beta, T* c, index ldc) {
  arguments check(from, type_letter<T>, "geadd");
  check.require(1, m >= 0);
  check.require(2, n >= 0);
  check.require_leading(5, lda, m, n);
  check.require_leading(8, ldc, m, n);
  if (check.refused() || m == 0 || n == 0) return;
  auto const input = stored(from, a, m, n, lda);
  auto const result = stored(from, c, m, n, ldc);
  compute("geadd", [&] {
    with_input_apart(input, result, [&](auto source) {
      auto const add = [&] {
        for (index j = 0; j < n; ++j) linalg::axpby(alpha, source.column(j), beta, result.column(j));
      };
      raising_into(result, !is_zero(beta), add, alpha, beta, source);
    });
  });
}

template <class T, class Int>
void axpby_(Int const* n, T const* alpha, T const* x, Int const* x_step, T const* beta, T* y, Int const* y_step) {
  axpby<T>(*n, *alpha, x, *x_step, *beta, y, *y_step);
}
template <class T, class Int>
void cblas_axpby(Int n, c_scalar<T> alpha, c_array<T> const* x, Int x_step, c_scalar<T> beta, c_array<T>* y,
                 Int y_step) {
  axpby<T>(n, value_of<T>(alpha), static_cast<T const*>(x), x_step, value_of<T>(beta), static_cast<T*>(y), y_step);
}
template <class T, class Int>
void axpyc_(Int const* n, T const* alpha, T const* x, Int const* x_step, T* y, Int const* y_step) {
  axpyc<T>(*n, *alpha, x, *x_step, y, *y_step);
}
template <class T, class Int>
void cblas_axpyc(Int n, void const* alpha, void const* x, Int x_step, void* y, Int y_step) {
  axpyc<T>(n, value_of<T>(alpha), static_cast<T const*>(x), x_step, static_cast<T*>(y), y_step);
}
template <class T, class Int> real_of<T> sum_(Int const* n, T const* x, Int const* step) {
  return sum<T>(*n, x, *step);
}
template <class T, class Int> real_of<T> cblas_sum(Int n, c_array<T> const* x, Int step) {
  return sum<T>(n, static_cast<T const*>(x), step);
}

/// Fortran's too have the layout in front.
entry layout_entry(char const* order) { return {false, true, chosen(layouts, order)}; }

template <class T, class Int>
void omatcopy_(char const* order, char const* op, Int const* rows, Int const* columns, T const* alpha, T const* a,
               Int const* lda, T* b, Int const* ldb) {
  omatcopy<T>(layout_entry(order), chosen(copies, op), *rows, *columns, *alpha, a, *lda, b, *ldb);
}
template <class T, class Int>
void cblas_omatcopy(int order, int op, Int rows, Int columns,
                    std::conditional_t<is_complex<T>, real_of<T> const*, T> alpha, real_of<T> const* a, Int lda,
                    real_of<T>* b, Int ldb) {
  T factor;
  if constexpr (is_complex<T>)
    factor = {alpha[0], alpha[1]};
  else
    factor = alpha;
  omatcopy<T>(c_entry(order), chosen(copies, op), rows, columns, factor, reinterpret_cast<T const*>(a), lda,
              reinterpret_cast<T*>(b), ldb);
}
template <class T, class Int>
void imatcopy_(char const* order, char const* op, Int const* rows, Int const* columns, T const* alpha, T* a,
               Int const* lda, Int const* ldb) {
  imatcopy<T>(layout_entry(order), chosen(copies, op), *rows, *columns, *alpha, a, *lda, *ldb);
}
template <class T, class Int>
void cblas_imatcopy(int order, int op, Int rows, Int columns,
                    std::conditional_t<is_complex<T>, real_of<T> const*, T> alpha, real_of<T>* a, Int lda, Int ldb) {
  T factor;
  if constexpr (is_complex<T>)
    factor = {alpha[0], alpha[1]};
  else
    factor = alpha;
  imatcopy<T>(c_entry(order), chosen(copies, op), rows, columns, factor, reinterpret_cast<T*>(a), lda, ldb);
}

template <class T, class Int>
void geadd_(Int const* m, Int const* n, T const* alpha, T const* a, Int const* lda, T const* beta, T* c,
            Int const* ldc) {
  geadd<T>(fortran_entry(), *m, *n, *alpha, a, *lda, *beta, c, *ldc);
}
template <class T, class Int>
void cblas_geadd(int order, Int m, Int n, std::conditional_t<is_complex<T>, real_of<T>*, T> alpha, real_of<T>* a,
                 Int lda, std::conditional_t<is_complex<T>, real_of<T>*, T> beta, real_of<T>* c, Int ldc) {
  auto const number = [](auto x) {
    if constexpr (is_complex<T>)
      return T(x[0], x[1]);
    else
      return x;
  };
  geadd<T>(c_entry(order), m, n, number(alpha), reinterpret_cast<T const*>(a), lda, number(beta),
           reinterpret_cast<T*>(c), ldc);
}

}  // namespace

ISOBIT_BLAS_EVERY_TYPE(axpby, axpby);
ISOBIT_BLAS_COMPLEX_TYPES(axpyc, axpyc);
ISOBIT_BLAS_BOTH(ssum, sum, float);
ISOBIT_BLAS_BOTH(dsum, sum, double);
ISOBIT_BLAS_BOTH(scsum, sum, single_complex);
ISOBIT_BLAS_BOTH(dzsum, sum, double_complex);
ISOBIT_BLAS_EVERY_TYPE(omatcopy, omatcopy);
ISOBIT_BLAS_EVERY_TYPE(imatcopy, imatcopy);
ISOBIT_BLAS_EVERY_TYPE(geadd, geadd);

}  // namespace isobit::interpose::blas
