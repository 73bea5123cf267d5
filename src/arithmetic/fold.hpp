#pragma once

#include "arithmetic/lanes.hpp"

/// The lanes of vectors, brought together.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

/// What folds is a vector, or something made of several, of which `by_parts(step, a, b)` gives each by step(of a, of
/// b); `add` brings two together.
ISOBIT_INLINE f64 add(f64 a, f64 b) { return a + b; }
template <class Step> ISOBIT_INLINE f64 by_parts(Step step, f64 a, f64 b) { return step(a, b); }

/// Of every 2*Distance lanes the first or the last Distance of a, then those of b.
template <std::size_t Distance> ISOBIT_INLINE f64 first_lanes(f64 a, [[maybe_unused]] f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (Distance == 1) return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  if constexpr (Distance == 2) return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
  if constexpr (Distance == 4) return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
#elif ISOBIT_VECTOR_BYTES == 32
  if constexpr (Distance == 1) return __builtin_shufflevector(a, b, 0, 4, 2, 6);
  if constexpr (Distance == 2) return __builtin_shufflevector(a, b, 0, 1, 4, 5);
#elif ISOBIT_VECTOR_BYTES == 16
  return __builtin_shufflevector(a, b, 0, 2);
#else
  return a;
#endif
}
template <std::size_t Distance> ISOBIT_INLINE f64 last_lanes([[maybe_unused]] f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (Distance == 1) return __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  if constexpr (Distance == 2) return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  if constexpr (Distance == 4) return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
#elif ISOBIT_VECTOR_BYTES == 32
  if constexpr (Distance == 1) return __builtin_shufflevector(a, b, 1, 5, 3, 7);
  if constexpr (Distance == 2) return __builtin_shufflevector(a, b, 2, 3, 6, 7);
#elif ISOBIT_VECTOR_BYTES == 16
  return __builtin_shufflevector(a, b, 1, 3);
#else
  return b;
#endif
}

/// The lanes of as many vectors as there are lanes, all at once: those of vector i are added up in lane i, two at
/// first, then four, ... By two shuffles a pair: two selections and one shuffle took longer.
template <std::size_t Distance = 1, class V> ISOBIT_INLINE V fold(V const* v) {
  if constexpr (Distance == lanes) {
    return *v;
  } else {
    constexpr std::size_t half = lanes / Distance / 2;
    auto const first = [](f64 a, f64 b) __attribute__((always_inline)) { return first_lanes<Distance>(a, b); };
    auto const last = [](f64 a, f64 b) __attribute__((always_inline)) { return last_lanes<Distance>(a, b); };
    V pairs[half];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < half; ++i)
      pairs[i] = add(by_parts(first, v[2 * i], v[2 * i + 1]), by_parts(last, v[2 * i], v[2 * i + 1]));
    return fold<2 * Distance>(pairs);
  }
}

/// The largest magnitude, in every lane; NaN may be lost.
template <std::size_t Distance = lanes / 2> ISOBIT_INLINE f64 largest_in_lanes(f64 v) {
  if constexpr (Distance == 0)
    return v;
  else
    return largest_in_lanes<Distance / 2>(larger_magnitude(v, across<Distance>(v)));
}

ISOBIT_TARGET_NAMESPACE_END
