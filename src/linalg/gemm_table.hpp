#pragma once

#include <cstdint>

#include <isobit/linalg/view.hpp>

#include "linalg/sliced_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The most products that a tile kernel takes in one call.
inline constexpr index block_depth = 256;
/// The depth of a panel is padded to a multiple of this: so vectors of any width end with the panel.
inline constexpr index panel_depth_multiple = 8;
/// The largest tiles that any instruction set has: what a tile needs on the stack is sized by these.
inline constexpr index most_tile_rows = 24, most_tile_columns = 4, most_tile_entries = 96, most_strip_entries = 32;
/// What products are split by: sums of block_depth numbers of magnitude 1, and of 2^-44, stay in their binades.
/// docs/maths/gemm.md#coarse
inline constexpr double coarse_extractor = 0x1.8p9;
inline constexpr double fine_extractor = 0x1.8p-34;

/// Scaled elements below this are taken as zero: so no product is subnormal, which some machines are slow at.
/// docs/maths/gemm.md#scaling
inline constexpr double negligible = 0x1p-450;

/// What is known of a line (a row of the left matrix, a column of the right) before it is scaled.
struct line_facts {
  std::uint64_t largest;  ///< the largest magnitude as bits: infinities and NaN compare above every number
  double lowest_bit;      ///< every element is a multiple of a power of two that is at least this; infinity for zeros
  double square_sum;      ///< of the elements, rounded
};

/// alpha*(high + low)*scale + beta*c, for the first strips of one tile.
struct unfinished_tile {
  index strips;
  double const* high;
  double const* low;
  double const* radius;        ///< bound of the error of high + low
  double const* row_scale;     ///< powers of two
  double const* column_scale;  ///< powers of two; row times column lies within 2^-900 .. 2^900
  double alpha;
  double beta;
  double const* c;  ///< tile; not read for beta = 0
};

/// (high + low) * unit * line_unit / divisor, for entries of a row or a column. docs/maths/factor.md#test
struct sums_to_divide {
  index count;         ///< a multiple of strip_rows
  index const* place;  ///< of every entry in `high` and `low`
  double const* high;
  double const* low;
  double const* radius;  ///< bound of the error of high + low
  double line_unit;      ///< of the row or column; a power of two, as the others
  double const* unit;    ///< of the entries: that of their columns or rows
  double const* power;   ///< what the results are scaled by
  double divisor;
};

/// Kernels of matrix products: a tile of sums at a time, from panels. A panel of the left matrix holds element (i, p)
/// at a[p * tile_rows + i], one of the right matrix element (p, j) at b[p * tile_columns + j]; all magnitudes are at
/// most 1. Entry (i, j) of a tile is at [j * tile_rows + i]. Bounds: linalg/bounds.hpp
struct gemm_table {
  index tile_rows;
  index tile_columns;
  index strip_rows;  ///< a tile has tile_rows / strip_rows strips

  /// Adds k <= block_depth products to every entry of high + low in the first strips (at least one) of a tile.
  void (*coarse)(index strips, index k, double const* a, double const* b, double* high, double* low);
  /// The same for the strip from `row`, to high + middle + low; entry (i, j) of a strip is at [j * strip_rows + i].
  void (*fine)(index k, double const* a, double const* b, index row, double* high, double* middle, double* low);
  /// Products of floats: adds them to the entries of two tiles, of neighbouring right panels.
  void (*chain)(index strips, index k, double const* a, double const* b0, double const* b1, double* high0,
                double* high1);

  /// The facts of the `width` lines of a panel of k elements each (width: tile_rows or tile_columns; k: a multiple of
  /// panel_depth_multiple), and for every block_depth elements whether any is not zero.
  void (*scan)(double const* panel, index width, index k, line_facts* facts, bool* blocks_in_use);
  /// Multiplies the lines by powers of two; what is negligible then becomes zero.
  void (*scale)(double* panel, index width, index k, double const* factors);

  /// The entries rounded to double, or to float; returns how many are left open, and sets open[i] for these.
  index (*finish_f64)(unfinished_tile const& tile, double* result, bool* open);
  index (*finish_f32)(unfinished_tile const& tile, double* result, bool* open);

  /// The sums rounded to double, or to float, then divided and rounded once more; scaled = result * power.
  /// Returns whether any is left open, where open[i] is not 0: its rounding is not certain, the quotient is not a
  /// number of the usual range, or `scaled` exceeds 1.
  bool (*divide_f64)(sums_to_divide const& sums, double* result, double* scaled, std::int64_t* open);
  bool (*divide_f32)(sums_to_divide const& sums, double* result, double* scaled, std::int64_t* open);

  /// Short sums.
  sliced_table<double> sliced_f64;
  sliced_table<float> sliced_f32;
  sliced_table<double> cutting_f64;  ///< for machines that add on pipes of their own
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
