#pragma once

#include <immintrin.h>

#include "arithmetic/target.hpp"
#include "arithmetic/vectors.hpp"
#include "linalg/residues/residue_table.hpp"

/// Residues and their products by VPDPBUSD: four products of bytes, unsigned by signed, added to each of 16 sums.
/// docs/maths/residues.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

static_assert(residue_piece == sizeof(__m512i) && residue_depth == 4);

/// Four bytes in every lane.
ISOBIT_INLINE __m512i four_bytes(void const* at) {
  int value;
  __builtin_memcpy(&value, at, sizeof value);
  return _mm512_set1_epi32(value);
}

/// What it takes to find residues of 16 numbers: positive_residue and nearest_residue in vectors.
struct lane_modulus {
  __m512i half, negative;
  __m512 inverse;

  ISOBIT_INLINE lane_modulus(modulus const& m, bool positive)
      : half(_mm512_set1_epi32(positive ? m.half : 0)), negative(_mm512_set1_epi32(256 - m.value)),
        inverse(_mm512_set1_ps(m.inverse)) {}
  /// In the low bytes: v + (256 - m) q, of which only the low byte of q matters.
  ISOBIT_INLINE __m512i residues(__m512i v) const {
    __m512 const quotient = _mm512_cvtepi32_ps(_mm512_sub_epi32(v, half));
    __m512 const raised = _mm512_fmadd_ps(quotient, inverse, _mm512_set1_ps(whole_floats));
    return _mm512_dpbusd_epi32(v, _mm512_castps_si512(raised), negative);
  }
};

/// 16 whole numbers, raised by 2^95, as three vectors of four bytes of each.
struct element_words {
  __m512i of[3];
};
ISOBIT_INLINE element_words words_of(double const* x) {
  __m512i const even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  __m512i const odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
  __m512i low[2], high[2];
  for (int i = 0; i < 2; ++i) {
    __m512d const value = _mm512_loadu_pd(x + 8 * i);
    __m512d const upper = _mm512_roundscale_pd(_mm512_mul_pd(value, _mm512_set1_pd(0x1p-32)), 0);
    low[i] = _mm512_cvtpd_epi64(_mm512_fnmadd_pd(upper, _mm512_set1_pd(0x1p32), value));
    high[i] = _mm512_add_epi64(_mm512_cvtpd_epi64(upper), _mm512_srai_epi64(low[i], 32));
  }
  __m512i const sign = _mm512_set1_epi32(static_cast<int>(0x80000000u));
  return {{_mm512_permutex2var_epi32(low[0], even, low[1]), _mm512_permutex2var_epi32(high[0], even, high[1]),
           _mm512_xor_si512(sign, _mm512_permutex2var_epi32(high[0], odd, high[1]))}};
}

template <bool is_left>
inline void convert_piece(residue_system const& system, double const* piece, std::uint8_t* out, index stride) {
  element_words words[residue_depth];
#pragma GCC unroll 4
  for (int p = 0; p < residue_depth; ++p) words[p] = words_of(piece + p * residue_lines);
  __m512i const low_bytes = _mm512_set4_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0);
  for (int t = 0; t < system.count; ++t) {
    modulus const& m = system.of[t];
    byte_weights const& weights = is_left ? m.left : m.right;
    lane_modulus const lanes_of_modulus(m, is_left);
    __m512i const weight[3] = {four_bytes(weights.of_byte), four_bytes(weights.of_byte + 4),
                               four_bytes(weights.of_byte + 8)};
    __m512i residues[residue_depth];
#pragma GCC unroll 4
    for (int p = 0; p < residue_depth; ++p) {
      __m512i v = _mm512_set1_epi32(weights.offset);
#pragma GCC unroll 3
      for (int word = 0; word < 3; ++word) v = _mm512_dpbusd_epi32(v, words[p].of[word], weight[word]);
      residues[p] = lanes_of_modulus.residues(v);
    }
    __m512i bytes = _mm512_mask_shuffle_epi8(residues[0], 0x2222222222222222u, residues[1], low_bytes);
    bytes = _mm512_mask_shuffle_epi8(bytes, 0x4444444444444444u, residues[2], low_bytes);
    bytes = _mm512_mask_shuffle_epi8(bytes, 0x8888888888888888u, residues[3], low_bytes);
    _mm512_storeu_si512(out + t * stride, bytes);
  }
}

template <int groups> inline void multiply_groups(modulus const& m, residue_product const& call) {
  constexpr int columns = static_cast<int>(columns_of_call), rows = static_cast<int>(residue_lines);
  __m512i sums[columns][groups];
#pragma GCC unroll 8
  for (int j = 0; j < columns; ++j)
#pragma GCC unroll 3
    for (int i = 0; i < groups; ++i) {
      sums[j][i] = _mm512_setzero_si512();
      if (call.continues) {
        void const* const at = call.out + j * call.out_stride + i * rows;
        sums[j][i] = _mm512_cvtepu8_epi32(_mm_loadu_si128(static_cast<__m128i const*>(at)));
      }
    }
  std::uint8_t const *left = call.left, *right = call.right;
  for (index piece = 0; piece < call.pieces; ++piece, left += residue_piece, right += residue_piece) {
    __m512i rows_of_left[groups];
#pragma GCC unroll 3
    for (int i = 0; i < groups; ++i) rows_of_left[i] = _mm512_loadu_si512(left + i * call.left_stride);
#pragma GCC unroll 8
    for (int j = 0; j < columns; ++j) {
      __m512i const column = four_bytes(right + j * residue_depth);
#pragma GCC unroll 3
      for (int i = 0; i < groups; ++i) sums[j][i] = _mm512_dpbusd_epi32(sums[j][i], rows_of_left[i], column);
    }
  }
  lane_modulus const lanes_of_modulus(m, true);
  __m512i const sign = _mm512_set1_epi32(static_cast<int>(0x80000000u)), weight = four_bytes(m.sum.of_byte);
#pragma GCC unroll 8
  for (int j = 0; j < columns; ++j)
#pragma GCC unroll 3
    for (int i = 0; i < groups; ++i) {
      __m512i const v =
          _mm512_dpbusd_epi32(_mm512_set1_epi32(m.sum.offset), _mm512_xor_si512(sums[j][i], sign), weight);
      void* const at = call.out + j * call.out_stride + i * rows;
      _mm_storeu_si128(static_cast<__m128i*>(at), _mm512_cvtepi32_epi8(lanes_of_modulus.residues(v)));
    }
}

inline void multiply_residues(modulus const& m, residue_product const& call) {
  if (call.row_groups == 3) return multiply_groups<3>(m, call);
  call.row_groups == 2 ? multiply_groups<2>(m, call) : multiply_groups<1>(m, call);
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
