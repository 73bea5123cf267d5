#pragma once

#include "arithmetic/lanes.hpp"

/// What the fast tiers need beyond arithmetic/lanes.hpp: ranges of arguments, nearest integers, tables.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

using namespace arithmetic;
using arithmetic::square_root;  // has overloads here

/// What a fast tier is run for: single numbers where the target has no vectors.
#if defined(__CUDACC__) || ISOBIT_VECTOR_BYTES == 8
using wide = double;
#else
using wide = f64;
#endif

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
/// environment of its own, a GPU has no flags: neither need look.
#ifdef __CUDACC__
ISOBIT_LANE bool tame(double x, double, double high) { return magnitude_below(x, high); }
#else
ISOBIT_LANE bool tame(double x, double low, double high) { return magnitude_between(x, low, high); }
ISOBIT_LANE mask<f64> tame(f64 x, double, double high) { return magnitude_below(x, high); }
#endif

/// x rounded to the nearest integer, and the same as an integer in the low bits of `bits`. Precondition: |x| < 2^51.
template <class V> struct nearest_integer {
  V real;
  bits<V> integer;  ///< two's complement in the low 51 bits; the bits above are those of 2^52 * 1.5
};
template <class V> ISOBIT_LANE nearest_integer<V> to_integer(V x) {
  V const shifted = x + 0x1.8p52;
  return {shifted - 0x1.8p52, as_bits(shifted)};
}
/// to_integer(x * factor) with the product and the shift fused where the machine can.
template <class V> ISOBIT_LANE nearest_integer<V> to_integer(V x, double factor) {
  V const shifted = multiply_add(x, factor, 0x1.8p52);
  return {shifted - 0x1.8p52, as_bits(shifted)};
}

/// Of 16 numbers the one at an index of which the lowest four bits count: with vectors of 512 bits a permutation, and
/// the numbers stay in registers.
ISOBIT_LANE double entry(double const (&numbers)[16], std::uint64_t index) { return numbers[index & 15]; }
#ifndef __CUDACC__
ISOBIT_LANE f64 entry(double const (&numbers)[16], bits<f64> index) {
#if ISOBIT_VECTOR_BYTES == 64
  return (f64)_mm512_permutex2var_pd(_mm512_load_pd(numbers), (__m512i)index, _mm512_load_pd(numbers + 8));
#else
  f64 v;
  for (std::size_t i = 0; i < lanes; ++i) v[i] = numbers[index[i] & 15];
  return v;
#endif
}
#endif

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
