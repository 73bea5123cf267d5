#include "linalg/residues/try_tiles.hpp"

#include "arithmetic/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

bool tiles_work(residue_table const& kernels) {
  constexpr index groups = 2, lines = groups * residue_lines, depth = residue_chunk;
  std::uint8_t left[groups * chunk_bytes], right[groups * chunk_bytes], found[4 * lines * lines] = {};
  std::uint32_t state = 1;
  for (auto* const side : {left, right})
    for (index i = 0; i < groups * chunk_bytes; ++i) {
      state = state * 1664525u + 1013904223u;
      side[i] = static_cast<std::uint8_t>(state >> 24);
    }
  modulus const& m = residue_system_of(2).of[1];
  in_standard_rounding([&] {
    kernels.multiply(m, {.row_groups = groups,
                         .column_groups = groups,
                         .pieces = depth / residue_depth,
                         .left = left,
                         .left_stride = chunk_bytes,
                         .right = right,
                         .right_stride = chunk_bytes,
                         .next_left = nullptr,
                         .next_right = nullptr,
                         .continues = false,
                         .out = found,
                         .byte = 0,
                         .out_stride = lines * kernels.moduli_together,
                         .sums = nullptr});
  });
  auto const at = [](std::uint8_t const* side, residue_order order, index line, index p) {
    return side[line / residue_lines * chunk_bytes + place_in_chunk(order, line % residue_lines, p)];
  };
  for (index j = 0; j < lines; ++j)
    for (index i = 0; i < lines; ++i) {
      std::int32_t sum = 0;
      for (index p = 0; p < depth; ++p)
        sum += at(left, residue_order::pieces, i, p) * static_cast<std::int8_t>(at(right, kernels.right_order, j, p));
      if (found[(j * lines + i) * kernels.moduli_together] != (sum % m.value + m.value) % m.value) return false;
    }
  return true;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
