#include <isobit/linalg/vector.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>

#include <isobit/driver/serial.hpp>
#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/rotation.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/exact.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "linalg/vector_table.hpp"
#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

namespace {

constexpr index block_size = 256;

template <class R> vector_kernels_for<R> const& kernels() { return vector_kernels().template of<R>(); }

/// Real numbers, `stride` apart.
template <class R> struct real_numbers {
  R* data;
  index stride;
};
template <class R> real_numbers(R*, index) -> real_numbers<R>;

/// The real (0) or imaginary (1) parts of a view's elements.
template <class T> auto part(vector_view<T> v, int which) noexcept {
  return real_numbers{parts_at(v.data) + which, parts_of<std::remove_const_t<T>> * v.stride};
}

/// Calls body(stride) with a constant for the usual ones, so that its loop is vectorised.
template <class Body> void with_stride(index stride, Body body) {
  if (stride == 1)
    body(std::integral_constant<index, 1>());
  else if (stride == 2)
    body(std::integral_constant<index, 2>());
  else
    body(stride);
}

template <class R> void gather(real_numbers<R const> from, index first, index n, R* to) noexcept {
  with_stride(from.stride, [&](auto stride) {
    R const* const start = from.data + first * stride;
    for (index i = 0; i < n; ++i) to[i] = start[i * stride];
  });
}
template <class R> void scatter(R const* from, index first, index n, real_numbers<R> to) noexcept {
  with_stride(to.stride, [&](auto stride) {
    R* const start = to.data + first * stride;
    for (index i = 0; i < n; ++i) start[i * stride] = from[i];
  });
}

/// Elements of a view, copied and brought back.
template <class T> void gather(vector_view<T> from, index first, index n, std::remove_const_t<T>* to) noexcept {
  for (index i = 0; i < n; ++i) to[i] = from.data[(first + i) * from.stride];
}
template <class T> void scatter(T const* from, index first, index n, vector_view<T> to) noexcept {
  for (index i = 0; i < n; ++i) to.data[(first + i) * to.stride] = from[i];
}

/// The last tier: the rows of one element by their definition. By bits: a caller's environment can have subnormal
/// numbers read as zeros.
template <class Shape, class R> void combine_exactly(row_of_factors<R> const* rows, R* x, R* y) {
  constexpr int parts = Shape::pairs ? 2 : 1;
  R results[Shape::rows][parts];
  for (int r = 0; r < Shape::rows; ++r)
    for (int part = 0; part < parts; ++part) {
      exact_product sum;
      bool any = false;
      for (int k = 0; k < Shape::terms; ++k) {
        operand const o = Shape::of[r][k];
        R const factor = rows[r].factor[k][part], value = (is_of_x(o) ? x : y)[is_exchanged(o) ? 1 - part : part];
        if (is_zero(factor)) continue;
        sum.add_product(factor, value);
        any = true;
      }
      results[r][part] = any ? sum.round<R>() : R{0};
    }
  for (int r = 0; r < Shape::rows; ++r)
    for (int part = 0; part < parts; ++part) (is_of_x(Shape::of[r][0]) ? x : y)[part] = results[r][part];
}

/// All rows for n elements that lie one after another.
template <class Shape, class R> void combine_block(index n, row_of_factors<R> const* rows, R* x, R* y) {
  constexpr index parts = Shape::pairs ? 2 : 1;
  auto* const kernel = kernels<R>().template combine<Shape>();
  std::uint64_t open[combination_chunk / 64];
  for (index first = 0; first < parts * n; first += combination_chunk) {
    index const now = std::min(combination_chunk, parts * n - first);
    if (!kernel(now, rows, x + first, y + first, open)) continue;
    for (index word = 0; word < combination_chunk / 64; ++word)
      for (std::uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
        index const at = 64 * word + std::countr_zero(bits);
        if (at % parts == 0) combine_exactly<Shape>(rows, x + first + at, y + first + at);
      }
  }
}

/// The same for views. x is written only if a row replaces it.
template <class Shape, class T, class Rows> void combine(Rows const& rows, vector_view<T> x, vector_view<T> y) {
  constexpr index each = Shape::pairs ? 1 : parts_of<T>;
  if (x.stride == 1 && y.stride == 1)
    return combine_block<Shape>(each * x.size, rows, parts_at(x.data), parts_at(y.data));
  T left[block_size], right[block_size];
  for (index first = 0; first < x.size; first += block_size) {
    index const n = std::min(block_size, x.size - first);
    gather(x, first, n, left);
    gather(y, first, n, right);
    combine_block<Shape>(each * n, rows, parts_at(left), parts_at(right));
    if (Shape::rows == 2 || is_of_x(Shape::of[0][0])) scatter(left, first, n, x);
    if (Shape::rows == 2 || !is_of_x(Shape::of[0][0])) scatter(right, first, n, y);
  }
}

/// A view whose elements are not written.
template <class T> vector_view<T> unwritten(vector_view<T const> v) {
  return {const_cast<T*>(v.data), v.size, v.stride};
}

/// body(n, x, y) with contiguous x and y, block by block where they are not; y is written.
template <class R, class Body> void for_each_block(index size, real_numbers<R const> x, real_numbers<R> y, Body body) {
  if (x.stride == 1 && y.stride == 1) return body(size, x.data, y.data);
  R left[block_size], right[block_size];
  for (index first = 0; first < size; first += block_size) {
    index const n = std::min(block_size, size - first);
    gather(x, first, n, left);
    gather(real_numbers<R const>{y.data, y.stride}, first, n, right);
    body(n, left, right);
    scatter(right, first, n, y);
  }
}

template <class R> constexpr R one = R{1};

}  // namespace

