#pragma once

#include "arithmetic/vectors.hpp"

/// The upper and lower 32 bits of each lane of a vector.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

/// The product of the lower 32 bits of each lane.
ISOBIT_INLINE u64 multiply_low_halves(u64 a, u64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (u64)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (u64)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__)
  return (u64)_mm_mul_epu32((__m128i)a, (__m128i)b);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__aarch64__)
  return (u64)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#else
  return (a & 0xffffffffu) * (b & 0xffffffffu);
#endif
}

/// The halves of each lane exchanged. gcc takes three operations for two shifts.
ISOBIT_INLINE u64 swap_halves(u64 v) {
#if ISOBIT_VECTOR_BYTES == 64
  return (u64)_mm512_shuffle_epi32((__m512i)v, (_MM_PERM_ENUM)0xb1);
#elif ISOBIT_VECTOR_BYTES == 32
  return (u64)_mm256_shuffle_epi32((__m256i)v, 0xb1);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__)
  return (u64)_mm_shuffle_epi32((__m128i)v, 0xb1);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__aarch64__)
  return (u64)vrev64q_u32((uint32x4_t)v);
#else
  return v << 32 | v >> 32;
#endif
}

ISOBIT_TARGET_NAMESPACE_END
