#include "linalg/residues/residue_block.hpp"

#include <algorithm>
#include <new>

#include "linalg/gemm_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

std::size_t size(index n) { return static_cast<std::size_t>(n); }
index up_to_multiple(index n, index of) { return (n + of - 1) / of * of; }

}  // namespace

residue_block::residue_block(residue_factors const& factors, index most_rows, index most_columns)
    : factors_(factors), stride_(up_to_multiple(most_rows, rows_of_call)),
      // Not a multiple of a page: one place of every modulus is read at a time.
      modulus_size_(stride_ * up_to_multiple(most_columns, residue_lines) + residue_piece),
      residues_(size(modulus_size_ * factors.system.count / index{sizeof(double)} + 1)),
      sums_(size(3 * rows_of_call * most_tile_columns)), bytes_(reinterpret_cast<std::uint8_t*>(residues_.data())) {
  of_rows_.reserve(size(most_rows));
  of_columns_.reserve(size(most_columns));
}

void residue_block::start(index first_row, index rows, index first_column, index columns) {
  first_row_ = first_row;
  end_row_ = first_row + rows;
  first_column_ = first_column;
  of_rows_.assign(size(rows), {});
  of_columns_.assign(size(columns), {});
}

void residue_block::multiply_tile(int modulus, index row, index column) {
  residue_panels const &left = factors_.left, &right = factors_.right;
  index const group = row / residue_lines;
  constexpr index most_pieces = most_residue_products / residue_depth;
  for (index piece = 0; piece < left.pieces(); piece += most_pieces)
    factors_.kernels.multiply(
        factors_.system.of[modulus],
        {.row_groups = std::min(most_row_groups, left.groups() - group),
         .pieces = std::min(most_pieces, left.pieces() - piece),
         .left = left.data(modulus, group) + piece * residue_piece,
         .left_stride = left.group_size(),
         .right = right.data(modulus, column / residue_lines) + piece * residue_piece +
                  column % residue_lines * residue_depth,
         .continues = piece != 0,
         .out = bytes_ + modulus * modulus_size_ + (column - first_column_) * stride_ + (row - first_row_),
         .out_stride = stride_});
}

void residue_block::reconstruct(index first_row, index first_column, index columns) {
  sums_row_ = first_row, sums_column_ = first_column;
  sums_count_ = std::min(rows_of_call, up_to_multiple(end_row_ - first_row, residue_lines));
  for (index j = 0; j < columns; ++j) {
    std::uint8_t const* const residues =
        bytes_ + (first_column + j - first_column_) * stride_ + (first_row - first_row_);
    double* const out = sums_.data() + 3 * rows_of_call * j;
    reconstructed const to = {out, out + rows_of_call, out + 2 * rows_of_call};
    factors_.kernels.reconstruct(factors_.system, sums_count_, residues, modulus_size_, to);
    double const column_unit = factors_.right.unit(first_column + j);
    for (index i = 0; i < sums_count_; ++i) {
      double const unit = factors_.left.unit(first_row + i) * column_unit;
      to.high[i] *= unit, to.low[i] *= unit, to.error[i] *= unit;
    }
  }
}

auto residue_block::column(index row, index column) const noexcept -> column_of_sums {
  double const* const at = sums_.data() + 3 * rows_of_call * (column - sums_column_) + (row - sums_row_);
  return {at, at + rows_of_call, at + 2 * rows_of_call};
}

std::vector<remainder> const& residue_block::remainders(known_remainders& known, residue_panels const& lines,
                                                        index line, index first) {
  auto& place = known[size(line - first)];
  if (!place) place = lines.remainders(line);
  return *place;
}

/// docs/maths/residues.md#correction
auto residue_block::left_out(index row, index column) -> std::optional<correction> try {
  residue_panels const &left = factors_.left, &right = factors_.right;
  auto const& of_row = remainders(of_rows_, left, row, first_row_);
  auto const& of_column = remainders(of_columns_, right, column, first_column_);
  bool const too_many = (of_row.empty() && left.lost(row) != 0) || (of_column.empty() && right.lost(column) != 0);
  if (too_many) return {};
  double sum = 0, sizes = 0;
  auto const add = [&](double x, double y) {
    sum += x * y;
    sizes += magnitude(x * y);
  };
  for (auto const& [place, value] : of_row) add(value, right.element(column, place));
  for (auto const& [place, value] : of_column) add(left.rounded(row, place), value);
  auto const count = static_cast<double>(of_row.size() + of_column.size() + 2);
  return correction{sum, sizes * count * 0x1p-52 + 0x1p-410};
} catch (std::bad_alloc const&) {
  return {};  // what comes after this needs no memory, and other entries have been written
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
