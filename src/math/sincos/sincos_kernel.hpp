#pragma once

#include "math/arrays.hpp"
#include "math/cos/cos.hpp"
#include "math/sin/sin.hpp"
#include "math/sincos/sincos.hpp"

/// sincos from its fast tier; what that leaves open is for sin or cos.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class T> ISOBIT_INLINE cr::sine_and_cosine<T> sincos_scalar(T x) {
  if (rounds_to_nearest() && is_normal(x) && inside_sincos<T>(double{x})) [[likely]] {
    auto const t = tested_sincos<T>(double{x});
    if (t.sine.holds && t.cosine.holds) [[likely]]
      return {T(t.sine.value), T(t.cosine.value)};
  }
  return {scalar<sin_fast>(x), scalar<cos_fast>(x)};
}

/// `sines` or `cosines` may be `in`.
template <class T> void sincos_array(T const* in, T* sines, T* cosines, std::size_t n) {
  unsettled<sin_fast, T, 1> open_sines(sines);
  unsettled<cos_fast, T, 1> open_cosines(cosines);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    wide const x = array_of<T>::load(in + i);
    auto const t = tested_sincos<T>(x);
    auto const inside = inside_sincos<T>(x);
    array_of<T>::store(sines + i, t.sine.value), array_of<T>::store(cosines + i, t.cosine.value);
    if (!all_set(both(inside, both(t.sine.holds, t.cosine.holds)))) [[unlikely]] {
      open_sines.note(i, lanes, both(inside, t.sine.holds), x);
      open_cosines.note(i, lanes, both(inside, t.cosine.holds), x);
    }
  }
  if (i < n) {
    wide const x = load_some(in + i, n - i);
    auto const t = tested_sincos<T>(x);
    auto const inside = inside_sincos<T>(x);
    store_some(sines + i, n - i, t.sine.value), store_some(cosines + i, n - i, t.cosine.value);
    open_sines.note(i, n - i, both(inside, t.sine.holds), x);
    open_cosines.note(i, n - i, both(inside, t.cosine.holds), x);
  }
  open_sines.settle(), open_cosines.settle();
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
