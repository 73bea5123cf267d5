#pragma once

#include "arithmetic/lanes.hpp"

/// Vectors whose arithmetic leaves no trace: AVX-512 can name the rounding in the instruction, which then raises no
/// flag and cannot trap, whatever the control word says. Only flush-to-zero and denormals-are-zero still matter. Other
/// instruction sets have no such thing: there `silent` is a plain vector.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

#if ISOBIT_VECTOR_BYTES == 64

constexpr bool is_silent = true;

struct silent {
  static constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  __m512d v;
  ISOBIT_INLINE silent() : v(_mm512_setzero_pd()) {}
  ISOBIT_INLINE silent(f64 x) : v((__m512d)x) {}
  ISOBIT_INLINE operator f64() const { return (f64)v; }
  friend ISOBIT_INLINE silent operator+(silent a, silent b) { return (f64)_mm512_add_round_pd(a.v, b.v, nearest); }
  friend ISOBIT_INLINE silent operator-(silent a, silent b) { return (f64)_mm512_sub_round_pd(a.v, b.v, nearest); }
  friend ISOBIT_INLINE silent operator*(silent a, silent b) { return (f64)_mm512_mul_round_pd(a.v, b.v, nearest); }
};

/// a + b and a*b - c, rounded towards minus and plus infinity.
ISOBIT_INLINE silent add_down(silent a, silent b) {
  return (f64)_mm512_add_round_pd(a.v, b.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent add_up(silent a, silent b) {
  return (f64)_mm512_add_round_pd(a.v, b.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent product_less_down(silent a, silent b, silent c) {
  return (f64)_mm512_fmsub_round_pd(a.v, b.v, c.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent product_less_up(silent a, silent b, silent c) {
  return (f64)_mm512_fmsub_round_pd(a.v, b.v, c.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}

/// Widening is exact, but notices subnormal numbers and signalling NaN.
ISOBIT_INLINE silent silently_widened(f32 x) { return (f64)_mm512_cvt_roundps_pd((__m256)x, _MM_FROUND_NO_EXC); }

ISOBIT_INLINE double first(silent x) { return _mm512_cvtsd_f64(x.v); }
ISOBIT_INLINE std::uint64_t first_bits(silent x) {
  return (std::uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(_mm512_castpd_si512(x.v)));
}
/// The first lane, rounded to nearest.
ISOBIT_INLINE float narrow_first(silent x) {
  return _mm_cvtss_f32(_mm_cvt_roundsd_ss(_mm_setzero_ps(), _mm512_castpd512_pd128(x.v), silent::nearest));
}

#else

constexpr bool is_silent = false;
using silent = f64;
ISOBIT_INLINE silent silently_widened(f32 x) { return widen(x); }

#endif

ISOBIT_TARGET_NAMESPACE_END
