#pragma once

#include <cmath>
#include <limits>

#include "fp/two_product.hpp"
#include "linalg/round_within.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A number of which this much is known: it lies within `radius` of high + low. A radius that is infinite or NaN says
/// nothing. Needs the standard environment. docs/maths/mpi_linalg.md#partial-sums
struct partial_sum {
  double high = 0;
  double low = 0;
  double radius = 0;

  static constexpr partial_sum unknown() noexcept { return {0, 0, std::numeric_limits<double>::infinity()}; }

  /// x * y, exactly where neither it nor its factors are near the limits of the format.
  /// docs/maths/mpi_linalg.md#products
  static partial_sum product(double x, double y) noexcept {
    auto const [value, error] = two_product(x, y);
    bool const fit = (std::fabs(x) <= 0x1p990) & (std::fabs(y) <= 0x1p990), zero = (x == 0) | (y == 0);
    double const size = std::fabs(value);
    if (fit & (size >= 0x1p-900) & (size <= 0x1p1000)) return {value, error, 0};
    if (!fit || size > 0x1p1000) return unknown();
    return zero ? partial_sum() : partial_sum{value, 0, 0x1p-950};
  }

  /// a*b + c*d, as far as that is known.
  static partial_sum sum_of_products(double a, double b, double c, double d) noexcept {
    partial_sum sum = product(a, b);
    sum.add(product(c, d));
    return sum;
  }

  /// Adds what another one knows. docs/maths/mpi_linalg.md#merging
  void add(partial_sum const& other) noexcept {
    auto const highs = two_sum(high, other.high);
    auto const lows = two_sum(low, other.low);
    auto const rest = two_sum(highs.low, lows.high);
    auto const sum = two_sum(highs.high, rest.high);
    high = sum.high;
    low = sum.low;
    radius = ((radius + other.radius) + (std::fabs(rest.low) + std::fabs(lows.low))) * (1 + 0x1p-50);
  }

  /// Makes it x times as large. docs/maths/mpi_linalg.md#products
  void multiply(double x) noexcept {
    partial_sum const leading = product(x, high);
    if (radius == 0) {
      partial_sum const rest = product(x, low);
      *this = leading;
      return add(rest);
    }
    double const rest = x * low;
    double const rounding = (std::fabs(leading.low) + std::fabs(rest)) * 0x1p-51 + 0x1p-1000;
    radius = (leading.radius + (std::fabs(x) * radius + rounding)) * (1 + 0x1p-50);
    high = leading.high;
    low = leading.low + rest;
  }

  [[nodiscard]] partial_sum negative() const noexcept { return {-high, -low, radius}; }

  /// Whether all numbers it may be round to the same T, to nearest-even, which is then in `result`. Zero is +0.
  template <class T> [[nodiscard]] bool round(T& result) const noexcept {
    auto const rounded = round_within<T>(high, low, radius);
    if (rounded) result = *rounded;
    return static_cast<bool>(rounded);
  }
};

/// A complex number times another one, of whose parts this much is known.
template <class Complex> void multiply_parts(Complex x, partial_sum& real, partial_sum& imaginary) noexcept {
  partial_sum re = real, im = imaginary, minus = imaginary, plus = real;
  re.multiply(x.real());
  minus.multiply(-x.imag());
  im.multiply(x.real());
  plus.multiply(x.imag());
  re.add(minus);
  im.add(plus);
  real = re;
  imaginary = im;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
