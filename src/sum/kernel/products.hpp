#pragma once

#include "arithmetic/error_free.hpp"
#include "sum/kernel/sum.hpp"

/// Products of doubles as products and errors. docs/maths/dot.md#exact
ISOBIT_NAMESPACE_BEGIN
namespace summation::ISOBIT_TARGET {

using namespace arithmetic;

inline void two_products(double const* x, double const* y, std::size_t n, double* value, double* error) {
  auto const both = [](f64 a, f64 b, f64 & p, f64 & e) __attribute__((always_inline)) {
    product const ab{a, b};
    p = a * b;
    e = ab.less(p);
  };
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    f64 p, e;
    both(load<f64>(x + i), load<f64>(y + i), p, e);
    store(value + i, p);
    store(error + i, e);
  }
  if (i < n) {
    double a[lanes] = {}, b[lanes] = {}, ps[lanes], es[lanes];
    __builtin_memcpy(a, x + i, (n - i) * sizeof(double));
    __builtin_memcpy(b, y + i, (n - i) * sizeof(double));
    f64 p, e;
    both(load<f64>(a), load<f64>(b), p, e);
    store(ps, p);
    store(es, e);
    __builtin_memcpy(value + i, ps, (n - i) * sizeof(double));
    __builtin_memcpy(error + i, es, (n - i) * sizeof(double));
  }
}

#if ISOBIT_VECTOR_BYTES == 64
/// x*y rounded, without raising a flag: so the flags can certify everything that becomes of it, and of its error.
ISOBIT_INLINE f64 multiply_quietly(f64 x, f64 y) {
  return (f64)_mm512_mul_round_pd((__m512d)x, (__m512d)y, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
constexpr bool multiplies_quietly = true;
#else
ISOBIT_INLINE f64 multiply_quietly(f64 x, f64) { return x; }
constexpr bool multiplies_quietly = false;
#endif

inline void multiply(double const* x, double const* y, std::size_t n, double* product) {
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) store(product + i, load<f64>(x + i) * load<f64>(y + i));
  for (; i < n; ++i) product[i] = x[i] * y[i];
}

/// Both sums of a block, of which the products are known, or multiplied quietly. The error of a product, by FMA, is
/// exact, or a flag is raised.
inline product_sums sum_products(double const* x, double const* y, double const* products, block const& b) {
  f64 const zero = {};
  f64 const negative_zero = -zero;
  // Of the upper and lower halves of products and of errors: as many as there are registers for.
  constexpr std::size_t chains = lanes >= 8 ? 4 : 2;
  f64 product_high[chains], product_low[chains] = {}, error_high[chains] = {}, error_low[chains] = {};
  for (f64& sum : product_high) sum = negative_zero;

  f64 const minus_one = opaque(broadcast(-1.0));
  auto const add = [&](f64 value, f64 & high, f64 & low) __attribute__((always_inline)) {
    f64 const h = upper(value);
    high += h;
    low += subtract_by_fma(value, h, minus_one);
  };
  auto const add_product = [&](std::size_t i, std::size_t chain, std::size_t count) __attribute__((always_inline)) {
    f64 const left = opaque(load<f64>(x + i)), right = opaque(load<f64>(y + i));
    f64 product = multiplies_quietly ? multiply_quietly(left, right) : opaque(load<f64>(products + i));
    f64 error = fma(left, right, -product);
    if (count != lanes) {
      product = keep_last(product, count, negative_zero);
      error = keep_last(error, count, zero);
    }
    add(product, product_high[chain], product_low[chain]);
    add(error, error_high[chain], error_low[chain]);
  };
  for_each_vector<1>(
      b,
      [&](std::size_t i, std::size_t stride) __attribute__((always_inline)) {
#pragma GCC unroll 4
        for (std::size_t s = 0; s < 4; ++s) add_product(i + s * stride, s % chains, lanes);
      },
      [&](std::size_t i, std::size_t count) __attribute__((always_inline)) { add_product(i, 0, count); });

  bool const is_short = b.length <= short_stream;
  product_sums result;
  reduce(product_high, is_short, &result.product.part[0], &result.product.part[1]);
  reduce(product_low, is_short, &result.product.part[2], &result.product.part[3]);
  reduce(error_high, is_short, &result.error.part[0], &result.error.part[1]);
  reduce(error_low, is_short, &result.error.part[2], &result.error.part[3]);
  return result;
}

}  // namespace summation::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
