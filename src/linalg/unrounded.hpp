#pragma once

#include <algorithm>
#include <complex>
#include <limits>
#include <span>
#include <vector>

#include "arithmetic/power_of_two.hpp"
#include "linalg/gemm_table.hpp"
#include "linalg/number.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The largest magnitude of the parts, as bits of a double: infinities and NaN are larger than every number.
template <class T> [[nodiscard]] std::uint64_t magnitude_bits(T const& x) noexcept {
  std::uint64_t const first = bits_of(magnitude(static_cast<double>(part_of(x, 0))));
  if constexpr (is_complex<T>)
    return std::max(first, std::uint64_t{bits_of(magnitude(static_cast<double>(part_of(x, 1))))});
  return first;
}

/// Some e with |x| <= 2^e for such magnitudes: the smallest or the next, unless they are subnormal. For zero the
/// smallest int, for infinities and NaN the largest.
[[nodiscard]] inline int exponent_bound(std::uint64_t bits) noexcept {
  auto const field = static_cast<int>(bits >> 52);
  if (field == 0x7ff) return std::numeric_limits<int>::max();
  if (bits == 0) return std::numeric_limits<int>::min();
  return field == 0 ? -1022 : field - 1022;
}
template <scalar T> [[nodiscard]] int exponent_bound(T const& x) noexcept { return exponent_bound(magnitude_bits(x)); }

/// Exponents of rows and columns stay within these, so that powers of two for any sum of two are normal numbers.
inline constexpr int exponent_limit = 450;
[[nodiscard]] constexpr int limited(int exponent) noexcept {
  return exponent > exponent_limit ? exponent_limit : exponent < -exponent_limit ? -exponent_limit : exponent;
}

/// Units are so many times two larger than need be, so that they need not be raised often.
inline constexpr int headroom = 4;

/// x * power if that is at most 1 in magnitude, else NaN: what a kernel makes of NaN is never certain.
[[nodiscard]] inline double in_units(double x, double power) noexcept {
  double const scaled = x * power;
  return scaled <= 1 && scaled >= -1 ? scaled : std::numeric_limits<double>::quiet_NaN();
}

/// A matrix of sums of products that are not rounded yet: high + low, in units of 2^(row exponent + column exponent),
/// up to a radius. It lies in tiles, as the kernels of matrix products want it: `tile_columns` columns are a group; a
/// group has one column of tiles for each part of the elements. Different groups may be used by different threads.
/// docs/maths/factor.md#sums
class unrounded {
public:
  /// All zero, with exponents of zero.
  unrounded(index rows, index columns, index parts);

  [[nodiscard]] index tile_rows() const noexcept { return kernels_->tile_rows; }
  [[nodiscard]] index tile_columns() const noexcept { return kernels_->tile_columns; }
  [[nodiscard]] index row_tiles() const noexcept { return row_tiles_; }
  [[nodiscard]] index parts() const noexcept { return parts_; }
  /// The tile that row i, the group that column j lies in.
  [[nodiscard]] index tile_of(index i) const noexcept { return i / tile_rows(); }
  [[nodiscard]] index group_of(index j) const noexcept { return j / tile_columns(); }

