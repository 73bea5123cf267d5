#pragma once

#include <numeric>

#include "linalg/round_entry.hpp"
#include "linalg/unrounded.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// One column of sums, to be rounded.
class column_of_sums {
public:
  column_of_sums(unrounded& sums, index j)
      : high_(sums.high()), low_(sums.low()), first_(sums.column_place(j, 0)),
        second_(sums.parts() == 2 ? sums.column_place(j, 1) : 0), radius_(sums.radius(sums.group_of(j))) {}

  [[nodiscard]] double radius() const noexcept { return radius_; }
  /// After more products have been counted.
  void update_radius(unrounded const& sums, index group) noexcept { radius_ = sums.radius(group); }

  /// The entry at the given place of a row, times `unit`, if its rounding is certain. The place of the next column of
  /// the group is that of the row plus tile_rows.
  template <class T> [[nodiscard]] certain<T> round(index row_place, double unit) const noexcept {
    auto const real = round_real<T>(row_place, unit);
    if constexpr (is_complex<T>)
      return of_parts(real, round_at<real_of<T>>(second_ + row_place, unit));
    else
      return real;
  }
  /// Its real part.
  template <class T> [[nodiscard]] certain<real_of<T>> round_real(index row_place, double unit) const noexcept {
    return round_at<real_of<T>>(first_ + row_place, unit);
  }

private:
  /// docs/maths/factor.md#test
  template <class Real> [[nodiscard]] certain<Real> round_at(index at, double unit) const noexcept {
    return round_entry<Real>({high_[at] * unit, low_[at] * unit, radius_ * unit});
  }

  double const *high_, *low_;
  index first_, second_;
  double radius_;
};

/// The same for real numbers, a tile of rows at a time, divided by something.
template <class T> class rounded_column {
public:
  rounded_column(unrounded& sums, index j)
      : sums_(sums), first_(sums.column_place(j, 0)), column_unit_(sums.column_unit(j)) {
    std::iota(place_, place_ + most_tile_rows, index{0});
    std::fill_n(radius_, most_tile_rows, sums.radius(sums.group_of(j)));
  }

  void round(index tile, T divisor) {
    index const row = tile * sums_.tile_rows(), at = first_ + sums_.row_place(row);
    double scaled[most_tile_rows];  // by nothing
    sums_.template divide_kernel<T>()({sums_.tile_rows(), place_, sums_.high() + at, sums_.low() + at, radius_,
                                       column_unit_, sums_.row_units() + row, nothing_, static_cast<double>(divisor)},
                                      result_, scaled, open_);
  }
  /// Row i of that tile.
  [[nodiscard]] certain<T> at(index i) const noexcept { return {static_cast<T>(result_[i]), open_[i] == 0}; }

private:
  unrounded& sums_;
  index first_;
  double column_unit_;
  index place_[most_tile_rows];
  double radius_[most_tile_rows], nothing_[most_tile_rows] = {}, result_[most_tile_rows];
  std::int64_t open_[most_tile_rows];
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
