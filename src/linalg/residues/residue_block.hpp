#pragma once

#include <algorithm>
#include <optional>

#include "linalg/gemm_table.hpp"
#include "linalg/residues/residue_panels.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Both factors of a product as residues.
struct residue_factors {
  residue_table const& kernels;
  residue_system const& system;
  residue_panels const& left;
  residue_panels const& right;
};

/// Of triangles, parts of so many rows and columns are multiplied that have an entry: whole groups, and whole tiles of
/// every instruction set.
inline constexpr index residue_part_side = 96;
static_assert(residue_part_side % residue_lines == 0);

/// A block of sums by residues, one after another on one thread.
class residue_block {
public:
  residue_block(residue_factors const& factors, index most_rows, index most_columns);

  /// The residues of the sums of a block, but for the parts that `is_needed(first_row, rows, first_column, columns)`
  /// says are not.
  template <class IsNeeded>
  void multiply(index first_row, index rows, index first_column, index columns, IsNeeded is_needed) {
    start(first_row, rows, first_column, columns);
    index const end_row = first_row + rows, end_column = first_column + columns;
    constexpr index side = residue_part_side;
    auto const needs = [&](index i, index j) {
      return is_needed(i, std::min(side, end_row - i), j, std::min(side, end_column - j));
    };
    bool all = true;
    for (index j = first_column; j < end_column; j += side)
      for (index i = first_row; i < end_row; i += side) all = all && needs(i, j);
    if (all) return multiply_part(first_row, rows, first_column, columns);
    for (index j = first_column; j < end_column; j += side)
      for (index i = first_row; i < end_row; i += side)
        if (needs(i, j)) multiply_part(i, std::min(side, end_row - i), j, std::min(side, end_column - j));
  }

  /// Where the sums of a tile go, column by column.
  struct place_of_tile {
    double* high;
    double* low;
    double* radius;  ///< of all errors; infinite where the kernels could not take a line
    index stride;    ///< from one column to the next
  };
  /// Puts sums of up to most_tile_entries of a needed part together, in the units of the panels.
  void reconstruct(index first_row, index rows, index first_column, index columns, place_of_tile const& out);
  /// What putting an entry of that tile together may have been off by.
  [[nodiscard]] double error(index row, index column) const noexcept {
    return errors_[(column - tile_column_) * tile_stride_ + row - tile_row_];
  }

  /// The products that rounding the factors left out of an entry: their sum up to a radius, if they are few.
  struct correction {
    double sum;
    double radius;
  };
  [[nodiscard]] std::optional<correction> left_out(index row, index column);

private:
  using known_remainders = std::vector<std::optional<std::vector<remainder>>>;
  void start(index first_row, index rows, index first_column, index columns);
  void multiply_part(index first_row, index rows, index first_column, index columns);
  static std::vector<remainder> const& remainders(known_remainders& known, residue_panels const& lines, index line,
                                                  index first);

  residue_factors const& factors_;
  index const stride_;  // of a column
  index const modulus_size_;
  workspace residues_, sums_;
  std::uint8_t* bytes_;
  index first_row_ = 0, first_column_ = 0;
  index tile_row_ = 0, tile_column_ = 0, tile_stride_ = 0;  // what was put together last
  double errors_[most_tile_entries] = {};
  known_remainders of_rows_, of_columns_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
