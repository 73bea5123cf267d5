#pragma once

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

}  // namespace linalg
ISOBIT_NAMESPACE_END
