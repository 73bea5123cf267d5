#pragma once

#include "linalg/kernel/residues/whole_numbers.hpp"

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
inline void convert_lines(residue_system const& system, lines_to_convert const& lines, converted_lines& found,
                          std::uint8_t* out, index stride) {
  for (index first = 0; first < lines.depth; first += residue_chunk, out += chunk_bytes) {
    double chunk[chunk_bytes];
    gather_chunk(lines, first, chunk);
    round_chunk(lines, found, first, chunk);
    for (index p = 0; p < residue_chunk; ++p)
      for (index q = 0; q < residue_lines; ++q) {
        std::uint8_t bytes[element_bytes];
        bytes_of_element(chunk[p * residue_lines + q], bytes);
        for (int t = 0; t < system.count; ++t) {
          modulus const& m = system.of[t];
          std::int32_t const v = weighted(bytes, element_bytes, is_left ? m.left : m.right);
          out[t * stride + place_in_chunk(residue_order::pieces, q, p)] =
              is_left ? positive_residue(v, m) : nearest_residue(v, m);
        }
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
    for (index j = 0; j < call.column_groups * residue_lines; ++j) {
      std::uint8_t const* const column =
          call.right + j / residue_lines * call.right_stride + j % residue_lines * residue_depth;
      std::uint8_t* const out = call.out + j * call.out_stride + group * residue_lines;
      std::int32_t sums[residue_lines];
      for (index q = 0; q < residue_lines; ++q) sums[q] = call.continues ? out[q] : 0;
      for (index piece = 0; piece < call.pieces; ++piece) {
        std::uint8_t const* const left = call.left + group * call.left_stride + piece * residue_piece;
        std::uint8_t const* const right = column + piece * residue_piece;
        for (index q = 0; q < residue_lines; ++q)
          for (index p = 0; p < residue_depth; ++p)
            sums[q] += left[q * residue_depth + p] * static_cast<std::int8_t>(right[p]);
      }
      for (index q = 0; q < residue_lines; ++q) out[q] = residue_of_sum(sums[q], m);
    }
}

inline constexpr residue_table portable_residues = {
    .right_order = residue_order::pieces,
    .block_side = 192,
    .chunks_at_once = 0,
    .moduli_together = 1,
    .costs = {.products = 3, .conversion = 6, .reconstruction = 2.4},
    .left = convert_lines<true>,
    .right = convert_lines<false>,
    .multiply = multiply_residues,
    .reconstruct = reconstruct,
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
