#include "linalg/kernel/combination.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

namespace {

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

template <class T> constexpr vector_kernels_for<T> kernels_for() noexcept {
  return {.axpy = has_fma ? axpy<T> : nullptr,
          .scal = scal<T>,
          .rotate = combine<T, rotation_of_reals>,
          .rotate_pairs = combine<T, rotation_of_pairs>,
          .add = combine<T, addition_of_reals>,
          .add_pairs = combine<T, addition_of_pairs>,
          .scale_pairs = combine<T, scaling_of_pairs>};
}

}  // namespace

extern vector_table const vector_kernels;
vector_table const vector_kernels = {.f64 = kernels_for<double>(), .f32 = kernels_for<float>()};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
