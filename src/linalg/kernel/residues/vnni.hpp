#pragma once

#include <immintrin.h>

#include "linalg/kernel/residues/whole_numbers.hpp"

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

/// What it takes to find residues of 16 numbers v - half: positive_residue and nearest_residue in vectors.
struct lane_modulus {
  __m512i factors;
  __m512 inverse;

  /// In the low bytes: v - half + (256 - m) q + half. Of q only the low byte matters; the highest byte of q as a float
  /// is always 0x4b, times a factor that makes it `half`.
  ISOBIT_INLINE lane_modulus(modulus const& m, int half)
      : factors(_mm512_set1_epi32((256 - m.value) | (half * inverse_of_0x4b) << 24)),
        inverse(_mm512_set1_ps(m.inverse)) {}
  ISOBIT_INLINE __m512i residues(__m512i less_half) const {
    __m512 const quotient = _mm512_cvtepi32_ps(less_half);
    __m512 const raised = _mm512_fmadd_ps(quotient, inverse, _mm512_set1_ps(whole_floats));
    return _mm512_dpbusd_epi32(less_half, _mm512_castps_si512(raised), factors);
  }

private:
  static constexpr int inverse_of_0x4b = 0x63;
  static_assert((inverse_of_0x4b * 0x4b & 255) == 1);
};

/// 16 whole numbers as vectors of four bytes of each, raised by 2^95 or, in two words, by 2^63.
template <int words> struct element_words {
  __m512i of[words];

  ISOBIT_INLINE explicit element_words(double const* x) {
    __m512i const even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    __m512i const odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    __m512i low[2], high[2];
    for (int i = 0; i < 2; ++i) {
      __m512d const value = _mm512_loadu_pd(x + 8 * i);
      if constexpr (words == 2) {
        high[i] = _mm512_cvtpd_epi64(value);
      } else {
        __m512d const upper = _mm512_roundscale_pd(_mm512_mul_pd(value, _mm512_set1_pd(0x1p-32)), 0);
        low[i] = _mm512_cvtpd_epi64(_mm512_fnmadd_pd(upper, _mm512_set1_pd(0x1p32), value));
        high[i] = _mm512_add_epi64(_mm512_cvtpd_epi64(upper), _mm512_srai_epi64(low[i], 32));
      }
    }
    if constexpr (words == 3) of[0] = _mm512_permutex2var_epi32(low[0], even, low[1]);
    __m512i const sign = _mm512_set1_epi32(static_cast<int>(0x80000000u));
    of[words - 2] = _mm512_permutex2var_epi32(high[0], even, high[1]);
    of[words - 1] = _mm512_xor_si512(sign, _mm512_permutex2var_epi32(high[0], odd, high[1]));
  }
};

/// The residues of four vectors of numbers, each a byte of every lane.
template <bool is_left, int words>
ISOBIT_INLINE void convert_piece(residue_system const& system, element_words<words> const (&numbers)[residue_depth],
                                 std::uint8_t* out, index stride) {
  __m512i const low_bytes = _mm512_set4_epi32(0x0c0c0c0c, 0x08080808, 0x04040404, 0);
  for (int t = 0; t < system.count; ++t) {
    modulus const& m = system.of[t];
    byte_weights const& weights = is_left ? m.left : m.right;
    int const half = is_left ? m.half : 0;
    lane_modulus const lanes_of_modulus(m, half);
    __m512i const offset = _mm512_set1_epi32((words == 3 ? weights.offset : weights.short_offset) - half);
    __m512i weight[words], residues[residue_depth];
#pragma GCC unroll 3
    for (int word = 0; word < words; ++word) weight[word] = four_bytes(weights.of_byte + 4 * word);
#pragma GCC unroll 4
    for (int p = 0; p < residue_depth; ++p) {
      __m512i v = offset;
#pragma GCC unroll 3
      for (int word = 0; word < words; ++word) v = _mm512_dpbusd_epi32(v, numbers[p].of[word], weight[word]);
      residues[p] = lanes_of_modulus.residues(v);
    }
    __m512i bytes = _mm512_mask_shuffle_epi8(residues[0], 0x2222222222222222u, residues[1], low_bytes);
    bytes = _mm512_mask_shuffle_epi8(bytes, 0x4444444444444444u, residues[2], low_bytes);
    bytes = _mm512_mask_shuffle_epi8(bytes, 0x8888888888888888u, residues[3], low_bytes);
    _mm512_storeu_si512(out + t * stride, bytes);
  }
}

