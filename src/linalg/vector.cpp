#include <isobit/linalg/vector.hpp>

#include <algorithm>
#include <initializer_list>

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

template <class R> vector_kernels_for<R> const& kernels() {
  auto const& table = vector_kernels();
  if constexpr (std::same_as<R, double>)
    return table.f64;
  else
    return table.f32;
}

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

// By bits: a caller's environment can have subnormal numbers read as zeros.

/// target[i] = the sum of factor[k]*source[k][i], rounded once. What would meet a zero factor is left out.
template <class R> struct assignment {
  struct term {
    R factor;
    int source;
  };
  real_numbers<R> target;
  R factor[3] = {};
  int source[3] = {};
  int terms = 0;

  assignment(real_numbers<R> target_, std::initializer_list<term> list) : target(target_) {
    for (auto const& [a, x] : list) {
      if (is_zero(a)) continue;
      factor[terms] = a;
      source[terms++] = x;
    }
  }
};

/// The last tier: the definition.
template <class R> R combined(assignment<R> const& c, R const* const* source, index i) {
  exact_product sum;
  for (int k = 0; k < c.terms; ++k) sum.add_product(c.factor[k], source[k][i]);
  return sum.round<R>();
}

/// All assignments for all i; a target may be a source.
template <class R, std::size_t sources, std::size_t targets>
void combine(index size, real_numbers<R const> const (&source)[sources], assignment<R> const (&list)[targets]) {
  auto const& kernel = kernels<R>();
  R input[sources][block_size + vector_padding], output[targets][block_size + vector_padding];
  std::int64_t open[block_size + vector_padding];
  for (index first = 0; first < size; first += block_size) {
    index const n = std::min(block_size, size - first);
    for (std::size_t s = 0; s < sources; ++s) {
      gather(source[s], first, n, input[s]);
      std::fill_n(input[s] + n, vector_padding, R{0});
    }
    for (std::size_t t = 0; t < targets; ++t) {
      auto const& c = list[t];
      R const* at[3] = {input[c.source[0]], input[c.source[1]], input[c.source[2]]};
      if (c.terms <= 1) {
        std::copy_n(at[0], n, output[t]);
        kernel.scal(n, c.factor[0], output[t]);
        if (c.terms == 0) std::fill_n(output[t], n, R{0});
        continue;
      }
      auto const run = c.terms == 2 ? kernel.combine_two : kernel.combine_three;
      if (!run(n, c.factor, at, output[t], open)) continue;
      for (index i = 0; i < n; ++i)
        if (open[i] != 0) output[t][i] = combined(c, at, i);
    }
    for (std::size_t t = 0; t < targets; ++t) scatter(output[t], first, n, list[t].target);
  }
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
    if constexpr (is_complex<T>) {
      real const ar = alpha.real(), ai = alpha.imag();
      // alpha*conj(x): the factors of x's imaginary part change their signs.
      real const re_xi = x.conjugate ? ai : negated(ai), im_xi = x.conjugate ? negated(ar) : ar;
      real_numbers<real const> const source[] = {part(x, 0), part(x, 1), part<T const>(y, 0), part<T const>(y, 1)};
      assignment<real> const list[] = {{part(y, 0), {{ar, 0}, {re_xi, 1}, {one<real>, 2}}},
                                       {part(y, 1), {{ai, 0}, {im_xi, 1}, {one<real>, 3}}}};
      combine(y.size, source, list);
    } else if (auto const fused = kernels<T>().axpy) {
      for_each_block(y.size, part(x, 0), part(y, 0), [&](index n, T const* from, T* to) { fused(n, alpha, from, to); });
    } else {
      real_numbers<T const> const source[] = {part(x, 0), part<T const>(y, 0)};
      assignment<T> const list[] = {{part(y, 0), {{alpha, 0}, {one<T>, 1}}}};
      combine(y.size, source, list);
    }
  });
}

template <class T> void scal(T alpha, vector_view<T> x) {
  using real = real_of<T>;
  linalg::require_output("scal", "x", x);
  if (x.size == 0) return;
  in_standard_rounding([&] {
    if constexpr (is_complex<T>) {
      real const ar = alpha.real(), ai = alpha.imag();
      real_numbers<real const> const source[] = {part<T const>(x, 0), part<T const>(x, 1)};
      assignment<real> const list[] = {{part(x, 0), {{ar, 0}, {negated(ai), 1}}}, {part(x, 1), {{ai, 0}, {ar, 1}}}};
      combine(x.size, source, list);
    } else {
      auto const multiply = is_zero(alpha) ? [](index n, T, T* at) { std::fill_n(at, n, T{0}); } : kernels<T>().scal;
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
    if constexpr (is_complex<T>) {
      real const sr = s.real(), si = s.imag();
      real_numbers<real const> const source[] = {part<T const>(x, 0), part<T const>(x, 1), part<T const>(y, 0),
                                                 part<T const>(y, 1)};
      assignment<real> const list[] = {{part(x, 0), {{c, 0}, {sr, 2}, {negated(si), 3}}},
                                       {part(x, 1), {{c, 1}, {sr, 3}, {si, 2}}},
                                       {part(y, 0), {{c, 2}, {negated(sr), 0}, {negated(si), 1}}},
                                       {part(y, 1), {{c, 3}, {negated(sr), 1}, {si, 0}}}};
      combine(x.size, source, list);
    } else {
      real_numbers<T const> const source[] = {part<T const>(x, 0), part<T const>(y, 0)};
      assignment<T> const list[] = {{part(x, 0), {{c, 0}, {s, 1}}}, {part(y, 0), {{c, 1}, {negated(s), 0}}}};
      combine(x.size, source, list);
    }
  });
}

template <class T> void rotm(vector_view<T> x, vector_view<T> y, T h11, T h21, T h12, T h22) {
  require_equal("rotm", x.size, "the size of x", y.size, "the size of y");
  linalg::require_output("rotm", "x", x);
  linalg::require_output("rotm", "y", y);
  linalg::require_disjoint("rotm", "x", x, "y", y);
  if (x.size == 0) return;
  in_standard_rounding([&] {
    real_numbers<T const> const source[] = {part<T const>(x, 0), part<T const>(y, 0)};
    assignment<T> const list[] = {{part(x, 0), {{h11, 0}, {h12, 1}}}, {part(y, 0), {{h21, 0}, {h22, 1}}}};
    combine(x.size, source, list);
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
