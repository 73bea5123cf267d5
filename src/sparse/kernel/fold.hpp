#pragma once

#include "arithmetic/lanes.hpp"

/// The sums of the lanes of as many vectors as there are lanes, all at once: that of vector j in lane j.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

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
ISOBIT_INLINE f64 add(f64 a, f64 b) { return a + b; }

/// V is f64, or something else that has first_lanes, last_lanes and add.
template <std::size_t Distance = 1, class V> ISOBIT_INLINE V fold(V const* v) {
  if constexpr (Distance == lanes) {
    return *v;
  } else {
    constexpr std::size_t count = lanes / Distance / 2;
    V half[count];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i)
      half[i] = add(first_lanes<Distance>(v[2 * i], v[2 * i + 1]), last_lanes<Distance>(v[2 * i], v[2 * i + 1]));
    return fold<2 * Distance>(half);
  }
}

ISOBIT_TARGET_NAMESPACE_END
