#pragma once

#include <cstddef>
#include <cstdint>

#include "math/host_device.hpp"

#ifdef __CUDACC__
#include <isobit/version.hpp>
#define ISOBIT_INLINE __forceinline__
#else
#include "kernel/target.hpp"

#include "kernel/simd.hpp"
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#endif

/// What the fast tiers are written in. V is `double`, or `wide`: as many doubles as a vector of the target has. The
/// same source serves both; nothing here branches on a value.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

#define ISOBIT_LANE ISOBIT_HOST_DEVICE ISOBIT_INLINE

template <class V> struct lane_types;
template <> struct lane_types<double> {
  using bits = std::uint64_t;
  using integers = std::int64_t;
  using mask = bool;
};

#ifdef __CUDACC__
constexpr bool has_fma = true;
using wide = double;
#else
using kernel::ISOBIT_TARGET::f64;
using kernel::ISOBIT_TARGET::has_fma;
using kernel::ISOBIT_TARGET::lanes;
template <> struct lane_types<f64> {
  using bits = kernel::ISOBIT_TARGET::u64;
  using integers = kernel::ISOBIT_TARGET::i64;
  using mask = kernel::ISOBIT_TARGET::i64;  // all ones or zero
};
#if ISOBIT_VECTOR_BYTES == 8
using wide = double;
#else
using wide = f64;
#endif
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
template <class V> ISOBIT_LANE V all(double x) { return x - V{}; }
template <class V> ISOBIT_LANE bits<V> all_bits(std::uint64_t x) { return x - bits<V>{}; }

