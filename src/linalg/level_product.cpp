#include "linalg/level_product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "arithmetic/power_of_two.hpp"
#include "linalg/bounds.hpp"
#include "linalg/gemv_bounds.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// What stays in the second cache: more is read in another order.
constexpr index most_elements = index{1} << 17;
/// Fewer are not worth the trouble.
constexpr index least_rows = 8;

/// The largest of some elements: vectors from up to 16 lines.
double sample(double const* at, index stride, index lines) noexcept {
  index const step = std::max<index>(lines / 16, 1);
  return gemv_kernels().largest(at, stride * step, lines / step);
}

}  // namespace

bool level_product::takes(matrix_view<double const> const& a) noexcept {
  return (a.row_stride == 1 || a.column_stride == 1) && a.rows >= least_rows && a.columns >= least_rows &&
         a.columns <= level_most && a.rows * a.columns <= most_elements;
}

/// These are read in the order in which they lie.
bool level_product::takes(structured_view<double> const& a) noexcept {
  return !a.ones && (a.row_stride == 1 || a.column_stride == 1) && a.rows >= least_rows && a.rows <= level_most;
}

/// Strips of rows, of which the last has a whole vector.
index level_product::rows_at(matrix_view<double const> const& a, index first) noexcept {
  index const left = a.rows - first, most = first == 0 ? first_strip : strip;
  return left < most + least_rows ? left : most;
}

double level_product::sample_of(matrix_view<double const> const& a) noexcept {
  return a.row_stride == 1 ? sample(a.data, a.column_stride, a.columns) : sample(a.data, a.row_stride, a.rows);
}

/// Of the one column, the first or the last, that is all stored.
double level_product::sample_of(structured_view<double> const& a) noexcept {
  bool const by_columns = a.row_stride == 1, first = (a.above == 0) == by_columns;
  index const stride = by_columns ? a.column_stride : a.row_stride;
  return sample(a.data + (first ? 0 : (a.rows - 1) * stride), least_rows, a.rows / least_rows);
}

bool level_product::guess(double sample) noexcept {
  constexpr int most_shift = 900;
  constexpr double least = 0x1p-400;  // products that are subnormal would take a hundred times as long
  index const size = x_.size;
  double* const x = operand_ + 8;
  for (index i = 0; i < size; ++i) x[i] = x_.data[i * x_.stride];
  std::fill_n(operand_, 8, 0.0);
  std::fill_n(x + size, 8, 0.0);
  index const lanes = gemv_kernels().lanes, lines = (size + lanes - 1) / lanes;
  double const largest = gemv_kernels().largest(x, lanes, lines);
  if (!(sample > 0 && sample < HUGE_VAL && largest > 0 && largest < HUGE_VAL)) return false;
  // Sums of elements up to four times the sample stay below 1.
  int const above = exponent_above(bits_of(sample)) + 2 + exponent_above(bits_of(largest)) +
                    static_cast<int>(std::bit_width(static_cast<std::size_t>(size)));
  if (above > most_shift || above < -most_shift) return false;
  scale_ = power_of_two<double>(above);
  return gemv_kernels().scale(size, x, power_of_two<double>(-above), least);
}

bool level_product::sum(matrix_view<double const> const& a, index first, index rows) noexcept {
  auto const& kernels = gemv_kernels().level_f64.one_vector;
  double const* const at = a.data + first * a.row_stride;
  if (a.row_stride == 1)
    return kernels.columns(rows, a.columns, at, a.column_stride, operand_ + 8, 0, scale_, high_, low_, 0);
  return kernels.rows(rows, a.columns, at, a.row_stride, operand_ + 8, 0, scale_, high_, low_, 0);
}

bool level_product::sum(structured_view<double> const& a) noexcept {
  bool const by_columns = a.row_stride == 1;
  auto const& kernels = gemv_kernels().level_half;
  auto const some = a.rest != elsewhere::zero ? kernels.both : by_columns ? kernels.columns : kernels.rows;
  return some(a.rows, (a.above == 0) == by_columns, a.data, by_columns ? a.column_stride : a.row_stride, operand_ + 8,
              scale_, high_, low_, scratch_);
}

index level_product::finish(index first, index rows) noexcept {
  double const radius = level_radius(x_.size) * scale_;
  double const room = room_for_test(radius, level_rest(x_.size) * scale_);
  double* const y = y_.data + first * y_.stride;
  bool const direct = y_.stride == 1 && beta_ == 0;
  if (beta_ != 0)
    for (index i = 0; i < rows; ++i) old_[i] = y[i * y_.stride];
  short_sums const sums = {rows, 1, high_, low_, level_most, radius, room, alpha_, beta_, old_};
  index const open = gemm_kernels().sliced_f64.finish(sums, direct ? y : result_, level_most, open_);
  if (direct || too_many(open, rows)) return open;
  for (index i = 0, next = 0; i < rows; ++i)
    if (next < open && open_[next] == i)
      ++next;
    else
      y[i * y_.stride] = result_[i];
  return open;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
