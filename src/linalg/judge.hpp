#pragma once

#include "linalg/exact_entry.hpp"
#include "linalg/unrounded.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A rounded number, and whether it is known to be the right one.
template <class T> struct judged {
  T value;
  bool certain;
};

/// The number that everything within `radius` of high + low, times a power of two, rounds to.
/// docs/maths/rounding_test.md, docs/maths/factor.md#test
template <class Real> [[nodiscard]] judged<Real> judge(double high, double low, double radius, double unit) noexcept {
  double const sum = high + low;
  if constexpr (std::is_same_v<Real, double>) {
    double const low_seen = sum - high, high_seen = sum - low_seen;
    double const rest = (high - high_seen) + (low - low_seen);
    double const margin = radius + (rest < 0 ? -rest : rest) * 0x1p-51;
    double const value = sum * unit, size = value < 0 ? -value : value;
    bool const one = (sum + (rest - margin) == sum) && (sum + (rest + margin) == sum);
    return {value, one && (size >= 0x1p-960) && (size <= 0x1p1020)};
  } else {
    double const size = (sum < 0 ? -sum : sum) * unit;
    double const margin = radius + (sum < 0 ? -sum : sum) * 0x1p-51;
    auto const below = static_cast<float>((sum - margin) * unit), above = static_cast<float>((sum + margin) * unit);
    return {above, (below == above) && (size >= 0x1p-120) && (size <= 0x1p126)};
  }
}

/// One column of sums, to be rounded.
class column_of_sums {
public:
  column_of_sums(unrounded& sums, index j)
      : high_(sums.high()), low_(sums.low()), first_(sums.column_place(j, 0)),
        second_(sums.parts() == 2 ? sums.column_place(j, 1) : 0), radius_(sums.radius(sums.group_of(j))) {}

  /// The entry at the given place of a row, times `unit`.
  template <class T> [[nodiscard]] judged<T> judge(index row_place, double unit) const noexcept {
    auto const real = real_part<T>(row_place, unit);
    if constexpr (is_complex<T>) {
      auto const at = second_ + row_place;
      auto const imaginary = linalg::judge<real_of<T>>(high_[at], low_[at], radius_, unit);
      return {{real.value, imaginary.value}, real.certain && imaginary.certain};
    } else {
      return real;
    }
  }
  template <class T> [[nodiscard]] judged<real_of<T>> real_part(index row_place, double unit) const noexcept {
    auto const at = first_ + row_place;
    return linalg::judge<real_of<T>>(high_[at], low_[at], radius_, unit);
  }

private:
  double const *high_, *low_;
  index first_, second_;
  double radius_;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
