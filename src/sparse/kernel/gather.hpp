#pragma once

#include "arithmetic/lanes.hpp"

/// Elements of a vector that lie at the places which others name, as doubles.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

#if ISOBIT_VECTOR_BYTES == 64

/// A gather keeps what its mask leaves out: with a mask that the compiler knows to be full, and no zero, it would wait
/// for whatever was in the register before.
ISOBIT_INLINE __mmask8 every_lane() {
  unsigned mask = 0xff;
  asm("" : "+r"(mask));
  return (__mmask8)mask;
}
ISOBIT_INLINE f64 gather(double const* x, std::int32_t const* at, __mmask8 some) {
  return (f64)_mm512_mask_i32gather_pd(_mm512_setzero_pd(), some, _mm256_maskz_loadu_epi32(some, at), x, 8);
}
ISOBIT_INLINE f64 gather(double const* x, std::int64_t const* at, __mmask8 some) {
  return (f64)_mm512_mask_i64gather_pd(_mm512_setzero_pd(), some, _mm512_maskz_loadu_epi64(some, at), x, 8);
}
ISOBIT_INLINE f64 gather(float const* x, std::int32_t const* at, __mmask8 some) {
  return widen((f32)_mm256_mmask_i32gather_ps(_mm256_setzero_ps(), some, _mm256_maskz_loadu_epi32(some, at), x, 4));
}
ISOBIT_INLINE f64 gather(float const* x, std::int64_t const* at, __mmask8 some) {
  return widen((f32)_mm512_mask_i64gather_ps(_mm256_setzero_ps(), some, _mm512_maskz_loadu_epi64(some, at), x, 4));
}
template <class T, class Index> ISOBIT_INLINE f64 gather(T const* x, Index const* at) {
  return gather(x, at, every_lane());
}
/// The first `count`, at most a vector, and zeros behind.
template <class T, class Index> ISOBIT_INLINE f64 gather_first(T const* x, Index const* at, std::size_t count) {
  return gather(x, at, (__mmask8)((1u << count) - 1));
}

#else

template <class T, class Index> ISOBIT_INLINE f64 gather(T const* x, Index const* at) {
  f64 v;
  for (std::size_t i = 0; i < lanes; ++i) v[i] = static_cast<double>(x[at[i]]);
  return v;
}
#if ISOBIT_VECTOR_BYTES == 32
template <> ISOBIT_INLINE f64 gather(double const* x, std::int32_t const* at) {
  return (f64)_mm256_set_pd(x[at[3]], x[at[2]], x[at[1]], x[at[0]]);
}
#endif
template <class T, class Index> ISOBIT_INLINE f64 gather_first(T const* x, Index const* at, std::size_t count) {
  f64 v = {};
  for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<double>(x[at[i]]);
  return v;
}

#endif

ISOBIT_INLINE f64 load_values(double const* at) { return load<f64>(at); }
ISOBIT_INLINE f64 load_values(float const* at) { return widen(load<f32>(at)); }
ISOBIT_INLINE f64 load_first_values(double const* at, std::size_t count) { return load_first(at, count, 0.0); }
ISOBIT_INLINE f64 load_first_values(float const* at, std::size_t count) { return widen(load_first(at, count, 0.0F)); }

ISOBIT_TARGET_NAMESPACE_END
