#pragma once

#include <cstddef>
#include <cstdint>

#include "arithmetic/host_device.hpp"
#include "arithmetic/target.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Vectors of the target: the compiler's own vector types, with the few operations they lack. What serves single
/// numbers as well is in lanes.hpp.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

constexpr std::size_t lanes = ISOBIT_VECTOR_BYTES / sizeof(double);

using f64 = double __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
using i64 = std::int64_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
using u64 = std::uint64_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
// As many floats as a vector has doubles.
using f32 = float __attribute__((vector_size(ISOBIT_VECTOR_BYTES / 2)));
using u32 = std::uint32_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES / 2)));
using i32 = std::int32_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES / 2)));

/// Whole vectors of either type, for kernels that work in the elements' own precision.
template <class T> struct vectors;
template <> struct vectors<double> {
  using real = f64;
  using bits = u64;
  using integer = std::int64_t;
  using integers = i64;
  static constexpr std::size_t lanes = ISOBIT_VECTOR_BYTES / sizeof(double);
};
template <> struct vectors<float> {
  using real = float __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
  using bits = std::uint32_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
  using integer = std::int32_t;
  using integers = std::int32_t __attribute__((vector_size(ISOBIT_VECTOR_BYTES)));
  static constexpr std::size_t lanes = ISOBIT_VECTOR_BYTES / sizeof(float);
};
using whole_f32 = vectors<float>::real;
using whole_i32 = vectors<float>::integers;

template <class V, class T> ISOBIT_INLINE V load(T const* at) {
  V v;
  __builtin_memcpy(&v, at, sizeof v);
  return v;
}
template <class V, class T> ISOBIT_INLINE void store(T* at, V v) { __builtin_memcpy(at, &v, sizeof v); }

ISOBIT_INLINE f64 broadcast(double x) { return x - f64{}; }
ISOBIT_INLINE whole_f32 broadcast(float x) { return x - whole_f32{}; }
ISOBIT_INLINE u64 broadcast(std::uint64_t x) { return x - u64{}; }

/// 0, 1, 2, ... in the lanes.
ISOBIT_INLINE u64 iota() {
#if ISOBIT_VECTOR_BYTES == 64
  return u64{0, 1, 2, 3, 4, 5, 6, 7};
#elif ISOBIT_VECTOR_BYTES == 32
  return u64{0, 1, 2, 3};
#elif ISOBIT_VECTOR_BYTES == 16
  return u64{0, 1};
#elif ISOBIT_VECTOR_BYTES == 8
  return u64{0};
#else
#error "isobit: say what the lanes of a vector of this size are"
#endif
}

/// Lane i of the result is lane i ^ Distance of v.
template <std::size_t Distance, class V> ISOBIT_INLINE V across(V v) {
#if ISOBIT_VECTOR_BYTES == 64
  if constexpr (Distance == 4) return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
  if constexpr (Distance == 2) return __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
  if constexpr (Distance == 1) return __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
#elif ISOBIT_VECTOR_BYTES == 32
  if constexpr (Distance == 2) return __builtin_shufflevector(v, v, 2, 3, 0, 1);
  if constexpr (Distance == 1) return __builtin_shufflevector(v, v, 1, 0, 3, 2);
#elif ISOBIT_VECTOR_BYTES == 16
  return __builtin_shufflevector(v, v, 1, 0);
#else
  return v;
#endif
}

/// The first `count` elements, fewer than a vector has, and `other` in the lanes behind: nothing behind them is read.
ISOBIT_INLINE f64 load_first(double const* at, std::size_t count, double other) {
#if ISOBIT_VECTOR_BYTES == 64
  auto const first = (__mmask8)((1u << count) - 1);
  return (f64)_mm512_mask_loadu_pd(_mm512_set1_pd(other), first, at);
#elif ISOBIT_VECTOR_BYTES == 32
  i64 const first = iota() < broadcast(std::uint64_t{count});
  return (f64)_mm256_blendv_pd(_mm256_set1_pd(other), _mm256_maskload_pd(at, (__m256i)first), (__m256d)first);
#else
  f64 v = broadcast(other);
  for (std::size_t i = 0; i < count; ++i) v[i] = at[i];
  return v;
#endif
}
ISOBIT_INLINE f32 load_first(float const* at, std::size_t count, float other) {
#if ISOBIT_VECTOR_BYTES == 64
  auto const first = (__mmask8)((1u << count) - 1);
  return (f32)_mm256_mask_loadu_ps(_mm256_set1_ps(other), first, at);
#elif ISOBIT_VECTOR_BYTES == 32
  i32 const first = i32{0, 1, 2, 3} < (std::int32_t)count - i32{};
  return (f32)_mm_blendv_ps(_mm_set1_ps(other), _mm_maskload_ps(at, (__m128i)first), (__m128)first);
#else
  f32 v = other - f32{};
  for (std::size_t i = 0; i < count; ++i) v[i] = at[i];
  return v;
#endif
}