/// Masks combined.
ISOBIT_LANE bool both(bool a, bool b) { return a && b; }
ISOBIT_LANE bool either(bool a, bool b) { return a || b; }
ISOBIT_LANE bool inverse(bool m) { return !m; }
ISOBIT_LANE bool all_set(bool m) { return m; }
/// a where the mask is set, else b.
ISOBIT_LANE double select(bool m, double a, double b) { return m ? a : b; }
ISOBIT_LANE std::uint64_t select(bool m, std::uint64_t a, std::uint64_t b) { return m ? a : b; }
#ifndef __CUDACC__
ISOBIT_LANE f64 select(mask<f64> m, f64 a, f64 b) { return m ? a : b; }
ISOBIT_LANE bits<f64> select(mask<f64> m, bits<f64> a, bits<f64> b) { return m ? a : b; }
ISOBIT_LANE mask<f64> both(mask<f64> a, mask<f64> b) { return a & b; }
ISOBIT_LANE mask<f64> either(mask<f64> a, mask<f64> b) { return a | b; }
ISOBIT_LANE mask<f64> inverse(mask<f64> m) { return ~m; }
ISOBIT_LANE bool all_set(mask<f64> m) {
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

ISOBIT_LANE bool lane_is_set(bool m, std::size_t) { return m; }
ISOBIT_LANE double lane(double x, std::size_t) { return x; }
#ifndef __CUDACC__
ISOBIT_LANE bool lane_is_set(mask<f64> m, std::size_t i) { return m[i] != 0; }
ISOBIT_LANE double lane(f64 x, std::size_t i) { return x[i]; }
#endif

ISOBIT_LANE double magnitude(double x) { return __builtin_fabs(x); }
template <class V> ISOBIT_LANE V magnitude(V x) { return as_real<V>(as_bits(x) & all_bits<V>(~std::uint64_t{0} >> 1)); }
/// The sign bit of x alone: xor it onto a number to carry the sign over.
template <class V> ISOBIT_LANE bits<V> sign_of(V x) { return as_bits(x) & all_bits<V>(std::uint64_t{1} << 63); }
template <class V> ISOBIT_LANE V flip_sign(V x, bits<V> sign) { return as_real<V>(as_bits(x) ^ sign); }

/// low <= x < high, and low <= |x| < high; false for NaN. Precondition: 0 < low. A single number is compared as an
/// integer, since a comparison with NaN would raise invalid.
ISOBIT_LANE bool between(double x, double low, double high) {
  return as_bits(x) - as_bits(low) < as_bits(high) - as_bits(low);
}
#ifndef __CUDACC__
ISOBIT_LANE mask<f64> between(f64 x, double low, double high) { return (x >= low) & (x < high); }
#endif
template <class V> ISOBIT_LANE mask<V> magnitude_between(V x, double low, double high) {
  return between(magnitude(x), low, high);
}
/// |x| < high, zero included.
ISOBIT_LANE bool magnitude_below(double x, double high) { return as_bits(magnitude(x)) < as_bits(high); }
#ifndef __CUDACC__
ISOBIT_LANE mask<f64> magnitude_below(f64 x, double high) { return magnitude(x) < high; }
#endif

/// |x| < high; a single number also >= low, below which a product might raise underflow. An array function has an
/// environment of its own and need not look.
ISOBIT_LANE bool tame(double x, double low, double high) { return magnitude_between(x, low, high); }
#ifndef __CUDACC__
ISOBIT_LANE mask<f64> tame(f64 x, double, double high) { return magnitude_below(x, high); }
#endif

/// a > b. Precondition: a - b does not overflow.
ISOBIT_LANE bool larger(std::int64_t a, std::int64_t b) { return a > b; }
#ifndef __CUDACC__
ISOBIT_LANE mask<f64> larger(integers<f64> a, integers<f64> b) {
#if defined(__SSE2__) && ISOBIT_VECTOR_BYTES == 16
  return (b - a) >> 63;  // SSE2 has no comparison of 64-bit integers
#else
  return a > b;
#endif
}
#endif

ISOBIT_LANE double square_root(double x) { return __builtin_sqrt(x); }
#ifndef __CUDACC__
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
#endif

/// a*b + c with one rounding or two, as the machine likes: for values whose bound covers both.
ISOBIT_LANE double multiply_add(double a, double b, double c) {
#ifdef __CUDACC__
  return fma(a, b, c);
#else
  if constexpr (has_fma) return __builtin_fma(a, b, c);
  return a * b + c;
#endif
}
#ifndef __CUDACC__
ISOBIT_LANE f64 multiply_add(f64 a, f64 b, f64 c) {
  if constexpr (has_fma) return kernel::ISOBIT_TARGET::fma(a, b, c);
  return a * b + c;
}
#endif
template <class V> ISOBIT_LANE V multiply_add(V a, double b, double c) { return multiply_add(a, all<V>(b), all<V>(c)); }
template <class V> ISOBIT_LANE V multiply_add(V a, V b, double c) { return multiply_add(a, b, all<V>(c)); }
template <class V> ISOBIT_LANE V multiply_add(V a, double b, V c) { return multiply_add(a, all<V>(b), c); }

/// x rounded to the nearest integer, and the same as an integer in the low bits of `bits`. Precondition: |x| < 2^51.
template <class V> struct rounded {
  V real;
  bits<V> integer;  ///< two's complement in the low 51 bits; the bits above are those of 2^52 * 1.5
};
template <class V> ISOBIT_LANE rounded<V> to_integer(V x) {
  V const shifted = x + 0x1.8p52;
  return {shifted - 0x1.8p52, as_bits(shifted)};
}
/// to_integer(x * factor) with the product and the shift fused where the machine can.
template <class V> ISOBIT_LANE rounded<V> to_integer(V x, double factor) {
  V const shifted = multiply_add(x, factor, 0x1.8p52);
  return {shifted - 0x1.8p52, as_bits(shifted)};
}

/// Row `index` of a table, one column a member.
template <class V, int Columns> struct row { V column[Columns]; };

template <int Columns> ISOBIT_LANE row<double, Columns> lookup(double const (*table)[Columns], std::uint64_t index) {
  row<double, Columns> r;
  for (int c = 0; c < Columns; ++c) r.column[c] = table[index][c];
  return r;
}
#ifndef __CUDACC__
/// Loads whole rows, two columns at a time, and transposes them: cheaper than gathering.
template <int Columns> ISOBIT_LANE row<f64, Columns> lookup(double const (*table)[Columns], bits<f64> index) {
  row<f64, Columns> r;
#if ISOBIT_VECTOR_BYTES >= 32
  if constexpr (Columns % 2 == 0) {
    bits<f64> const offset = index * all_bits<f64>(sizeof *table);
    auto const pair = [&](std::size_t i, int c) __attribute__((always_inline)) {
      return _mm_loadu_pd(reinterpret_cast<double const*>(reinterpret_cast<char const*>(table) + offset[i]) + c);
    };
    auto const two_pairs = [&](std::size_t i, int c) __attribute__((always_inline)) {
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(i, c)), pair(i + 2, c), 1);
    };
    for (int c = 0; c < Columns; c += 2) {
#if ISOBIT_VECTOR_BYTES == 64
      auto const four_pairs = [&](std::size_t i) __attribute__((always_inline)) {
        return _mm512_insertf64x4(_mm512_castpd256_pd512(two_pairs(i, c)), two_pairs(i + 4, c), 1);
      };
      __m512d const even = four_pairs(0), odd = four_pairs(1);
      r.column[c] = f64(_mm512_unpacklo_pd(even, odd));
      r.column[c + 1] = f64(_mm512_unpackhi_pd(even, odd));
#else
      __m256d const even = two_pairs(0, c), odd = two_pairs(1, c);
      r.column[c] = f64(_mm256_unpacklo_pd(even, odd));
      r.column[c + 1] = f64(_mm256_unpackhi_pd(even, odd));
#endif
    }
    return r;
  }
#endif
#if defined(__SSE2__) && ISOBIT_VECTOR_BYTES == 16
  // gcc takes the upper index out by an instruction that waits for the last result of its register.
  double const* const rows[] = {table[_mm_cvtsi128_si64((__m128i)index)],
                                table[_mm_cvtsi128_si64(_mm_shuffle_epi32((__m128i)index, 0xee))]};
  for (int c = 0; c < Columns; ++c) r.column[c] = f64{rows[0][c], rows[1][c]};
#else
  for (int c = 0; c < Columns; ++c) {
    double column[lanes];
    for (std::size_t i = 0; i < lanes; ++i) column[i] = table[index[i]][c];
    __builtin_memcpy(&r.column[c], column, sizeof column);
  }
#endif
  return r;
}
#endif

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
