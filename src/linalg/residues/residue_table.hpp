#pragma once

#include <cstdint>

#include <isobit/linalg/view.hpp>

#include "linalg/residues/moduli.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Lines (rows of the left factor, columns of the right) are converted in groups, so many elements of each at a time, a
/// chunk, of which the last one is filled up with zeros.
inline constexpr index residue_lines = 16, residue_chunk = 64, chunk_bytes = residue_lines * residue_chunk;
/// In a chunk, the residues of so many elements of each line lie together, a piece.
inline constexpr index residue_depth = 4, residue_piece = residue_lines * residue_depth;
/// The most products of a sum of 32 bits: 255 * 128 * 2^16 + 255 < 2^31. docs/maths/residues.md#products
inline constexpr index most_residue_products = index{1} << 16;
static_assert(most_residue_products % residue_chunk == 0);

/// How the residues of a chunk lie.
enum class residue_order { pieces, lines };
/// Where that of element p of line q is.
constexpr index place_in_chunk(residue_order order, index q, index p) noexcept {
  if (order == residue_order::lines) return q * residue_chunk + p;
  return p / residue_depth * residue_piece + q * residue_depth + p % residue_depth;
}

/// What rounding to whole numbers left of an element of a line.
struct remainder {
  index place;
  double value;
};

/// A group of lines to be converted.
struct lines_to_convert {
  double const* from[residue_lines];  ///< the first element of each; null: a line of zeros
  index step;                         ///< from one element of a line to the next
  index depth;
  double factor[residue_lines];  ///< powers of two; the products are rounded to whole numbers
  bool is_short;                 ///< these lie below 2^63
  index most_remainders;         ///< of a line that are written down
};

/// What converting a group finds of each line, added to what there is.
struct converted_lines {
  double lost[residue_lines];            ///< the sum of the magnitudes that rounding took off
  remainder* remainders[residue_lines];  ///< what it took off each element, divided by the factor
  index count[residue_lines];            ///< how many there are, even if they were too many
};

/// A call of `multiply`: the sums of groups of rows by groups of columns.
struct residue_product {
  index row_groups;
  index column_groups;
  index pieces;               ///< of products, from the start of a chunk on
  std::uint8_t const* left;   ///< residues from 0 to m - 1, in pieces
  index left_stride;          ///< from one group to the next
  std::uint8_t const* right;  ///< signed residues, in the table's order
  index right_stride;
  std::uint8_t const* next_left;  ///< what the next call will multiply, in the same strides; null: there is none
  std::uint8_t const* next_right;
  bool continues;      ///< a sum: it starts with what is in `out`
  std::uint8_t* out;   ///< residues of the sums, column by column, those of `moduli_together` moduli of each sum
  int byte;            ///< which of these it is
  index out_stride;    ///< from one column to the next
  std::int32_t* sums;  ///< memory for sums_needed(groups) of them, if there are more products than chunks_at_once
};

/// Of triangles, parts of so many rows and columns are multiplied that have an entry: whole groups, and whole tiles of
/// every instruction set.
inline constexpr index residue_part_side = 96;
static_assert(residue_part_side % residue_lines == 0);

/// Residues of the sums of a few tiles one below the other, in a part, and what they become: entry (i, j) at
/// [i / tile_rows * tile_size + j * tile_rows + i % tile_rows].
struct residue_strip {
  index rows;  ///< whole groups
  index columns;
  index tile_rows;
  index tile_size;
  std::uint8_t const* residues;
  index column_stride;
  index modulus_stride;    ///< from some moduli that lie together to the next ones
  double const* row_unit;  ///< powers of two that sums are multiplied by
  double const* column_unit;
  double const* row_lost;  ///< what bounds the error that rounding the factors made
  double const* column_lost;
  double* high;  ///< sums are high + low, up to the error of putting them together, and all of it up to the radius
  double* low;
  double* error;
  double* radius;
};

/// What plans count with, in cycles. docs/performance/linear_algebra.md#by-residues
struct residue_costs {
  double products;        ///< of bytes, a cycle
  double conversion;      ///< of an element, a modulus
  double reconstruction;  ///< of an entry, a modulus
};

/// Kernels of products by residues. All need the standard environment.
struct residue_table {
  residue_order right_order;
  index block_side;      ///< rows and columns of sums that are best multiplied at once
  index chunks_at_once;  ///< longer sums need memory; 0: they do not
  int moduli_together;   ///< of whose residues of a sum follow each other
  residue_costs costs;

  /// The residues of a group, those of the i-th modulus at out + i * stride.
  void (*left)(residue_system const& system, lines_to_convert const& lines, converted_lines& found, std::uint8_t* out,
               index stride);
  void (*right)(residue_system const& system, lines_to_convert const& lines, converted_lines& found, std::uint8_t* out,
                index stride);
  void (*multiply)(modulus const& m, residue_product const& call);
  /// The numbers that have these residues.
  void (*reconstruct)(residue_system const& system, residue_strip const& strip);
};

/// How many sums `residue_product::sums` has room for: those of whole pairs of groups.
constexpr index sums_needed(index row_groups, index column_groups) noexcept {
  return ((row_groups + 1) / 2) * ((column_groups + 1) / 2) * (4 * residue_lines * residue_lines);
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