/// The last `count` lanes of v, `other` in those before.
template <class V> ISOBIT_INLINE V keep_last(V v, std::size_t count, V other) {
  i64 const keep = iota() >= broadcast(std::uint64_t{lanes - count});
  return (V)((keep & (i64)v) | (~keep & (i64)other));
}

#if defined(__FMA__) || defined(__aarch64__) || defined(__s390x__)
constexpr bool has_fma = true;
#else
constexpr bool has_fma = false;
#endif

ISOBIT_INLINE f64 fma(f64 a, f64 b, f64 c) {
#if ISOBIT_VECTOR_BYTES == 64 && defined(__AVX512F__)
  return (f64)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif ISOBIT_VECTOR_BYTES == 32 && defined(__FMA__)
  return (f64)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__aarch64__)
  return (f64)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
  f64 r;
  for (std::size_t i = 0; i < lanes; ++i) r[i] = __builtin_fma(a[i], b[i], c[i]);
  return r;
#endif
}

ISOBIT_INLINE whole_f32 fma(whole_f32 a, whole_f32 b, whole_f32 c) {
#if ISOBIT_VECTOR_BYTES == 64 && defined(__AVX512F__)
  return (whole_f32)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif ISOBIT_VECTOR_BYTES == 32 && defined(__FMA__)
  return (whole_f32)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__aarch64__)
  return (whole_f32)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#else
  whole_f32 r;
  for (std::size_t i = 0; i < vectors<float>::lanes; ++i) r[i] = __builtin_fmaf(a[i], b[i], c[i]);
  return r;
#endif
}

/// Conversions: widening is exact, narrowing rounds. gcc splits __builtin_convertvector into halves, hence the
/// intrinsics.
ISOBIT_INLINE f64 widen(f32 v) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_cvtps_pd((__m256)v);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_cvtps_pd((__m128)v);
#else
  return __builtin_convertvector(v, f64);
#endif
}
ISOBIT_INLINE u64 widen(u32 v) {
#if ISOBIT_VECTOR_BYTES == 64
  return (u64)_mm512_cvtepu32_epi64((__m256i)v);
#elif ISOBIT_VECTOR_BYTES == 32
  return (u64)_mm256_cvtepu32_epi64((__m128i)v);
#else
  return __builtin_convertvector(v, u64);
#endif
}
ISOBIT_INLINE i64 widen(i32 v) {
#if ISOBIT_VECTOR_BYTES == 64
  return (i64)_mm512_cvtepi32_epi64((__m256i)v);
#elif ISOBIT_VECTOR_BYTES == 32
  return (i64)_mm256_cvtepi32_epi64((__m128i)v);
#else
  return __builtin_convertvector(v, i64);
#endif
}
ISOBIT_INLINE f32 narrow(f64 v) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f32)_mm512_cvtpd_ps((__m512d)v);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f32)_mm256_cvtpd_ps((__m256d)v);
#else
  return __builtin_convertvector(v, f32);
#endif
}

/// a - b and a + b. Where additions and multiplications have pipes of their own, these run on the latter.
template <class V> ISOBIT_INLINE V subtract_by_fma(V a, V b, V minus_one) {
  if constexpr (has_fma)
    return fma(b, minus_one, a);
  else
    return a - b;
}
template <class V> ISOBIT_INLINE V add_by_fma(V a, V b, V one) {
  if constexpr (has_fma)
    return fma(b, one, a);
  else
    return a + b;
}

