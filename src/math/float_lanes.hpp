#pragma once

#include "arithmetic/float_lanes.hpp"
#include "math/lanes.hpp"

/// What the quick ways of floats need beyond that: ranges of arguments, nearest integers, short tables.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// Whether 16 doubles stay in registers, as `entry` would have them.
constexpr bool permutes_tables = ISOBIT_VECTOR_BYTES == 64;

#if !defined(__CUDACC__) && ISOBIT_VECTOR_BYTES >= 32

/// The lanes in which not low <= x < high; NaN is one.
ISOBIT_LANE lane_set outside(whole_f32 x, float low, float high) {
  return not_at_least(x, broadcast(low)) | not_below(x, broadcast(high));
}
ISOBIT_LANE lane_set magnitude_outside(whole_f32 x, float low, float high) { return outside(magnitude(x), low, high); }
/// Not |x| < high.
ISOBIT_LANE lane_set magnitude_beyond(whole_f32 x, float high) { return not_below(magnitude(x), broadcast(high)); }

/// x * factor rounded to an integer, and the same in the low 22 bits of `integer`, those above being noise.
/// Precondition: |x * factor| < 2^21.
ISOBIT_LANE nearest_integer<whole_f32> to_short_integer(whole_f32 x, double factor) {
  whole_f32 const shifted = multiply_add(x, factor, 0x1.8p23);
  return {shifted - 0x1.8p23f, as_bits(shifted)};
}

ISOBIT_LANE whole_f32 square_root(whole_f32 x) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_sqrt_ps((__m512)x);
#else
  return (whole_f32)_mm256_sqrt_ps((__m256)x);
#endif
}
/// 1 / x up to a relative 2^-14. docs/maths/quick_floats.md#quotients
ISOBIT_LANE whole_f32 quick_inverse(whole_f32 x) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_rcp14_ps((__m512)x);
#else
  return 1.0f / x;
#endif
}

#if ISOBIT_VECTOR_BYTES == 64
/// n / d up to a relative 2^-41.9, and the square root of x up to 2^-40.6. Precondition: all are between 2^-400 and
/// 2^400. docs/maths/quick_floats.md#quotients
ISOBIT_LANE f64 quick_quotient(f64 n, f64 d) {
  f64 const inverse = (f64)_mm512_rcp14_pd((__m512d)d);
  f64 const q = n * inverse, e = multiply_add(-d, inverse, 1.0);
  return multiply_add(q, multiply_add(e, e, e), q);
}
ISOBIT_LANE f64 quick_root(f64 x) {
  f64 const inverse = (f64)_mm512_rsqrt14_pd((__m512d)x);
  f64 const root = x * inverse, e = multiply_add(-root, inverse, 1.0);
  return multiply_add(root * e, multiply_add(e, 0.375, 0.5), root);
}
#endif

/// Of 16 floats the one at an index of which the lowest four bits count.
ISOBIT_LANE whole_f32 entry(float const (&numbers)[16], bits<whole_f32> index) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_permutexvar_ps((__m512i)index, _mm512_load_ps(numbers));
#else
  __m256 const low = _mm256_permutevar8x32_ps(_mm256_load_ps(numbers), (__m256i)index);
  __m256 const high = _mm256_permutevar8x32_ps(_mm256_load_ps(numbers + 8), (__m256i)index);
  return (whole_f32)_mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32((__m256i)index, 28)));
#endif
}

/// Of 32 floats the one at an index of which the lowest five bits count.
ISOBIT_LANE whole_f32 entry(float const (&numbers)[32], bits<whole_f32> index) {
#if ISOBIT_VECTOR_BYTES == 64
  return (whole_f32)_mm512_permutex2var_ps(_mm512_load_ps(numbers), (__m512i)index, _mm512_load_ps(numbers + 16));
#else
  whole_f32 v;
  for (std::size_t i = 0; i < float_lanes; ++i) v[i] = numbers[index[i] & 31];
  return v;
#endif
}

#endif

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
