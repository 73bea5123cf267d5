#include "linalg/kernel/moderate.hpp"
#include "linalg/vector_table.hpp"

// Every bound here is derived in docs/maths/vector_operations.md.
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

namespace {

constexpr index width = static_cast<index>(lanes);
static_assert(width <= vector_padding);

/// v, and the canonical NaN for every NaN.
template <class T, class V> ISOBIT_INLINE V with_canonical_nan(V v) {
  V const nan = broadcast(static_cast<T>(__builtin_nan("")));
  return v == v ? v : nan;
}

/// at[i] = body(vector of at[i], vector of x[i]) for n elements.
template <class T, class Body> ISOBIT_INLINE void for_each_element(index n, T const* x, T* at, Body body) {
  using V = typename vectors<T>::real;
  constexpr auto step = static_cast<index>(vectors<T>::lanes);
  index i = 0;
  for (; i + 4 * step <= n; i += 4 * step)
    for (index k = 0; k < 4; ++k) store(at + i + k * step, body(load<V>(at + i + k * step), load<V>(x + i + k * step)));
  for (; i + step <= n; i += step) store(at + i, body(load<V>(at + i), load<V>(x + i)));
  if (i < n) {
    T left[step] = {}, right[step] = {};
    for (index k = 0; k < n - i; ++k) left[k] = at[i + k], right[k] = x[i + k];
    store(left, body(load<V>(left), load<V>(right)));
    for (index k = 0; k < n - i; ++k) at[i + k] = left[k];
  }
}

template <class T> void axpy(index n, T alpha, T const* x, T* y) {
  using V = typename vectors<T>::real;
  V const factor = broadcast(alpha);
  for_each_element(
      n, x,
      y, [&](V to, V from) __attribute__((always_inline)) { return with_canonical_nan<T>(fma(factor, from, to)); });
}

template <class T> void scal(index n, T alpha, T* x) {
  using V = typename vectors<T>::real;
  V const factor = broadcast(alpha);
  for_each_element(
      n, static_cast<T const*>(x),
      x, [&](V v, V) __attribute__((always_inline)) { return with_canonical_nan<T>(factor * v); });
}

template <int terms>
bool combine(index n, double const* factor, double const* const* source, double* result, std::int64_t* open) {
  f64 a[terms];
  double const* from[terms];
  i64 factors_fine = (i64)(f64{} == f64{}), any = {};
  for (int k = 0; k < terms; ++k) {
    a[k] = broadcast(factor[k]);
    from[k] = source[k];
    factors_fine &= moderate(a[k]);
  }
  for (index i = 0; i < n; i += width) {
    i64 fine = factors_fine;
    f64 product_of[terms], error_of[terms];
    for (int k = 0; k < terms; ++k) {
      f64 const x = load<f64>(from[k] + i);
      fine &= moderate(x);
      product_of[k] = a[k] * x;
      error_of[k] = product{a[k], x}.less(product_of[k]);
    }
    certify::running_sum<f64> value;
    value.high = product_of[0];
    for (int k = 1; k < terms; ++k) value.add(product_of[k]);
    for (int k = 0; k < terms; ++k) value.add_low(error_of[k]);
    f64 const radius = value.size * broadcast(0x1p-50);
    auto const test = round_with_room<double>(enclosure<f64>{value.high, value.low, radius});
    fine &= test.holds;
    // Where the low part is zero, the sum is the result, with the sign of its zero.
    f64 const rounded = select(value.low == f64{}, value.high, value.high + value.low);
    store(result + i, rounded);
    store(open + i, ~fine);
    any |= ~fine;
  }
  return or_lanes((u64)any) != 0;
}

template <int terms>
bool combine(index n, float const* factor, float const* const* source, float* result, std::int64_t* open) {
  f64 a[terms];
  float const* from[terms];
  i64 any = {};
  for (int k = 0; k < terms; ++k) {
    a[k] = broadcast(static_cast<double>(factor[k]));
    from[k] = source[k];
  }
  for (index i = 0; i < n; i += width) {
    certify::running_sum<f64> value;
    value.high = a[0] * widen(load<f32>(from[0] + i));  // products of floats are doubles
    for (int k = 1; k < terms; ++k) value.add(a[k] * widen(load<f32>(from[k] + i)));
    f64 const margin = select(value.size == f64{}, f64{}, certify::with_room(value.size, value.high));
    auto const test = round_with_room<float>(enclosure<f64>{value.high, value.low, margin});
    i64 const fine = widen_mask(test.holds) & (certify::is_accepted<float>(value.high) | (margin == f64{}));
    store(result + i, narrow(value.high));
    store(open + i, ~fine);
    any |= ~fine;
  }
  return or_lanes((u64)any) != 0;
}

template <class T> constexpr vector_kernels_for<T> kernels_for() noexcept {
  return {.axpy = has_fma ? axpy<T> : nullptr, .scal = scal<T>, .combine_two = combine<2>, .combine_three = combine<3>};
}

}  // namespace

extern vector_table const vector_kernels;
vector_table const vector_kernels = {.f64 = kernels_for<double>(), .f32 = kernels_for<float>()};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
