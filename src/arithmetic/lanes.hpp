#pragma once

#include <cstddef>
#include <cstdint>

#include "arithmetic/host_device.hpp"
#include "arithmetic/target.hpp"
#ifndef __CUDACC__
#include "arithmetic/vectors.hpp"
#endif

/// What is written once for a single number and for vectors: V is `double`, or `f64`, as many doubles as a vector of
/// the target has. Nothing here branches on a value.
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

template <class V> struct lane_types { using mask = bool; };
template <> struct lane_types<double> {
  using bits = std::uint64_t;
  using integers = std::int64_t;
  using mask = bool;
};

#ifdef __CUDACC__
constexpr bool has_fma = true;
#else
template <> struct lane_types<f64> {
  using bits = u64;
  using integers = i64;
  using mask = i64;  // all ones or zero
};
template <> struct lane_types<f32> { using mask = i32; };
#endif

/// Unsigned and signed integers as wide as a double, and the result of a comparison.
template <class V> using bits = typename lane_types<V>::bits;
template <class V> using integers = typename lane_types<V>::integers;
template <class V> using mask = typename lane_types<V>::mask;

template <class V> ISOBIT_LANE bits<V> as_bits(V x) {
  bits<V> b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
template <class V> ISOBIT_LANE integers<V> as_integers(V x) {
  integers<V> b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
template <class V, class B> ISOBIT_LANE V as_real(B b) {
  static_assert(sizeof(V) == sizeof(B));
  V x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}

/// The same number in every lane.
template <class V> ISOBIT_LANE V all(double x) {
  if constexpr (__is_class(V))
    return V(x);
  else
    return x - V{};
}
template <class V> ISOBIT_LANE bits<V> all_bits(std::uint64_t x) { return x - bits<V>{}; }

/// Masks combined, and a where the mask is set, else b.
ISOBIT_LANE bool both(bool a, bool b) { return a & b; }
ISOBIT_LANE bool either(bool a, bool b) { return a | b; }
ISOBIT_LANE bool inverse(bool m) { return !m; }
ISOBIT_LANE bool all_set(bool m) { return m; }
ISOBIT_LANE bool lane_is_set(bool m, std::size_t) { return m; }
ISOBIT_LANE double lane(double x, std::size_t) { return x; }
ISOBIT_LANE double select(bool m, double a, double b) { return m ? a : b; }
ISOBIT_LANE std::uint64_t select(bool m, std::uint64_t a, std::uint64_t b) { return m ? a : b; }
#ifndef __CUDACC__
ISOBIT_LANE i64 both(i64 a, i64 b) { return a & b; }
ISOBIT_LANE i64 either(i64 a, i64 b) { return a | b; }
ISOBIT_LANE i64 inverse(i64 m) { return ~m; }
ISOBIT_LANE i32 both(i32 a, i32 b) { return a & b; }
ISOBIT_LANE i32 either(i32 a, i32 b) { return a | b; }
ISOBIT_LANE bool lane_is_set(i64 m, std::size_t i) { return m[i] != 0; }
ISOBIT_LANE double lane(f64 x, std::size_t i) { return x[i]; }
ISOBIT_LANE f64 select(i64 m, f64 a, f64 b) { return m ? a : b; }
ISOBIT_LANE u64 select(i64 m, u64 a, u64 b) { return m ? a : b; }
ISOBIT_LANE bool all_set(i64 m) {
#if ISOBIT_VECTOR_BYTES == 64
  return _mm512_movepi64_mask((__m512i)m) == 0xff;
#elif ISOBIT_VECTOR_BYTES == 32
  return _mm256_movemask_pd((__m256d)m) == 0xf;
#elif defined(__SSE2__) && ISOBIT_VECTOR_BYTES == 16
  return _mm_movemask_pd((__m128d)m) == 3;
#else
  std::int64_t every = -1;
  for (std::size_t i = 0; i < lanes; ++i) every &= m[i];
  return every != 0;
#endif
}
#endif

ISOBIT_LANE double magnitude(double x) { return __builtin_fabs(x); }
/// The sign bit of x alone: xor it onto a number to carry the sign over.
template <class V> ISOBIT_LANE bits<V> sign_of(V x) { return as_bits(x) & all_bits<V>(std::uint64_t{1} << 63); }
template <class V> ISOBIT_LANE V flip_sign(V x, bits<V> sign) { return as_real<V>(as_bits(x) ^ sign); }
/// a > b for integers. Precondition: a - b does not overflow.
ISOBIT_LANE bool exceeds(std::int64_t a, std::int64_t b) { return a > b; }
ISOBIT_LANE double square_root(double x) { return __builtin_sqrt(x); }
ISOBIT_LANE float narrow(double x) { return static_cast<float>(x); }
ISOBIT_LANE double widen(float x) { return x; }
/// A mask of floats as one of doubles, and back.
ISOBIT_LANE bool widen_mask(bool m) { return m; }
ISOBIT_LANE bool narrow_mask(bool m) { return m; }
#ifndef __CUDACC__
ISOBIT_LANE f64 magnitude(f64 x) { return (f64)((u64)x & all_bits<f64>(~std::uint64_t{0} >> 1)); }
/// The larger magnitude; NaN may be lost.
ISOBIT_LANE f64 larger_magnitude(f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_range_pd((__m512d)a, (__m512d)b, 0x0b);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_max_pd((__m256d)magnitude(a), (__m256d)magnitude(b));
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__aarch64__)
  return (f64)vmaxq_f64((float64x2_t)magnitude(a), (float64x2_t)magnitude(b));
#else
  f64 const x = magnitude(a), y = magnitude(b);
  return x > y ? x : y;
#endif
}
/// The smaller magnitude; NaN may be lost.
ISOBIT_LANE f64 smaller_magnitude(f64 a, f64 b) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_range_pd((__m512d)a, (__m512d)b, 0x0a);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_min_pd((__m256d)magnitude(a), (__m256d)magnitude(b));
#elif ISOBIT_VECTOR_BYTES == 16 && defined(__aarch64__)
  return (f64)vminq_f64((float64x2_t)magnitude(a), (float64x2_t)magnitude(b));
#else
  f64 const x = magnitude(a), y = magnitude(b);
  return x < y ? x : y;
#endif
}
ISOBIT_LANE i64 exceeds(i64 a, i64 b) {
#if defined(__SSE2__) && ISOBIT_VECTOR_BYTES == 16
  return (b - a) >> 63;  // SSE2 has no comparison of 64-bit integers
#else
  return a > b;
#endif
}
ISOBIT_LANE f64 square_root(f64 x) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_sqrt_pd((__m512d)x);
#elif ISOBIT_VECTOR_BYTES == 32
  return (f64)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__) && ISOBIT_VECTOR_BYTES == 16
  return (f64)_mm_sqrt_pd((__m128d)x);
