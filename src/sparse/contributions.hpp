#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <isobit/sum/sum.hpp>

#include "certify/rounding_test.hpp"
#include "linalg/number.hpp"
#include "sparse/contribution_table.hpp"

/// Sums of contributions that come in any order, many sums at a time. docs/maths/sparse.md#contributions
ISOBIT_NAMESPACE_BEGIN
namespace sparse {

using linalg::is_complex, linalg::part_of, linalg::parts_of, linalg::real_of;

/// The largest magnitude of some numbers and the smallest that is not zero. By bits, so that any environment will do.
template <class T> class extremes {
public:
  void note(T x) noexcept {
    for (linalg::index part = 0; part < parts_of<T>; ++part) note_size(bits_of(magnitude(part_of(x, part))));
  }
  /// Those of many numbers, in the standard environment. NaN may be missing: they show in the sums.
  void note(magnitudes const& of) noexcept {
    largest_ = std::max(largest_, bits_of(static_cast<real_of<T>>(of.largest)));
    least_ = std::min(least_, static_cast<bits>(bits_of(static_cast<real_of<T>>(of.least)) - 1));
  }
  void note(std::span<T const> some) noexcept {
    note(contribution_kernels_in_use().look_at(linalg::parts_at(some.data()),
                                               static_cast<linalg::index>(some.size()) * parts_of<T>));
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

  void note_size(bits size) noexcept {
    largest_ = std::max(largest_, size);
    least_ = std::min(least_, static_cast<bits>(size - 1));  // zero becomes the largest of all
  }

  bits largest_ = 0, least_ = static_cast<bits>(~bits{0});
};

/// Where contributions are cut so that the upper parts of up to so many add up without error, and what the sums of the
/// lower parts may be off by: often nothing.
struct contribution_cut {
  double start = 3, radius = 0;
  bool usable = true;

  template <class T>
  contribution_cut(extremes<T> const& of, std::size_t most)
      : contribution_cut(start_for(2 * static_cast<double>(most) * of.largest()), of, most) {}

  /// With a start that others gave rise to, which need not be usable for these.
  template <class T> contribution_cut(double from, extremes<T> const& of, std::size_t most) : start(from) {
    if (of.only_zeros()) return;
    auto const n = static_cast<double>(most);
    double const size = 2 * n * of.largest(), least = of.least();
    double const power = start / 3, last_place = power * 0x1p-51;
    usable = size < 2 * power && size >= 0x1p-800 && size <= 0x1p1000 && least >= 0x1p-900;
    if (usable && n * last_place > 2 * power_below(least)) radius = 0x1.01p-53 * last_place * (0.25 * n * (n + 1) + n);
  }

  /// The least start for sums below half of `size`.
  [[nodiscard]] static double start_for(double size) noexcept { return 3 * power_below(size); }

private:
  static double power_below(double x) noexcept { return from_bits<double>(bits_of(x) >> 52 << 52); }
};

inline constexpr std::size_t a_few = 256;
/// Where to cut, going by the first contributions: with room for others that are 2^4 times as large.
template <class T> [[nodiscard]] double start_for_a_few(extremes<T> const& of, std::size_t most) noexcept {
  double const size = 0x1p5 * static_cast<double>(most) * of.largest();
  return size >= 0x1p-800 && size <= 0x1p1000 ? contribution_cut::start_for(size) : 3;
}

template <class T> [[nodiscard]] double start_for_a_few(std::span<T const> values, std::size_t most) noexcept {
  extremes<T> of;
  of.note(values.first(std::min(values.size(), a_few)));
  return start_for_a_few(of, most);
}

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

/// One of the sums: the parts of a number lie together, upper ones first, and are added as one vector. Not set to
/// anything unless it is value-initialised.
template <class T> class contribution_sum {
public:
  void add(T x, double start) noexcept {
    pair const cut_at = {start, start};
    for (linalg::index part = 0; part < parts_of<T>; ++part) {
      auto const value = static_cast<double>(part_of(x, part));
      pair const values = {value, value}, upper = (values + cut_at) - cut_at, lower = values - upper;
      sums_[part] += pair{upper[0], lower[1]};
    }
  }
  [[nodiscard]] sum_of_parts* parts() noexcept { return sums_; }
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
  using pair = sum_of_parts;

  [[nodiscard]] certify::certain<real_of<T>> round_part(int part, double radius) const noexcept {
    return round_cut<real_of<T>>(sums_[part][0], sums_[part][1], radius);
  }

  pair sums_[parts_of<T>];
};

/// By the definition; an exact zero is +0.
template <class T> [[nodiscard]] T exact_sum_of(std::span<T const> values) { return isobit::sum(values) + T{}; }

}  // namespace sparse
ISOBIT_NAMESPACE_END
