#pragma once

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The most products that a short sum has, and the most columns of the result that are computed at a time.
inline constexpr index most_sliced_depth = 128, most_sliced_columns = 16;
/// So many products are added to the lower parts of sums one after another.
inline constexpr index sliced_piece = 32;
inline constexpr index most_lanes = 8;
/// A column of the right factor has three lines: upper and lower slices, and their sums. The length of a line is an odd
/// number of cache lines, so that columns do not compete for the same places of the nearest cache.
inline constexpr index sliced_line = most_sliced_depth + 8, sliced_column_size = 3 * sliced_line;

/// alpha*(high + low) + beta*c for some columns of a result.
struct short_sums {
  index rows, columns;
  double const* high;  ///< entry (i, j) at [j * stride + i]
  double const* low;   ///< products of floats have none
  index stride;        ///< whole vectors
  double radius;       ///< bound of the error of high + low
  double room;         ///< the radius with room for the rounding test of doubles
  double alpha;
  double beta;
  double const* c;  ///< as high; not read for beta = 0
};

/// Kernels of short sums. Doubles are cut in two slices, at one place in all of a factor, so that products of upper
/// slices are summed without error; or their products are, which then need not be sliced; floats are taken as they are.
/// Strides are those of columns, which lie in one piece.
/// docs/maths/gemm.md#sliced
template <class T> struct sliced_table {
  index lanes;         ///< rows come in vectors of so many
  bool cuts_products;  ///< rather than factors, of which there are no slices then

  /// The largest sum of squares of a row, rounded. Copies what is not sliced, in whole vectors.
  double (*row_squares)(T const* a, index stride, index rows, index depth, double* out);
  /// At least that of a column, up to roundings. Copies what is not sliced; some columns that follow become zeros, so
  /// that tiles are full.
  double (*column_squares)(T const* b, index stride, index columns, index depth, double* out);
  /// Slices what lies above the last place of the extractor from what lies below. Needs no more room than twice that of
  /// the rows, in whole vectors. Only where factors are cut.
  void (*slice_rows)(T const* a, index stride, index rows, index depth, double extractor, double* out);
  /// The same for columns; here, too, some that follow become zeros.
  void (*slice_columns)(T const* b, index stride, index columns, index depth, double extractor, double* out);
  /// At most the lowest set bit of numbers in whole vectors; infinity for zeros.
  double (*lowest_bit)(double const* x, index count);

  /// high + low of all entries. Writes whole vectors and whole tiles of columns. Products are cut at the last place of
  /// `start`, which is 0 where factors are.
  void (*multiply)(index rows, index columns, index depth, double const* left, double const* right, double start,
                   double* high, double* low, index stride);
  /// For one vector of rows and one column: from high = the sums of upper slices to high + low with the others, twice
  /// as precise. Only where there are slices.
  void (*refine)(index row, index rows, index depth, double const* left, double const* column, double* high,
                 double* low);
  /// The entries rounded. Returns how many are left open, and their places among the sums.
  index (*finish)(short_sums const& sums, T* out, index out_stride, index* open);
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
