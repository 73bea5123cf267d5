#pragma once

#include "arithmetic/lanes.hpp"

/// The operations of lanes.hpp for whole vectors of floats.
#ifndef __CUDACC__
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

/// A vector of floats as two of doubles, and two halves of a vector as one. With intrinsics: through memory, where gcc
/// puts what is copied in halves, a load would wait for two stores.
ISOBIT_LANE f64 lower_half(whole_f32 x) {
#if ISOBIT_VECTOR_BYTES == 64
  return widen((f32)_mm512_castps512_ps256((__m512)x));
#elif ISOBIT_VECTOR_BYTES == 32
  return widen((f32)_mm256_castps256_ps128((__m256)x));
#else
  f32 half[2];
  __builtin_memcpy(half, &x, sizeof x);
  return widen(half[0]);
#endif
}
ISOBIT_LANE f64 upper_half(whole_f32 x) {
#if ISOBIT_VECTOR_BYTES == 64
  return widen((f32)_mm512_extractf32x8_ps((__m512)x, 1));
#elif ISOBIT_VECTOR_BYTES == 32
  return widen((f32)_mm256_extractf128_ps((__m256)x, 1));
#else
  f32 half[2];
  __builtin_memcpy(half, &x, sizeof x);
  return widen(half[1]);
#endif
}
ISOBIT_LANE whole_f32 join(f32 lower, f32 upper) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_insertf32x8(_mm512_castps256_ps512((__m256)lower), (__m256)upper, 1);
#elif ISOBIT_VECTOR_BYTES == 32
  return (whole_f32)_mm256_insertf128_ps(_mm256_castps128_ps256((__m128)lower), (__m128)upper, 1);
#else
  f32 const half[2] = {lower, upper};
  whole_f32 x;
  __builtin_memcpy(&x, half, sizeof x);
  return x;
#endif
}

#if ISOBIT_VECTOR_BYTES >= 32  // and FMA with it

constexpr std::size_t float_lanes = vectors<float>::lanes;
/// A bit for every lane of a vector, the first lane's the lowest.
using lane_set = std::uint32_t;

template <> struct lane_types<whole_f32> {
  using bits = vectors<float>::bits;
  using integers = whole_i32;
  using mask = whole_i32;
};

template <> ISOBIT_LANE whole_f32 all<whole_f32>(double x) { return broadcast(static_cast<float>(x)); }
template <> ISOBIT_LANE bits<whole_f32> all_bits<whole_f32>(std::uint64_t x) {
  return static_cast<std::uint32_t>(x) - bits<whole_f32>{};
}
template <> ISOBIT_LANE bits<whole_f32> sign_of(whole_f32 x) {
  return as_bits(x) & all_bits<whole_f32>(std::uint32_t{1} << 31);
}
ISOBIT_LANE whole_f32 magnitude(whole_f32 x) {
  return as_real<whole_f32>(as_bits(x) & all_bits<whole_f32>(~std::uint32_t{0} >> 1));
}
ISOBIT_LANE whole_f32 multiply_add(whole_f32 a, whole_f32 b, whole_f32 c) { return fma(a, b, c); }
ISOBIT_LANE whole_f32 multiply_add(whole_f32 a, double b, double c) {
  return fma(a, all<whole_f32>(b), all<whole_f32>(c));
}
ISOBIT_LANE whole_f32 multiply_add(whole_f32 a, whole_f32 b, double c) { return fma(a, b, all<whole_f32>(c)); }
ISOBIT_LANE whole_f32 multiply_add(whole_f32 a, double b, whole_f32 c) { return fma(a, all<whole_f32>(b), c); }
ISOBIT_LANE whole_f32 select(whole_i32 m, whole_f32 a, whole_f32 b) { return m ? a : b; }

/// The lanes that differ in a bit, those in which a is not at least b, and those in which a is not below b: NaN is in
/// both. gcc 12 makes a detour of what is a mask first.
ISOBIT_LANE lane_set differing(whole_f32 a, whole_f32 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return _mm512_cmpneq_epi32_mask((__m512i)a, (__m512i)b);
#else
  return _mm256_movemask_ps((__m256)_mm256_cmpeq_epi32((__m256i)a, (__m256i)b)) ^ 0xff;
#endif
}
ISOBIT_LANE lane_set not_at_least(whole_f32 a, whole_f32 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_NGE_UQ);
#else
  return _mm256_movemask_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_NGE_UQ));
#endif
}
ISOBIT_LANE lane_set not_below(whole_f32 a, whole_f32 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_NLT_UQ);
#else
  return _mm256_movemask_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_NLT_UQ));
#endif
}
/// The lanes in which a & b is zero.
ISOBIT_LANE lane_set disjoint(u64 a, u64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return _mm512_testn_epi64_mask((__m512i)a, (__m512i)b);
#else
  return _mm256_movemask_pd((__m256d)_mm256_cmpeq_epi64((__m256i)(a & b), _mm256_setzero_si256()));
#endif
}

#endif

ISOBIT_TARGET_NAMESPACE_END
#endif