template <class T> void axpy(T alpha, vector_view<T const> x, vector_view<T> y) {
  using real = real_of<T>;
  require_equal("axpy", x.size, "the size of x", y.size, "the size of y");
  linalg::require_output("axpy", "y", y);
  if (!same_elements(x, y)) linalg::require_disjoint("axpy", "y", y, "x", x);
  if (y.size == 0 || is_zero(alpha)) return;
  in_standard_rounding([&] {
    auto const fused = kernels<real>().axpy;
    real const ar = part_of(alpha, 0);
    if constexpr (is_complex<T>) {
      real const ai = alpha.imag();
      if (is_zero(ai) && !x.conjugate && x.stride == 1 && y.stride == 1 && fused != nullptr)
        return fused(2 * y.size, ar, parts_at(x.data), parts_at(y.data));
      // alpha*conj(x): the factors of x's imaginary part change their signs.
      row_of_factors<real> const rows[] = {{{{1, 1}, {ar, ar}, {negated(ai), ai}}}};
      row_of_factors<real> const conjugated[] = {{{{1, 1}, {ar, negated(ar)}, {ai, ai}}}};
      combine<addition_of_pairs>(x.conjugate ? conjugated : rows, unwritten(x), y);
    } else if (fused != nullptr) {
      for_each_block(y.size, part(x, 0), part(y, 0), [&](index n, T const* from, T* to) { fused(n, alpha, from, to); });
    } else {
      row_of_factors<T> const rows[] = {{{{1, 1}, {ar, ar}}}};
      combine<addition_of_reals>(rows, unwritten(x), y);
    }
  });
}

template <class T> void scal(T alpha, vector_view<T> x) {
  using real = real_of<T>;
  linalg::require_output("scal", "x", x);
  if (x.size == 0) return;
  in_standard_rounding([&] {
    real const ar = part_of(alpha, 0);
    auto const multiply =
        is_zero(ar) ? [](index n, real, real* at) { std::fill_n(at, n, real{0}); } : kernels<real>().scal;
    if constexpr (is_complex<T>) {
      real const ai = alpha.imag();
      if (is_zero(ai) && x.stride == 1) return multiply(2 * x.size, ar, parts_at(x.data));
      row_of_factors<real> const rows[] = {{{{ar, ar}, {negated(ai), ai}}}};
      combine<scaling_of_pairs>(rows, x, x);
    } else {
      for_each_block(x.size, part<T const>(x, 0), part(x, 0),
                     [&](index n, T const*, T* at) { multiply(n, alpha, at); });
    }
  });
}

