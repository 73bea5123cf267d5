#pragma once

#include <immintrin.h>

#include "linalg/kernel/residues/whole_numbers.hpp"

/// Numbers from residues that lie in fours, by VPDPBUSD: four residues times a byte each of the digits of M/m.
/// docs/maths/residues.md#reconstruction
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

/// The sums S_i of residues times digits of 32 bits, of 16 numbers.
template <int words>
ISOBIT_INLINE void words_of_residues(residue_system const& system, std::uint8_t const* residues, index modulus_stride,
                                     f64 (&word)[2][words]) {
  constexpr int bytes = words * bytes_of_word;
  __m512i sums[bytes];
#pragma GCC unroll 24
  for (int i = 0; i < bytes; ++i) sums[i] = _mm512_setzero_si512();
  for (int t = 0; t < system.count; t += 4, residues += modulus_stride) {
    __m512i const fours = _mm512_loadu_si512(residues);
#pragma GCC unroll 24
    for (int i = 0; i < bytes; ++i) {
      int digits;
      __builtin_memcpy(&digits, system.words.bytes[i] + t, sizeof digits);
      sums[i] = _mm512_dpbusd_epi32(sums[i], fours, _mm512_set1_epi32(digits));
    }
  }
#pragma GCC unroll 6
  for (int w = 0; w < words; ++w) {
    auto const pair = [&](int i) { return _mm512_add_epi32(sums[i], _mm512_slli_epi32(sums[i + 1], 8)); };
    __m512i const low = pair(bytes_of_word * w), high = pair(bytes_of_word * w + 2);
    auto const join = [](__m256i less, __m256i more) {
      return multiply_add((f64)_mm512_cvtepi32_pd(more), broadcast(0x1p16), (f64)_mm512_cvtepi32_pd(less));
    };
    word[0][w] = join(_mm512_castsi512_si256(low), _mm512_castsi512_si256(high));
    word[1][w] = join(_mm512_extracti64x4_epi64(low, 1), _mm512_extracti64x4_epi64(high, 1));
  }
}

/// What `number_of_digits` gives, from three to five words that need no order. docs/maths/residues.md#words
template <int words>
ISOBIT_INLINE number_in_two<f64> number_of_few_words(f64 (&word)[words], word_digits const& product) {
  static_assert(words >= 3 && words <= 5);
  constexpr int top = words - 1;
  f64 const base = broadcast(0x1p32), whole = broadcast(0x1.8p52);
  f64 const share =
      multiply_add(word[top], broadcast(product.shares[top]), word[top - 1] * broadcast(product.shares[top - 1]));
  f64 const multiple = (share + whole) - whole;
#pragma GCC unroll 5
  for (int w = 0; w < words; ++w) word[w] = multiply_add(-multiple, broadcast(product.product_words[w]), word[w]);

  // Everywhere the first number is the larger one, or nothing is lost. The three upper words are multiples of `unit`.
  constexpr double unit = words == 3 ? 1 : words == 4 ? 0x1p32 : 0x1p64;
  auto const [upper, rest] = fast_two_sum(word[top] * base, word[top - 1]);
  f64 const below = multiply_add(rest, base, word[top - 2]);
  auto [high, low] = fast_two_sum(upper * broadcast(unit * 0x1p32), below * broadcast(unit));
  f64 error = {};
  if constexpr (words == 5) {
    auto const [next, lost] = fast_two_sum(low, word[1] * base);
    auto const [sum, left] = fast_two_sum(high, next);
    high = sum, low = left, error = magnitude(lost);
  }
  if constexpr (words >= 4) {
    auto const [sum, lost] = fast_two_sum(low, word[0]);
    low = sum, error += magnitude(lost);
  }
  return {high, low, error};
}
template <int words> ISOBIT_INLINE number_in_two<f64> number_of_words(f64 (&word)[words], word_digits const& product) {
  if constexpr (words >= 3 && words <= 5)
    return number_of_few_words(word, product);
  else
    return number_of_digits<word_bits>(word, product.shares, product.product_words);
}

template <int words> inline void reconstruct_words(residue_system const& system, residue_strip const& strip) {
  for (index column = 0; column < strip.columns; ++column) {
    places_of_column places(strip, column);
    std::uint8_t const* const residues = strip.residues + column * strip.column_stride;
    for (index row = 0; row < strip.rows; row += residue_lines) {
      f64 word[2][words];
      words_of_residues<words>(system, residues + 4 * row, strip.modulus_stride, word);
#pragma GCC unroll 2
      for (auto& half : word) places.take(number_of_words(half, system.words));
    }
  }
}
inline void reconstruct_by_bytes(residue_system const& system, residue_strip const& strip) {
  switch (system.words.words) {
  case 1:
    return reconstruct_words<1>(system, strip);
  case 2:
    return reconstruct_words<2>(system, strip);
  case 3:
    return reconstruct_words<3>(system, strip);
  case 4:
    return reconstruct_words<4>(system, strip);
  case 5:
    return reconstruct_words<5>(system, strip);
  default:
    return reconstruct_words<most_words>(system, strip);
  }
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