#else
  f64 r;
  for (std::size_t i = 0; i < lanes; ++i) r[i] = __builtin_sqrt(x[i]);
  return r;
#endif
}
ISOBIT_LANE i64 widen_mask(i32 m) { return widen(m); }
ISOBIT_LANE i32 narrow_mask(i64 m) { return __builtin_convertvector(m, i32); }
#endif

/// a*b + c with one rounding or two, as the machine likes: for values whose bound covers both.
ISOBIT_LANE double multiply_add(double a, double b, double c) {
#ifdef __CUDACC__
  return ::fma(a, b, c);
#else
  if constexpr (has_fma) return __builtin_fma(a, b, c);
  return a * b + c;
#endif
}
#ifndef __CUDACC__
ISOBIT_LANE f64 multiply_add(f64 a, f64 b, f64 c) {
  if constexpr (has_fma) return fma(a, b, c);
  return a * b + c;
}
#endif
template <class V> ISOBIT_LANE V multiply_add(V a, double b, double c) { return multiply_add(a, all<V>(b), all<V>(c)); }
template <class V> ISOBIT_LANE V multiply_add(V a, V b, double c) { return multiply_add(a, b, all<V>(c)); }
template <class V> ISOBIT_LANE V multiply_add(V a, double b, V c) { return multiply_add(a, all<V>(b), c); }

ISOBIT_TARGET_NAMESPACE_END
