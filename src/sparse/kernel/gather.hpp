#pragma once

#include <cstring>

#include "arithmetic/lanes.hpp"

/// Elements of a vector that lie at the places which others name, as doubles.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

ISOBIT_INLINE f64 load_values(double const* at) { return load<f64>(at); }
ISOBIT_INLINE f64 load_values(float const* at) { return widen(load<f32>(at)); }
ISOBIT_INLINE f64 load_first_values(double const* at, std::size_t count) { return load_first(at, count, 0.0); }
ISOBIT_INLINE f64 load_first_values(float const* at, std::size_t count) { return widen(load_first(at, count, 0.0F)); }
/// In one instruction, which gcc does not find by itself.
ISOBIT_INLINE i64 load_indices(std::int32_t const* at) {
#if ISOBIT_VECTOR_BYTES == 64
  return (i64)_mm512_cvtepi32_epi64((__m256i)load<i32>(at));
#elif ISOBIT_VECTOR_BYTES == 32
  return (i64)_mm256_cvtepi32_epi64((__m128i)load<i32>(at));
#else
  return __builtin_convertvector(load<i32>(at), i64);
#endif
}
ISOBIT_INLINE i64 load_indices(std::int64_t const* at) { return load<i64>(at); }

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
template <> ISOBIT_INLINE f64 gather(double const* x, std::int64_t const* at) {
  return (f64)_mm256_set_pd(x[at[3]], x[at[2]], x[at[1]], x[at[0]]);
}
/// Two indices with each load: loads are what there is most of.
template <> ISOBIT_INLINE f64 gather(double const* x, std::int32_t const* at) {
  std::uint64_t pairs[2];
  std::memcpy(pairs, at, sizeof pairs);
  auto const first = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair); };
  return (f64)_mm256_set_pd(x[pairs[1] >> 32], x[first(pairs[1])], x[pairs[0] >> 32], x[first(pairs[0])]);
}
#endif
template <class T, class Index> ISOBIT_INLINE f64 gather_first(T const* x, Index const* at, std::size_t count) {
  f64 v = {};
  for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<double>(x[at[i]]);
  return v;
}

#endif

/// Some entries of a row, and the elements of the vector that they are multiplied by.
struct factors {
  f64 values, xs;
};
template <class T, class Index> ISOBIT_INLINE factors load_factors(T const* values, Index const* at, T const* x) {
  return {load_values(values), gather(x, at)};
}

#if ISOBIT_VECTOR_BYTES == 32
/// The first of them, and zeros behind, of which all may be read: elements that others are multiplied by do no harm,
/// and to choose is dearer than to load them.
ISOBIT_INLINE factors keep_first(factors const& all, std::size_t count) {
#if defined(__AVX512VL__)
  auto const some = (__mmask8)((1u << count) - 1);
  return {(f64)_mm256_maskz_mov_pd(some, (__m256d)all.values), (f64)_mm256_maskz_mov_pd(some, (__m256d)all.xs)};
#else
  alignas(64) static constexpr std::int64_t masks[2 * lanes] = {-1, -1, -1, -1};
  u64 const mask = load<u64>(masks + (lanes - count));
  return {(f64)((u64)all.values & mask), (f64)((u64)all.xs & mask)};
#endif
}
#endif
/// The first `count`, at most a vector, and zeros behind; where `Inside`, as many as a vector has may be read.
template <bool Inside, class T, class Index>
ISOBIT_INLINE factors load_first_factors(T const* values, Index const* at, T const* x, std::size_t count) {
#if ISOBIT_VECTOR_BYTES == 32
  if constexpr (Inside) return keep_first(load_factors(values, at, x), count);
#endif
  return {load_first_values(values, count), gather_first(x, at, count)};
}

ISOBIT_TARGET_NAMESPACE_END
