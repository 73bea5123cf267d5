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

/// A block of sums by residues, one after another on one thread.
class residue_block {
public:
  residue_block(residue_factors const& factors, index most_rows, index most_columns);

  /// The residues of the sums of a block, but for the parts that `is_needed(first_row, rows, first_column, columns)`
  /// says are not.
  template <class IsNeeded>
  void multiply(index first_row, index rows, index first_column, index columns, IsNeeded is_needed) {
    first_row_ = first_row, end_row_ = first_row + rows, first_column_ = first_column;
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

  /// Where the sums of tiles one below the other go: as in `residue_strip`.
  struct place_of_tiles {
    index tile_rows;
    index tile_size;
    double* high;
    double* low;
    double* radius;  ///< of all errors; infinite where the kernels could not take a line
  };
  /// Puts the sums of a few columns of a needed part together, in the units of the panels; also of rows beyond the last
  /// one, up to a whole group.
  void reconstruct(index first_row, index first_column, index columns, place_of_tiles const& out);
  /// What putting an entry of these together may have been off by, at its place in `out`.
  [[nodiscard]] double error(index place) const noexcept { return errors_[place]; }

  /// The products that rounding the factors left out of an entry: their sum up to a radius, if they are few.
  struct correction {
    double sum;
    double radius;
  };
  [[nodiscard]] std::optional<correction> left_out(index row, index column) const noexcept;

private:
  [[nodiscard]] std::uint8_t* place(index row, index column) const noexcept;
  void multiply_part(index first_row, index rows, index first_column, index columns);

  residue_factors const& factors_;
  index const stride_;  // of a column
  index const modulus_size_;
  workspace residues_, sums_;
  std::uint8_t* bytes_;
  index first_row_ = 0, end_row_ = 0, first_column_ = 0;
  double errors_[residue_part_side * most_tile_columns] = {};  // of what was put together last
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
