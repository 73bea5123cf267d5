#pragma once

#include <algorithm>
#include <cstdint>

#include "certify/rounding_test.hpp"
#include "linalg/number.hpp"

/// Sums of contributions that come in any order, many sums at a time. docs/maths/sparse.md#contributions
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

using linalg::is_complex, linalg::part_of, linalg::parts_of, linalg::real_of;

/// The largest magnitude of some numbers and the smallest that is not zero. By bits, so that any environment will do.
template <class T> class extremes {
public:
  void note(T x) noexcept {
    for (linalg::index part = 0; part < parts_of<T>; ++part) {
      bits const size = bits_of(magnitude(part_of(x, part)));
      largest_ = std::max(largest_, size);
      least_ = std::min(least_, static_cast<bits>(size - 1));  // zero becomes the largest of all
    }
  }
  void merge(extremes const& other) noexcept {
    largest_ = std::max(largest_, other.largest_);
    least_ = std::min(least_, other.least_);
  }
  [[nodiscard]] bool only_zeros() const noexcept { return largest_ == 0; }
  /// In the standard environment.
  [[nodiscard]] double largest() const noexcept { return from_bits<real_of<T>>(largest_); }
  [[nodiscard]] double least() const noexcept { return from_bits<real_of<T>>(static_cast<bits>(least_ + 1)); }

private:
  using bits = typename format<real_of<T>>::bits_type;
  bits largest_ = 0, least_ = static_cast<bits>(~bits{0});
};

/// Where contributions are cut so that the upper parts of up to so many add up without error, and what the sums of the
/// lower parts may be off by: often nothing.
struct contribution_cut {
  double start = 3, radius = 0;
  bool usable = true;

  template <class T> contribution_cut(extremes<T> const& of, std::size_t most) {
    if (of.only_zeros()) return;
    auto const n = static_cast<double>(most);
    double const size = 2 * n * of.largest(), least = of.least();
    usable = size >= 0x1p-800 && size <= 0x1p1000 && least >= 0x1p-900;
    if (!usable) return;
    auto const power_below = [](double x) { return from_bits<double>(bits_of(x) >> 52 << 52); };
    double const power = power_below(size), last_place = power * 0x1p-51;
    start = 3 * power;
    if (n * last_place > 2 * power_below(least)) radius = 0x1.01p-53 * last_place * (0.25 * n * (n + 1) + n);
  }
};

/// high + low up to a radius with room for the test, rounded, if that is certain; an exact zero is +0.
template <class Real> [[nodiscard]] certify::certain<Real> round_cut(double high, double low, double radius) noexcept {
  certify::enclosure<double> const known{high, low, radius};
  if constexpr (sizeof(Real) == sizeof(double)) {
    return certify::round_with_room<double>(known);
  } else {
    auto const rounded = certify::round_within<float>(known);
    return {static_cast<float>(rounded.value), rounded.holds};
  }
}

/// One of the sums.
template <class T> class contribution_sum {
public:
  void add(T x, double start) noexcept {
    for (linalg::index part = 0; part < parts_of<T>; ++part) {
      auto const value = static_cast<double>(part_of(x, part));
      double const upper = (value + start) - start;
      high_[part] += upper;
      low_[part] += value - upper;
    }
  }
  /// The sum rounded, if that is certain; an exact zero is +0.
  [[nodiscard]] certify::certain<T> round(contribution_cut const& cut) const noexcept {
    if constexpr (is_complex<T>) {
      auto const real = round_part(0, cut.radius), imaginary = round_part(1, cut.radius);
      return {T{real.value, imaginary.value}, real.holds && imaginary.holds};
    } else {
      return round_part(0, cut.radius);
    }
  }

private:
  [[nodiscard]] certify::certain<real_of<T>> round_part(int part, double radius) const noexcept {
    return round_cut<real_of<T>>(high_[part], low_[part], radius);
  }

  double high_[parts_of<T>] = {}, low_[parts_of<T>] = {};
};

}  // namespace sparse
ISOBIT_NAMESPACE_END
