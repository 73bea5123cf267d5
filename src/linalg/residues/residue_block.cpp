#include "linalg/residues/residue_block.hpp"

#include "linalg/multiples.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

std::size_t size(index n) { return static_cast<std::size_t>(n); }
index groups_of(index lines) { return divided_up(lines, residue_lines); }

/// How many bytes of sums a block needs.
index bytes_of_sums(residue_factors const& factors, index rows, index columns) {
  bool const is_long = factors.left.pieces() * residue_depth > factors.kernels.chunks_at_once * residue_chunk;
  bool const needed = factors.kernels.chunks_at_once != 0 && is_long;
  return needed ? sums_needed(groups_of(rows), groups_of(columns)) * index{sizeof(std::int32_t)} : 0;
}

}  // namespace

residue_block::residue_block(residue_factors const& factors, index most_rows, index most_columns)
    : factors_(factors), stride_(up_to_multiple(most_rows, residue_lines) * factors.kernels.moduli_together),
      // Not a multiple of a page: one place of every modulus is read at a time.
      modulus_size_(stride_ * up_to_multiple(most_columns, residue_lines) + residue_piece),
      residues_(size(modulus_size_ * divided_up(factors.system.count, factors.kernels.moduli_together) /
                         index{sizeof(double)} +
                     1)),
      sums_(size(bytes_of_sums(factors, most_rows, most_columns) / index{sizeof(double)} + 1)),
      bytes_(reinterpret_cast<std::uint8_t*>(residues_.data())) {}

void residue_block::multiply_part(index first_row, index rows, index first_column, index columns) {
  residue_panels const &left = factors_.left, &right = factors_.right;
  constexpr index most_pieces = most_residue_products / residue_depth;
  int const together = factors_.kernels.moduli_together;
  // For one modulus after the other: so the rows stay in the second cache.
  for (int t = 0; t < factors_.system.count; ++t) {
    bool const is_last = t + 1 == factors_.system.count;
    for (index piece = 0; piece < left.pieces(); piece += most_pieces)
      factors_.kernels.multiply(factors_.system.of[t],
                                {.row_groups = groups_of(rows),
                                 .column_groups = groups_of(columns),
                                 .pieces = std::min(most_pieces, left.pieces() - piece),
                                 .left = left.data(t, first_row / residue_lines) + piece * residue_piece,
                                 .left_stride = left.group_size(),
                                 .right = right.data(t, first_column / residue_lines) + piece * residue_piece,
                                 .right_stride = right.group_size(),
                                 .next_left = is_last ? nullptr : left.data(t + 1, first_row / residue_lines),
                                 .next_right = is_last ? nullptr : right.data(t + 1, first_column / residue_lines),
                                 .continues = piece != 0,
                                 .out = place(first_row, first_column) + t / together * modulus_size_,
                                 .byte = t % together,
                                 .out_stride = stride_,
                                 .sums = reinterpret_cast<std::int32_t*>(sums_.data())});
  }
}

std::uint8_t* residue_block::place(index row, index column) const noexcept {
  return bytes_ + (column - first_column_) * stride_ + (row - first_row_) * factors_.kernels.moduli_together;
}

void residue_block::reconstruct(index first_row, index first_column, index columns, place_of_tiles const& out) {
  index const rows = std::min(residue_part_side, end_row_ - first_row);
  factors_.kernels.reconstruct(factors_.system, {.rows = up_to_multiple(rows, residue_lines),
                                                 .columns = columns,
                                                 .tile_rows = out.tile_rows,
                                                 .tile_size = out.tile_size,
                                                 .residues = place(first_row, first_column),
                                                 .column_stride = stride_,
                                                 .modulus_stride = modulus_size_,
                                                 .row_unit = &factors_.left.unit(first_row),
                                                 .column_unit = &factors_.right.unit(first_column),
                                                 .row_lost = &factors_.left.lost(first_row),
                                                 .column_lost = &factors_.right.lost(first_column),
                                                 .high = out.high,
                                                 .low = out.low,
                                                 .error = errors_,
                                                 .radius = out.radius});
}

/// docs/maths/residues.md#correction
auto residue_block::left_out(index row, index column) const noexcept -> std::optional<correction> {
  residue_panels const &left = factors_.left, &right = factors_.right;
  auto const of_row = left.remainders(row), of_column = right.remainders(column);
  if (!of_row || !of_column) return {};
  double sum = 0, sizes = 0;
  auto const add = [&](double x, double y) {
    sum += x * y;
    sizes += magnitude(x * y);
  };
  auto const elements_of_row = left.elements(row), elements_of_column = right.elements(column);
  for (auto const& [place, value] : *of_row) add(value, elements_of_column[place]);
  for (auto const& [place, value] : *of_column) add(elements_of_row.rounded(place), value);
  auto const count = static_cast<double>(of_row->size() + of_column->size() + 2);
  return correction{sum, sizes * count * 0x1p-52 + least_radius};
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