/// sum + v*v; rounded once or twice, as the machine likes.
template <class V> ISOBIT_INLINE V square_onto(V v, V sum) {
  if constexpr (has_fma)
    return fma(v, v, sum);
  else
    return sum + v * v;
}

/// Hides a value from the optimiser.
template <class V> ISOBIT_INLINE V opaque(V v) {
#if defined(__x86_64__) && ISOBIT_VECTOR_BYTES >= 16
  asm("" : "+x"(v));
#elif defined(__aarch64__) && ISOBIT_VECTOR_BYTES == 16
  asm("" : "+w"(v));
#endif
  return v;
}

/// The sum of the lanes, halving.
template <class V> ISOBIT_INLINE auto sum_lanes(V v) {
#if ISOBIT_VECTOR_BYTES == 64
  auto const a = __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
  auto const b = __builtin_shufflevector(a, a, 0, 1) + __builtin_shufflevector(a, a, 2, 3);
  return b[0] + b[1];
#elif ISOBIT_VECTOR_BYTES == 32
  auto const b = __builtin_shufflevector(v, v, 0, 1) + __builtin_shufflevector(v, v, 2, 3);
  return b[0] + b[1];
#elif ISOBIT_VECTOR_BYTES == 16
  return v[0] + v[1];
#elif ISOBIT_VECTOR_BYTES == 8
  return v[0];
#else
#error "isobit: say how the lanes of a vector of this size are summed"
#endif
}

ISOBIT_INLINE std::uint64_t or_lanes(u64 v) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < lanes; ++i) all |= v[i];
  return all;
}

/// a | b | c, and (a ^ c) | (b ^ c): one operation where there is one for three operands.
ISOBIT_INLINE u64 or_of(u64 a, u64 b, u64 c) {
#if ISOBIT_VECTOR_BYTES == 64
  return (u64)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xfe);
#else
  return a | (b | c);
#endif
}
ISOBIT_INLINE u64 differences(u64 a, u64 b, u64 c) {
#if ISOBIT_VECTOR_BYTES == 64
  return (u64)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x7e);
#else
  return (a ^ c) | (b ^ c);
#endif
}

/// Whether any lane has any of the bits.
ISOBIT_INLINE bool has_any(u64 v, std::uint64_t bits) {
#if ISOBIT_VECTOR_BYTES == 64
  return _mm512_test_epi64_mask((__m512i)v, _mm512_set1_epi64((long long)bits)) != 0;
#elif ISOBIT_VECTOR_BYTES == 32
  return _mm256_testz_si256((__m256i)v, _mm256_set1_epi64x((long long)bits)) == 0;
#else
  return (or_lanes(v) & bits) != 0;
#endif
}

/// The larger of both, lane by lane. Precondition: a - b does not overflow.
ISOBIT_INLINE i64 maximum(i64 a, i64 b) {
#if ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__) && !defined(__SSE4_2__)
  // SSE2 has no comparison of 64-bit integers.
  i64 const less = (a - b) >> 63;
  return a ^ ((a ^ b) & less);
#else
  return a > b ? a : b;
#endif
}
ISOBIT_INLINE whole_i32 maximum(whole_i32 a, whole_i32 b) { return a > b ? a : b; }

/// The larger of two numbers; either of them where one is NaN.
ISOBIT_INLINE f64 larger_number(f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__)
  return (f64)_mm_max_pd((__m128d)a, (__m128d)b);
#else
  return a > b ? a : b;
#endif
}
ISOBIT_INLINE whole_f32 larger_number(whole_f32 a, whole_f32 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_max_ps((__m512)a, (__m512)b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (whole_f32)_mm256_max_ps((__m256)a, (__m256)b);
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__SSE2__)
  return (whole_f32)_mm_max_ps((__m128)a, (__m128)b);
#else
  return a > b ? a : b;
#endif
}

ISOBIT_INLINE std::int64_t largest_lane(i64 v) {
  std::int64_t largest = v[0];
  for (std::size_t i = 1; i < lanes; ++i) largest = v[i] > largest ? v[i] : largest;
  return largest;
}

ISOBIT_TARGET_NAMESPACE_END