  [[nodiscard]] int row_exponent(index i) const noexcept { return row_exponents_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int column_exponent(index j) const noexcept { return column_exponents_[static_cast<std::size_t>(j)]; }
  /// Limits them. Precondition: before there are sums in that row or column.
  void set_row_exponent(index i, int exponent) noexcept {
    row_exponents_[static_cast<std::size_t>(i)] = limited(exponent);
    row_units_[static_cast<std::size_t>(i)] = power_of_two<double>(limited(exponent));
    row_powers_[static_cast<std::size_t>(i)] = power_of_two<double>(-limited(exponent));
  }
  void set_column_exponent(index j, int exponent) noexcept {
    column_exponents_[static_cast<std::size_t>(j)] = limited(exponent);
    column_units_[static_cast<std::size_t>(j)] = power_of_two<double>(limited(exponent));
    column_powers_[static_cast<std::size_t>(j)] = power_of_two<double>(-limited(exponent));
  }
  /// 2^-exponent.
  [[nodiscard]] double row_power(index i) const noexcept { return row_powers_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double column_power(index j) const noexcept { return column_powers_[static_cast<std::size_t>(j)]; }
  /// Whole tiles of them.
  [[nodiscard]] double const* row_units() const noexcept { return row_units_.data(); }
  [[nodiscard]] double row_unit(index i) const noexcept { return row_units_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double column_unit(index j) const noexcept { return column_units_[static_cast<std::size_t>(j)]; }
  [[nodiscard]] double unit(index i, index j) const noexcept { return row_unit(i) * column_unit(j); }

  /// Entry (i, j) is at column_place(j, part) + row_place(i) of the arrays.
  [[nodiscard]] index column_place(index j, index part) const noexcept {
    return tile_place(0, j / tile_columns(), part) + j % tile_columns() * tile_rows();
  }
  [[nodiscard]] index row_place(index i) const noexcept {
    return i / tile_rows() * (tile_rows() * tile_columns()) + i % tile_rows();
  }
  [[nodiscard]] index row_place(index tile, index i) const noexcept {
    return tile * (tile_rows() * tile_columns()) + (i - tile * tile_rows());
  }
  [[nodiscard]] index place(index i, index j, index part) const noexcept {
    return column_place(j, part) + row_place(i);
  }
  /// body(i, row_place(i)) for i = first, ..., last - 1.
  template <class Body> void for_rows(index first, index last, Body body) const {
    index const height = tile_rows();
    for (index i = first; i < last;) {
      index const end = std::min(last, (i / height + 1) * height), shift = row_place(i) - i;
      for (; i < end; ++i) body(i, shift + i);
    }
  }
  [[nodiscard]] double* high() noexcept { return high_.data(); }
  [[nodiscard]] double* low() noexcept { return low_.data(); }

  /// The kernel that rounds and divides sums of such numbers.
  template <class Real> [[nodiscard]] auto divide_kernel() const noexcept {
    return sizeof(Real) == sizeof(double) ? kernels_->divide_f64 : kernels_->divide_f32;
  }
  /// What it takes a multiple of.
  [[nodiscard]] index lanes() const noexcept { return kernels_->strip_rows; }

  /// Adds products to a tile, its rows from `first` on at least; `right` holds the panels of the parts one after
  /// another, `stride` doubles apart.
  void add(index tile, index group, index steps, double const* left, double const* right, index stride,
           index first = 0) {
    index const skipped = first >> lane_bits_, start = skipped << lane_bits_;
    index const strips = (tile + 1 == row_tiles_ ? last_strips_ : tile_strips_) - skipped;
    for (index part = 0; part < parts_; ++part) {
      index const at = tile_place(tile, group, part) + start;
      kernels_->coarse(strips, steps, left + start, right + part * stride, high_.data() + at, low_.data() + at);
    }
  }
  /// Adds products to the strip from `row` of a tile of sums that are kept elsewhere, cut at two places.
  void add_finely(index steps, double const* left, double const* right, index row, double* high, double* middle,
                  double* low) const {
    kernels_->fine(steps, left, right, row, high, middle, low);
  }
  /// What the entries of a group may have met.
  struct history {
    double calls = 0, products = 0, squares = 0;
    double start = 0;  ///< the radius of what the entries started at, beyond what `radius` allows for anyway
  };
  [[nodiscard]] history& history_of(index group) noexcept { return histories_[static_cast<std::size_t>(group)]; }
  /// To be called once for one or more calls of `add` with different tiles of a group.
  void count(index group, index steps) noexcept {
    history& h = history_of(group);
    auto const k = static_cast<double>(steps);
    h.calls += 1, h.products += k, h.squares += k * k;
  }
  /// A bound on |high + low - sum| for every entry of a group. docs/maths/factor.md#radius
  [[nodiscard]] double radius(index group) const noexcept {
    history const& h = histories_[static_cast<std::size_t>(group)];
    double const rests = 0.5 * h.squares + (h.calls + 2.5) * h.products;
    double const sums = (h.calls + 2) * h.calls * (h.products + 2);
    return (1 + 0x1p-7) * (0x1p-97 * rests + 0x1p-106 * sums) + h.start + 0x1p-100;
  }

  /// Makes 2^exponent the unit of column j, in all rows from `first_row` on. Precondition: no sum there exceeds it.
  void change_unit(index j, int exponent, index first_row);
  /// Exchanges entries of column j: those at the first two row places, at the next two, and so on.
  void exchange(index j, std::span<index const> row_places) noexcept;

private:
  [[nodiscard]] index tile_place(index tile, index group, index part) const noexcept {
    return ((group * parts_ + part) * row_tiles_ + tile) * (tile_rows() * tile_columns());
  }

  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(tile_place(0, groups_, 0)); }

  std::vector<int> row_exponents_, column_exponents_;
  std::vector<double> row_units_, column_units_, row_powers_, column_powers_;
  gemm_table const* kernels_;
  index rows_, parts_, row_tiles_, groups_;
  int lane_bits_;  ///< a strip has 2^lane_bits_ rows
  index tile_strips_, last_strips_;
  workspace high_, low_;
  std::vector<history> histories_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
