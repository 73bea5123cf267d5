#pragma once

#include <optional>

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

/// Rows that are multiplied together: whole tiles of every instruction set.
inline constexpr index rows_of_call = most_row_groups * residue_lines;
/// Of a block: whole calls and whole tiles. A block's rows of one modulus stay in the second cache.
inline constexpr index residue_block_side = 192;
static_assert(residue_block_side % rows_of_call == 0 && residue_block_side % residue_lines == 0);

/// A block of sums by residues, one after another on one thread.
class residue_block {
public:
  residue_block(residue_factors const& factors, index most_rows, index most_columns);

  /// The residues of the sums of a block, but for the parts that `is_needed(first_row, rows, first_column, columns)`
  /// says are not.
  template <class IsNeeded>
  void multiply(index first_row, index rows, index first_column, index columns, IsNeeded is_needed) {
    start(first_row, rows, first_column, columns);
    // For one modulus after the other: so the rows stay in the second cache.
    for (int t = 0; t < factors_.system.count; ++t)
      for (index j = first_column; j < first_column + columns; j += columns_of_call)
        for (index i = first_row; i < first_row + rows; i += rows_of_call)
          if (is_needed(i, rows_of_call, j, columns_of_call)) multiply_tile(t, i, j);
  }

  /// The sums of `rows` rows of a column, in the units of the panels. A tile lies within rows_of_call rows.
  struct column_of_sums {
    double const* high;
    double const* low;
    double const* error;
  };
  /// Puts rows_of_call sums of some columns together, of which `column` gives some.
  void reconstruct(index first_row, index first_column, index columns);
  [[nodiscard]] column_of_sums column(index row, index column) const noexcept;

  /// The bound of what rounding the factors changed in an entry.
  [[nodiscard]] double truncation(index row, index column) const noexcept {
    return (factors_.left.lost(row) + factors_.right.lost(column)) * (1 + 0x1p-20);
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
  void multiply_tile(int modulus, index row, index column);
  static std::vector<remainder> const& remainders(known_remainders& known, residue_panels const& lines, index line,
                                                  index first);

  residue_factors const& factors_;
  index const stride_;  // of a column
  index const modulus_size_;
  workspace residues_, sums_;
  std::uint8_t* bytes_;
  index first_row_ = 0, end_row_ = 0, first_column_ = 0;
  index sums_row_ = 0, sums_column_ = 0, sums_count_ = 0;  // what was put together last
  known_remainders of_rows_, of_columns_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