/// Eight vectors of eight numbers become those of their first lanes, of their second, ...
ISOBIT_INLINE void transpose(__m512d (&rows)[8]) {
  __m512d pairs[8], fours[8];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    pairs[2 * i] = _mm512_unpacklo_pd(rows[2 * i], rows[2 * i + 1]);
    pairs[2 * i + 1] = _mm512_unpackhi_pd(rows[2 * i], rows[2 * i + 1]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    int const from = i / 2 * 4 + i % 2;
    fours[2 * i] = _mm512_shuffle_f64x2(pairs[from], pairs[from + 2], 0x88);
    fours[2 * i + 1] = _mm512_shuffle_f64x2(pairs[from], pairs[from + 2], 0xdd);
  }
  // fours: of rows 0 to 3 the columns {0, 4}, {2, 6}, {1, 5}, {3, 7}, then the same of rows 4 to 7.
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    int const column = i % 2 * 2 + i / 2;
    rows[column] = _mm512_shuffle_f64x2(fours[i], fours[i + 4], 0x88);
    rows[column + 4] = _mm512_shuffle_f64x2(fours[i], fours[i + 4], 0xdd);
  }
}

/// A chunk by lines: element p of line q at [q * residue_chunk + p % 4 * 16 + p / 4], so that a piece of the line is
/// what lies a lane apart.
inline void transpose_chunk(double const* chunk, double* out) {
  for (index q = 0; q < residue_lines; q += 8)
    for (index p = 0; p < residue_depth; ++p)
      for (index piece = 0; piece < residue_chunk / residue_depth; piece += 8) {
        __m512d rows[8];
#pragma GCC unroll 8
        for (index i = 0; i < 8; ++i)
          rows[i] = _mm512_loadu_pd(chunk + ((piece + i) * residue_depth + p) * residue_lines + q);
        transpose(rows);
#pragma GCC unroll 8
        for (index i = 0; i < 8; ++i)
          _mm512_storeu_pd(out + (q + i) * residue_chunk + p * (residue_chunk / residue_depth) + piece, rows[i]);
      }
}

template <bool is_left, residue_order order, int words>
inline void convert_chunks(residue_system const& system, lines_to_convert const& lines, converted_lines& found,
                           std::uint8_t* out, index stride) {
  constexpr bool by_lines = order == residue_order::lines;
  // From one vector of a piece to the next, and from one piece to the next.
  constexpr index vector_step = residue_lines, piece_step = by_lines ? residue_chunk : residue_piece;
  static_assert(residue_chunk / residue_depth == residue_lines);
  for (index first = 0; first < lines.depth; first += residue_chunk, out += chunk_bytes) {
    alignas(64) double chunk[chunk_bytes], transposed_chunk[by_lines ? chunk_bytes : 1];
    gather_chunk(lines, first, chunk);
    round_chunk(lines, found, first, chunk);
    if constexpr (by_lines) transpose_chunk(chunk, transposed_chunk);
    double const* const numbers = by_lines ? transposed_chunk : chunk;
    for (index piece = 0; piece < residue_lines; ++piece) {
      double const* const at = numbers + piece * piece_step;
      element_words<words> const pieces[residue_depth] = {
          element_words<words>(at), element_words<words>(at + vector_step), element_words<words>(at + 2 * vector_step),
          element_words<words>(at + 3 * vector_step)};
      convert_piece<is_left, words>(system, pieces, out + piece * residue_piece, stride);
    }
  }
}

