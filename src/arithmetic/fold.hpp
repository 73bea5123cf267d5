#pragma once

#include "arithmetic/lanes.hpp"

/// The lanes of vectors, brought together.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

/// What folds is a vector, or something made of several, of which `by_parts(step, a, b)` gives each by step(of a, of
/// b); `add` brings two together.
ISOBIT_INLINE f64 add(f64 a, f64 b) { return a + b; }
template <class Step> ISOBIT_INLINE f64 by_parts(Step step, f64 a, f64 b) { return step(a, b); }

/// Of every 2*Distance lanes the first Distance of a and the last of b, as they lie: a selection.
template <std::size_t Distance> ISOBIT_INLINE f64 outer_lanes(f64 a, [[maybe_unused]] f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_mask_blend_pd(Distance == 1 ? 0xaa : Distance == 2 ? 0xcc : 0xf0, (__m512d)a, (__m512d)b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_blend_pd((__m256d)a, (__m256d)b, Distance == 1 ? 0xa : 0xc);
#elif ISOBIT_VECTOR_BYTES == 16
  return __builtin_shufflevector(a, b, 0, 3);
#else
  return a;
#endif
}
/// The last Distance of a, then the first of b: a shuffle.
template <std::size_t Distance> ISOBIT_INLINE f64 inner_lanes([[maybe_unused]] f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (Distance == 1) return __builtin_shufflevector(a, b, 1, 8, 3, 10, 5, 12, 7, 14);
  if constexpr (Distance == 2) return __builtin_shufflevector(a, b, 2, 3, 8, 9, 6, 7, 12, 13);
  if constexpr (Distance == 4) return __builtin_shufflevector(a, b, 4, 5, 6, 7, 8, 9, 10, 11);
#elif ISOBIT_VECTOR_BYTES == 32
  if constexpr (Distance == 1) return __builtin_shufflevector(a, b, 1, 4, 3, 6);
  if constexpr (Distance == 2) return __builtin_shufflevector(a, b, 2, 3, 4, 5);
#elif ISOBIT_VECTOR_BYTES == 16
  return __builtin_shufflevector(a, b, 1, 2);
#else
  return b;
#endif
}

/// The lanes of as many vectors as there are lanes, all at once: those of vector i, which is make(i), are added up in
/// lane i, two at first, then four, ... by one shuffle and one selection a pair. Vectors are made when they are needed,
/// so that work on one and the folding of others go together.
template <std::size_t Count = lanes, class Make> ISOBIT_INLINE auto fold_each(Make const& make, std::size_t first = 0) {
  if constexpr (Count == 1) {
    return make(first);
  } else {
    constexpr std::size_t half = Count / 2;
    auto const outer = [](f64 a, f64 b) __attribute__((always_inline)) { return outer_lanes<half>(a, b); };
    auto const inner = [](f64 a, f64 b) __attribute__((always_inline)) { return inner_lanes<half>(a, b); };
    auto const a = fold_each<half>(make, first), b = fold_each<half>(make, first + half);
    return add(by_parts(outer, a, b), by_parts(inner, a, b));
  }
}
template <class V> ISOBIT_INLINE V fold(V const* v) {
  return fold_each([&](std::size_t i) __attribute__((always_inline)) { return v[i]; });
}

/// The largest magnitude, in every lane; NaN may be lost.
template <std::size_t Distance = lanes / 2> ISOBIT_INLINE f64 largest_in_lanes(f64 v) {
  if constexpr (Distance == 0)
    return v;
  else
    return largest_in_lanes<Distance / 2>(larger_magnitude(v, across<Distance>(v)));
}

ISOBIT_TARGET_NAMESPACE_END
