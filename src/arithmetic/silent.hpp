#pragma once

#include "arithmetic/error_free.hpp"

/// Arithmetic that leaves no trace: AVX-512 can name the rounding in the instruction, which then raises no flag and
/// cannot trap, whatever the control word says. Only flush-to-zero and denormals-are-zero still matter. Other
/// instruction sets have no such thing: there `silent` is a plain vector and `silent_number` a double.
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

template <> struct product<silent, true> {
  silent x, y;
  ISOBIT_INLINE silent onto(silent sum) const { return (f64)_mm512_fmadd_round_pd(x.v, y.v, sum.v, silent::nearest); }
  ISOBIT_INLINE silent less(silent q) const { return (f64)_mm512_fmsub_round_pd(x.v, y.v, q.v, silent::nearest); }
};

/// a - b on the pipes of multiplications, as vectors.hpp has it.
ISOBIT_INLINE silent subtract_by_fma(silent a, silent b, silent minus_one) {
  return product<silent, true>{b, minus_one}.onto(a);
}

/// a + b, a - b and a*b - c, rounded towards minus or plus infinity.
ISOBIT_INLINE silent add_down(silent a, silent b) {
  return (f64)_mm512_add_round_pd(a.v, b.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent add_up(silent a, silent b) {
  return (f64)_mm512_add_round_pd(a.v, b.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent add_up_by_fma(silent a, silent b, silent one) {
  return (f64)_mm512_fmadd_round_pd(b.v, one.v, a.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent subtract_up(silent a, silent b) {
  return (f64)_mm512_sub_round_pd(a.v, b.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent product_less_down(silent a, silent b, silent c) {
  return (f64)_mm512_fmsub_round_pd(a.v, b.v, c.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
ISOBIT_INLINE silent product_less_up(silent a, silent b, silent c) {
  return (f64)_mm512_fmsub_round_pd(a.v, b.v, c.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}

/// The larger magnitude; NaN may be lost.
ISOBIT_INLINE silent larger_magnitude(silent a, silent b) {
  return (f64)_mm512_range_round_pd(a.v, b.v, 0x0b, _MM_FROUND_NO_EXC);
}

/// Widening is exact, but notices subnormal numbers and signalling NaN.
ISOBIT_INLINE silent silently_widened(f32 x) { return (f64)_mm512_cvt_roundps_pd((__m256)x, _MM_FROUND_NO_EXC); }

/// One number. Comparisons are silent, too; they are false for NaN.
struct silent_number {
  static constexpr int nearest = silent::nearest;
  __m128d v;
  ISOBIT_INLINE silent_number(double x = 0) : v(_mm_set_sd(x)) {}
  ISOBIT_INLINE explicit silent_number(__m128d x) : v(x) {}
  ISOBIT_INLINE explicit operator double() const { return _mm_cvtsd_f64(v); }
  friend ISOBIT_INLINE silent_number operator+(silent_number a, silent_number b) {
    return silent_number(_mm_add_round_sd(a.v, b.v, nearest));
  }
  friend ISOBIT_INLINE silent_number operator-(silent_number a, silent_number b) {
    return silent_number(_mm_sub_round_sd(a.v, b.v, nearest));
  }
  friend ISOBIT_INLINE silent_number operator*(silent_number a, silent_number b) {
    return silent_number(_mm_mul_round_sd(a.v, b.v, nearest));
  }
  friend ISOBIT_INLINE silent_number operator/(silent_number a, silent_number b) {
    return silent_number(_mm_div_round_sd(a.v, b.v, nearest));
  }
  ISOBIT_INLINE silent_number operator-() const { return silent_number(_mm_xor_pd(v, _mm_set_sd(-0.0))); }
  friend ISOBIT_INLINE bool operator==(silent_number a, silent_number b) {
    return _mm_comi_round_sd(a.v, b.v, _CMP_EQ_OQ, _MM_FROUND_NO_EXC) != 0;
  }
  friend ISOBIT_INLINE bool operator>=(silent_number a, silent_number b) {
    return _mm_comi_round_sd(a.v, b.v, _CMP_GE_OQ, _MM_FROUND_NO_EXC) != 0;
  }
  friend ISOBIT_INLINE bool operator<=(silent_number a, silent_number b) { return b >= a; }
};
ISOBIT_INLINE silent_number magnitude(silent_number x) { return silent_number(_mm_andnot_pd(_mm_set_sd(-0.0), x.v)); }
ISOBIT_INLINE silent_number square_root(silent_number x) {
  return silent_number(_mm_sqrt_round_sd(x.v, x.v, silent::nearest));
}
ISOBIT_INLINE silent_number multiply_add(silent_number a, silent_number b, silent_number c) {
  return silent_number(_mm_fmadd_round_sd(a.v, b.v, c.v, silent::nearest));
}

/// Whether subnormal numbers count, as operands and results. To read the control word would take as long as a short sum
/// (6 ns on Zen 4).
ISOBIT_INLINE bool keeps_subnormals() {
  double least = 0x1p-1074;
  asm("" : "+x"(least));
  silent_number const twice = silent_number(least) + silent_number(least);
  return _mm_cvtsi128_si64(_mm_castpd_si128(twice.v)) != 0;
}

ISOBIT_INLINE double first(silent x) { return _mm512_cvtsd_f64(x.v); }
ISOBIT_INLINE silent_number first_number(silent x) { return silent_number(_mm512_castpd512_pd128(x.v)); }
ISOBIT_INLINE std::uint64_t first_bits(silent x) {
  return (std::uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(_mm512_castpd_si512(x.v)));
}
/// The first lane, rounded to nearest.
ISOBIT_INLINE float narrow_first(silent x) {
  return _mm_cvtss_f32(_mm_cvt_roundsd_ss(_mm_setzero_ps(), _mm512_castpd512_pd128(x.v), silent::nearest));
}

/// The sums of the lanes of two vectors, halving: in as many steps as one takes.
ISOBIT_INLINE split<silent_number> sums_of_lanes(silent a, silent b) {
  silent x = silent((f64)_mm512_shuffle_f64x2(a.v, b.v, 0x44)) + silent((f64)_mm512_shuffle_f64x2(a.v, b.v, 0xee));
  x = x + silent((f64)_mm512_permutex_pd(x.v, 0x4e));
  x = x + silent((f64)_mm512_permute_pd(x.v, 0x55));
  return {first_number(x), silent_number(_mm256_castpd256_pd128(_mm512_extractf64x4_pd(x.v, 1)))};
}

#else

constexpr bool is_silent = false;
using silent = f64;
using silent_number = double;
ISOBIT_INLINE bool keeps_subnormals() { return true; }  // whoever calls has seen to the environment
ISOBIT_INLINE silent silently_widened(f32 x) { return widen(x); }

ISOBIT_INLINE double first_number(f64 x) { return x[0]; }
ISOBIT_INLINE std::uint64_t first_bits(f64 x) { return ((u64)x)[0]; }

ISOBIT_INLINE split<double> sums_of_lanes(f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 32
  __m256d const x = _mm256_hadd_pd((__m256d)a, (__m256d)b);
  __m128d const sums = _mm_add_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
  return {sums[0], sums[1]};
#else
  return {sum_lanes(a), sum_lanes(b)};
#endif
}

#endif

ISOBIT_TARGET_NAMESPACE_END
