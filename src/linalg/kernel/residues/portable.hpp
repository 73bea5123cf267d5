#pragma once

#include "arithmetic/target.hpp"
#include "linalg/residues/residue_table.hpp"

/// Residues and their products on any machine, a byte at a time. docs/maths/residues.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

/// The bytes of x + 2^95, the lowest first.
inline void bytes_of_element(double x, std::uint8_t* bytes) {
  auto const high = static_cast<std::int64_t>(x * 0x1p-32);
  auto const low = static_cast<std::int64_t>(x - static_cast<double>(high) * 0x1p32);
  auto const raised = static_cast<std::uint64_t>(high + (low >> 32)) ^ std::uint64_t{1} << 63;
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(low >> (8 * i));
  for (int i = 0; i < 8; ++i) bytes[4 + i] = static_cast<std::uint8_t>(raised >> (8 * i));
}

inline std::int32_t weighted(std::uint8_t const* bytes, int count, byte_weights const& weights) {
  std::int32_t v = weights.offset;
  for (int i = 0; i < count; ++i) v += bytes[i] * weights.of_byte[i];
  return v;
}

template <bool is_left>
inline void convert_piece(residue_system const& system, double const* piece, std::uint8_t* out, index stride) {
  std::uint8_t bytes[residue_piece][element_bytes];
  for (index q = 0; q < residue_lines; ++q)
    for (index p = 0; p < residue_depth; ++p)
      bytes_of_element(piece[p * residue_lines + q], bytes[q * residue_depth + p]);
  for (int t = 0; t < system.count; ++t) {
    modulus const& m = system.of[t];
    for (index i = 0; i < residue_piece; ++i) {
      std::int32_t const v = weighted(bytes[i], element_bytes, is_left ? m.left : m.right);
      out[t * stride + i] = is_left ? positive_residue(v, m) : nearest_residue(v, m);
    }
  }
}

inline std::uint8_t residue_of_sum(std::int32_t sum, modulus const& m) {
  auto const raised = static_cast<std::uint32_t>(sum) ^ std::uint32_t{1} << 31;
  std::uint8_t bytes[sum_bytes];
  for (int i = 0; i < sum_bytes; ++i) bytes[i] = static_cast<std::uint8_t>(raised >> (8 * i));
  return positive_residue(weighted(bytes, sum_bytes, m.sum), m);
}

inline void multiply_residues(modulus const& m, residue_product const& call) {
  for (index group = 0; group < call.row_groups; ++group)
    for (index j = 0; j < columns_of_call; ++j) {
      std::uint8_t* const out = call.out + j * call.out_stride + group * residue_lines;
      std::int32_t sums[residue_lines];
      for (index q = 0; q < residue_lines; ++q) sums[q] = call.continues ? out[q] : 0;
      for (index piece = 0; piece < call.pieces; ++piece) {
        std::uint8_t const* const left = call.left + group * call.left_stride + piece * residue_piece;
        std::uint8_t const* const right = call.right + piece * residue_piece + j * residue_depth;
        for (index q = 0; q < residue_lines; ++q)
          for (index p = 0; p < residue_depth; ++p)
            sums[q] += left[q * residue_depth + p] * static_cast<std::int8_t>(right[p]);
      }
      for (index q = 0; q < residue_lines; ++q) out[q] = residue_of_sum(sums[q], m);
    }
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
