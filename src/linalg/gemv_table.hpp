#pragma once

#include <cstdint>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Products are taken this many at a time: columns in `add_columns`, vectors in `add_rows`.
inline constexpr int gemv_width = 8;

/// Sums whose products are all cut at one place start here. docs/maths/gemv.md#level
inline constexpr double level_start = 3;
/// The most products that such a sum has.
inline constexpr index level_most = 1024;
/// Room for so many numbers between two vectors.
inline constexpr index level_room = level_most + 16;

/// Sums of products, one per row: high + low up to a multiple of `bound`. docs/maths/gemv.md#sums
struct gemv_sums {
  double* high;
  double* low;
  double* bound;
};

/// The same with products cut at two places: high + middle + low. docs/maths/gemv.md#fine
struct gemv_fine_sums {
  double* high;
  double* middle;
  double* low;
  double* bound;
};

/// coefficient * (high + low), each up to coefficient * radius.
struct gemv_value {
  double coefficient;
  double const* high;
  double const* low;
  double const* radius;
};

/// coefficient * x, exactly.
struct gemv_addend {
  double coefficient;
  double const* x;
};

/// Values and addends that make up `count` results, a multiple of the lanes.
struct gemv_results {
  index count;
  int values;   ///< 1 or 2
  int addends;  ///< 0, 1 or 2
  gemv_value value[2];
  gemv_addend addend[2];
  double* result;
  bool* certain;
};

/// The most numbers that a call of ger's kernels takes.
inline constexpr index ger_chunk = 512;

/// All values as one number each, as two, or not all without a radius.
enum class ger_known : std::uint8_t { exactly, twice, enclosed };

/// Values to be added to `count` numbers.
struct ger_values {
  index count;
  int values;  ///< 1 or 2
  ger_known known;
  gemv_value value[2];
};

/// Kernels of matrix-vector products. All in the standard environment.
struct gemv_table {
  index lanes;

  /// Adds to row i of the sums, i < rows, the products columns[c][i] * x[c], c < gemv_width. The sums have room for
  /// a vector at least. docs/maths/gemv.md#block
  void (*columns_f64)(index rows, double const* const* columns, double const* x, gemv_sums sums);
  void (*columns_f32)(index rows, float const* const* columns, double const* x, gemv_sums sums);
  /// Sets row r of the sums, r < rows <= lanes, to the sum of rows_at[r][i] * x[i], i < length. x goes on with zeros to
  /// a multiple of gemv_width * lanes.
  void (*rows_f64)(index rows, double const* const* rows_at, index length, double const* x, gemv_sums sums);
  void (*rows_f32)(index rows, float const* const* rows_at, index length, double const* x, gemv_sums sums);
  /// Makes low the rounding error of high + low. Rows: a multiple of the lanes.
  void (*renormalise_f64)(index rows, gemv_sums sums);
  void (*renormalise_f32)(index rows, gemv_sums sums);

  /// Adds to the fine sums of `count` vectors of rows, which start at first_rows[0], ..., as `columns_f64` does.
  void (*fine_columns_f64)(index count, index const* first_rows, double const* const* columns, double const* x,
                           gemv_fine_sums const& sums);
  void (*fine_columns_f32)(index count, index const* first_rows, float const* const* columns, double const* x,
                           gemv_fine_sums const& sums);
  /// Adds to those of a vector of rows what `rows_f64` sets them to.
  void (*fine_rows_f64)(index rows, double const* const* rows_at, index length, double const* x,
                        gemv_fine_sums const& sums);
  void (*fine_rows_f32)(index rows, float const* const* rows_at, index length, double const* x,
                        gemv_fine_sums const& sums);

  template <class Real> [[nodiscard]] auto fine_columns() const {
    if constexpr (sizeof(Real) == sizeof(double))
      return fine_columns_f64;
    else
      return fine_columns_f32;
  }
  template <class Real> [[nodiscard]] auto fine_rows() const {
    if constexpr (sizeof(Real) == sizeof(double))
      return fine_rows_f64;
    else
      return fine_rows_f32;
  }

  /// The largest magnitude in so many vectors. NaN may be lost.
  double (*largest)(double const* at, index stride, index lines);
  /// Multiplies numbers, in whole vectors; whether each was zero or is at least so large.
  bool (*scale)(index count, double* x, double factor, double least);
  /// Sums of rows whose products are all cut at one place, times `scale`; false where one went too far. Columns or rows
  /// are `stride` apart; x goes on with zeros for a vector; the rows fill one at least. docs/maths/gemv.md#level
  /// Times one vector, or two that are `next_x` apart, with sums that are `next_sums` apart.
  template <class Real> struct level_kernels {
    using sums_of_rows = bool (*)(index rows, index columns, Real const* a, index stride, double const* x, index next_x,
                                  double scale, double* high, double* low, index next_sums);
    struct {
      sums_of_rows columns, rows;
    } one_vector, two_vectors;
  };
  level_kernels<double> level_f64;
  level_kernels<float> level_f32;
  template <class Real> [[nodiscard]] auto const& level() const {
    if constexpr (sizeof(Real) == sizeof(double))
      return level_f64;
    else
      return level_f32;
  }
  /// The same, not scaled, with products cut at two places: high + middle + low, the second sums starting at `start`.
  /// The sums are in whole vectors. docs/maths/gemv.md#two-levels
  struct {
    using sums_of_rows = bool (*)(index rows, index columns, double const* a, index stride, double const* x,
                                  double start, double* high, double* middle, double* low);
    sums_of_rows columns, rows;
  } two_levels;
  /// The same for square matrices of which the columns of one half are stored: what these say, what those of the other
  /// half say, which are their rows, or both. The sums are in whole vectors, and x has a vector of zeros before it as
  /// well; `scratch` is four times level_room.
  struct {
    using sums_of_half = bool (*)(index order, bool lower, double const* a, index stride, double const* x, double scale,
                                  double* high, double* low, double* scratch);
    sums_of_half columns, rows, both;
  } level_half;

  /// The results rounded to double or float, and whether that is certain. docs/maths/gemv.md#finish
  void (*finish_f64)(gemv_results const& results);
  void (*finish_f32)(gemv_results const& results);

  /// a[i] = RN(a[i] + w[i]*y) where that is finite and not zero, else a[i] is left; whether any is, and which, as bits
  /// of `open`. count <= ger_chunk. Null without FMA.
  bool (*fused_f64)(index count, double const* w, double y, double* a, std::uint64_t* open);
  bool (*fused_f32)(index count, float const* w, float y, float* a, std::uint64_t* open);
  /// a[i] = RN(a[i] + values) where that is certain, else likewise.
  bool (*update_f64)(ger_values const& values, double* a, std::uint64_t* open);
  bool (*update_f32)(ger_values const& values, float* a, std::uint64_t* open);

  /// As `rows_f64`, but never several rows at once: for machines whose memory prefers that.
  void (*rows_in_turn_f64)(index rows, double const* const* rows_at, index length, double const* x, gemv_sums sums);
  void (*rows_in_turn_f32)(index rows, float const* const* rows_at, index length, double const* x, gemv_sums sums);
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