template <class T> void rot(vector_view<T> x, vector_view<T> y, real_of<T> c, T s) {
  using real = real_of<T>;
  require_equal("rot", x.size, "the size of x", y.size, "the size of y");
  linalg::require_output("rot", "x", x);
  linalg::require_output("rot", "y", y);
  linalg::require_disjoint("rot", "x", x, "y", y);
  if (x.size == 0) return;
  in_standard_rounding([&] {
    real const sr = part_of(s, 0);
    row_of_factors<real> const plain[] = {{{{c, c}, {sr, sr}}}, {{{c, c}, {negated(sr), negated(sr)}}}};
    if constexpr (is_complex<T>)
      if (real const si = s.imag(); !is_zero(si)) {
        row_of_factors<real> const rows[] = {{{{c, c}, {sr, sr}, {negated(si), si}}},
                                             {{{c, c}, {negated(sr), negated(sr)}, {negated(si), si}}}};
        return combine<rotation_of_pairs>(rows, x, y);
      }
    combine<rotation_of_reals>(plain, x, y);
  });
}

template <class T> void rotm(vector_view<T> x, vector_view<T> y, T h11, T h21, T h12, T h22) {
  require_equal("rotm", x.size, "the size of x", y.size, "the size of y");
  linalg::require_output("rotm", "x", x);
  linalg::require_output("rotm", "y", y);
  linalg::require_disjoint("rotm", "x", x, "y", y);
  if (x.size == 0) return;
  in_standard_rounding([&] {
    row_of_factors<T> const rows[] = {{{{h11, h11}, {h12, h12}}}, {{{h22, h22}, {h21, h21}}}};
    combine<rotation_of_reals>(rows, x, y);
  });
}

template <class T> void axpby(T alpha, vector_view<T const> x, T beta, vector_view<T> y) {
  using real = real_of<T>;
  require_equal("axpby", x.size, "the size of x", y.size, "the size of y");
  serial const one_thread;
  if constexpr (is_complex<T>) {
    linalg::require_output("axpby", "y", y);
    linalg::require_disjoint("axpby", "y", y, "x", x);
    if (is_zero(alpha) && is_unity(beta)) return;
    // Real products, so that no infinity meets a zero that is not in alpha or beta.
    real const ar = alpha.real(), ai = alpha.imag(), br = beta.real(), bi = beta.imag();
    real const re_xi = x.conjugate ? ai : negated(ai), im_xi = x.conjugate ? negated(ar) : ar;
    real_numbers<real const> const source[] = {part(x, 0), part(x, 1), part<T const>(y, 0), part<T const>(y, 1)};
    real const factors[2][4] = {{ar, re_xi, br, negated(bi)}, {ai, im_xi, bi, br}};
    real columns[4 * block_size], output[2][block_size];
    for (index first = 0; first < y.size; first += block_size) {
      index const n = std::min(block_size, y.size - first);
      for (int t = 0; t < 2; ++t) {
        real factor[4];
        index terms = 0;
        for (int k = 0; k < 4; ++k) {
          if (is_zero(factors[t][k])) continue;
          gather(source[k], first, n, columns + terms * block_size);
          factor[terms++] = factors[t][k];
        }
        gemv<real>(driver_ref(one_thread), one<real>, {columns, n, terms, 1, block_size}, {factor, terms}, real{},
                   {output[t], n});
      }
      for (int t = 0; t < 2; ++t) scatter(output[t], first, n, part(y, t));
    }
  } else {
    gemv<T>(driver_ref(one_thread), alpha, as_column(x), vector_view<T const>(&one<T>, 1), beta, y);
  }
}

#define ISOBIT_INSTANTIATE(T)                                      \
  template void axpy(T, vector_view<T const>, vector_view<T>);     \
  template void axpby(T, vector_view<T const>, T, vector_view<T>); \
  template void scal(T, vector_view<T>);                           \
  template void rot(vector_view<T>, vector_view<T>, real_of<T>, T);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

template void rotm(vector_view<float>, vector_view<float>, float, float, float, float);
template void rotm(vector_view<double>, vector_view<double>, double, double, double, double);

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