template <bool is_left, residue_order order>
inline void convert_lines(residue_system const& system, lines_to_convert const& lines, converted_lines& found,
                          std::uint8_t* out, index stride) {
  if (lines.is_short) return convert_chunks<is_left, order, 2>(system, lines, found, out, stride);
  convert_chunks<is_left, order, 3>(system, lines, found, out, stride);
}

/// The residues of 16 sums.
struct lane_reduction {
  lane_modulus lanes_of_modulus;
  __m512i weight, offset;

  ISOBIT_INLINE explicit lane_reduction(modulus const& m)
      : lanes_of_modulus(m, m.half), weight(four_bytes(m.sum.of_byte)),
        offset(_mm512_set1_epi32(m.sum.offset - m.half)) {}
  /// In the low bytes.
  ISOBIT_INLINE __m512i residues(__m512i sums) const {
    __m512i const sign = _mm512_set1_epi32(static_cast<int>(0x80000000u));
    return lanes_of_modulus.residues(_mm512_dpbusd_epi32(offset, _mm512_xor_si512(sums, sign), weight));
  }
};
ISOBIT_INLINE __m512i load_residues(std::uint8_t const* at) {
  return _mm512_cvtepu8_epi32(_mm_loadu_si128(static_cast<__m128i const*>(static_cast<void const*>(at))));
}

/// Some groups of rows by eight columns.
template <int groups>
inline void multiply_groups(modulus const& m, residue_product const& call, std::uint8_t const* left,
                            std::uint8_t const* right, std::uint8_t* out) {
  constexpr int columns = 8, rows = static_cast<int>(residue_lines);
  __m512i sums[columns][groups];
#pragma GCC unroll 8
  for (int j = 0; j < columns; ++j)
#pragma GCC unroll 3
    for (int i = 0; i < groups; ++i) {
      sums[j][i] = _mm512_setzero_si512();
      if (call.continues) sums[j][i] = load_residues(out + j * call.out_stride + i * rows);
    }
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
  lane_reduction const reduction(m);
#pragma GCC unroll 8
  for (int j = 0; j < columns; ++j)
#pragma GCC unroll 3
    for (int i = 0; i < groups; ++i) {
      void* const at = out + j * call.out_stride + i * rows;
      _mm_storeu_si128(static_cast<__m128i*>(at), _mm512_cvtepi32_epi8(reduction.residues(sums[j][i])));
    }
}

inline void multiply_residues(modulus const& m, residue_product const& call) {
  constexpr index columns = 8, at_once = 3;
  for (index j = 0; j < call.column_groups * residue_lines; j += columns) {
    std::uint8_t const* const right =
        call.right + j / residue_lines * call.right_stride + j % residue_lines * residue_depth;
    for (index group = 0; group < call.row_groups; group += at_once) {
      std::uint8_t const* const left = call.left + group * call.left_stride;
      std::uint8_t* const out = call.out + j * call.out_stride + group * residue_lines;
      index const groups = call.row_groups - group;
      if (groups >= at_once)
        multiply_groups<3>(m, call, left, right, out);
      else if (groups == 2)
        multiply_groups<2>(m, call, left, right, out);
      else
        multiply_groups<1>(m, call, left, right, out);
    }
  }
}

inline constexpr residue_table vnni_residues = {
    .right_order = residue_order::pieces,
    .block_side = 192,
    .chunks_at_once = 0,
    .moduli_together = 1,
    .costs = {.products = 100, .conversion = 0.5, .reconstruction = 0.6},
    .left = convert_lines<true, residue_order::pieces>,
    .right = convert_lines<false, residue_order::pieces>,
    .multiply = multiply_residues,
    .reconstruct = reconstruct,
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
