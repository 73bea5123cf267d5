#pragma once

#include "math/lanes.hpp"

/// Tables of 32 numbers for the quick ways: with vectors of 512 bits they are permutations of halves of numbers, which
/// stay in registers.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The number at an index of which the lowest five bits count, from the lower and the upper halves of all, or from the
/// upper halves alone where the lower ones are zero.
ISOBIT_LANE double entry(unsigned const (&lower)[32], unsigned const (&upper)[32], std::uint64_t index) {
  return as_real<double>(std::uint64_t{upper[index & 31]} << 32 | lower[index & 31]);
}
ISOBIT_LANE double entry(unsigned const (&upper)[32], std::uint64_t index) {
  return as_real<double>(std::uint64_t{upper[index & 31]} << 32);
}
#ifndef __CUDACC__
#if ISOBIT_VECTOR_BYTES == 64
/// The index in both halves of a lane. What a permutation leaves out of one half keeps it there, for the next.
ISOBIT_LANE __m512i twice(bits<f64> index) {
  return _mm512_castps_si512(_mm512_moveldup_ps(_mm512_castsi512_ps((__m512i)index)));
}
ISOBIT_LANE f64 entry(unsigned const (&lower)[32], unsigned const (&upper)[32], bits<f64> index) {
  __m512i const low =
      _mm512_mask2_permutex2var_epi32(_mm512_load_si512(lower), twice(index), 0x5555, _mm512_load_si512(lower + 16));
  return (f64)_mm512_mask2_permutex2var_epi32(_mm512_load_si512(upper), low, 0xaaaa, _mm512_load_si512(upper + 16));
}
ISOBIT_LANE f64 entry(unsigned const (&upper)[32], bits<f64> index) {
  return (f64)_mm512_maskz_permutex2var_epi32(0xaaaa, _mm512_load_si512(upper), twice(index),
                                              _mm512_load_si512(upper + 16));
}
#else
ISOBIT_LANE f64 entry(unsigned const (&lower)[32], unsigned const (&upper)[32], bits<f64> index) {
  f64 v;
  for (std::size_t i = 0; i < lanes; ++i) v[i] = entry(lower, upper, std::uint64_t{index[i]});
  return v;
}
ISOBIT_LANE f64 entry(unsigned const (&upper)[32], bits<f64> index) {
  f64 v;
  for (std::size_t i = 0; i < lanes; ++i) v[i] = entry(upper, std::uint64_t{index[i]});
  return v;
}
#endif
#endif

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
