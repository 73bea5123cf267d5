#pragma once

#include <cmath>
#include <limits>

#include "arithmetic/error_free.hpp"
#include "certify/enclosure.hpp"

/// Sums and products of single numbers of which something is known. All need the standard environment.
/// docs/maths/mpi_linalg.md#partial-sums
ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// Nothing is known.
constexpr enclosure<double> unknown() noexcept { return {0, 0, std::numeric_limits<double>::infinity()}; }

/// x * y, exactly where neither it nor its factors are near the limits of the format.
/// docs/maths/mpi_linalg.md#products
inline enclosure<double> product_of(double x, double y) noexcept {
  auto const [value, error] = arithmetic::two_product(x, y);
  bool const fit = (std::fabs(x) <= 0x1p990) & (std::fabs(y) <= 0x1p990), zero = (x == 0) | (y == 0);
  double const size = std::fabs(value);
  if (fit & (size >= 0x1p-900) & (size <= 0x1p1000)) return {value, error, 0};
  if (!fit || size > 0x1p1000) return unknown();
  return zero ? enclosure<double>() : enclosure<double>{value, 0, 0x1p-950};
}

/// What is known of a sum. docs/maths/mpi_linalg.md#merging
inline enclosure<double> operator+(enclosure<double> const& a, enclosure<double> const& b) noexcept {
  auto const highs = two_sum(a.high, b.high);
  auto const lows = two_sum(a.low, b.low);
  auto const rest = two_sum(highs.low, lows.high);
  auto const sum = two_sum(highs.high, rest.high);
  return {sum.high, sum.low, ((a.radius + b.radius) + (std::fabs(rest.low) + std::fabs(lows.low))) * (1 + 0x1p-50)};
}

/// a*b + c*d.
inline enclosure<double> sum_of_products(double a, double b, double c, double d) noexcept {
  return product_of(a, b) + product_of(c, d);
}

/// What is known of a multiple. docs/maths/mpi_linalg.md#products
inline enclosure<double> operator*(double x, enclosure<double> const& a) noexcept {
  auto const leading = product_of(x, a.high);
  if (a.radius == 0) return leading + product_of(x, a.low);
  double const rest = x * a.low;
  double const rounding = (std::fabs(leading.low) + std::fabs(rest)) * 0x1p-51 + 0x1p-1000;
  return {leading.high, leading.low + rest, (leading.radius + (std::fabs(x) * a.radius + rounding)) * (1 + 0x1p-50)};
}

/// What is known of a product. docs/maths/moments.md#products
inline enclosure<double> operator*(enclosure<double> const& a, enclosure<double> const& b) noexcept {
  auto const leading = product_of(a.high, b.high);
  double const left = a.high * b.low, right = a.low * b.high, last = a.low * b.low;
  double const rest = (left + right) + last;
  double const rounding = (std::fabs(leading.low) + std::fabs(left) + std::fabs(right) + std::fabs(last)) * 0x1p-50;
  double const known_a = std::fabs(a.high) + std::fabs(a.low), known_b = std::fabs(b.high) + std::fabs(b.low);
  double const unknown = known_a * b.radius + a.radius * (known_b + b.radius);
  return {leading.high, leading.low + rest, (leading.radius + unknown + rounding + 0x1p-1000) * (1 + 0x1p-50)};
}

/// What is left of x when the product of a and b is taken away, which rounds to x or nearly: exactly, where it is a
/// double.
inline double less_product(double x, double a, double b) noexcept {
  auto const [value, error] = arithmetic::two_product(a, b);
  return (x - value) - error;
}

/// What is known of a quotient, by a whole number from 1 to 2^53; without a radius where there is none and the quotient
/// is high + low. docs/maths/moments.md#quotients
inline enclosure<double> operator/(enclosure<double> const& a, double divisor) noexcept {
  auto const [high, low] = two_sum(a.high, a.low);
  if (!(std::fabs(high) >= 0x1p-800 && std::fabs(high) <= 0x1p900)) return unknown();
  double const quotient = high / divisor;
  auto const rest = two_sum(less_product(high, quotient, divisor), low);
  double const second = rest.high / divisor;
  bool const exact =
      rest.low == 0 &&
      (rest.high == 0 || (std::fabs(rest.high) >= 0x1p-890 && less_product(rest.high, second, divisor) == 0));
  // A radius that is there must not vanish by being divided.
  double const radius = exact && a.radius == 0 ? 0 : std::fabs(second) * 0x1p-51 + 0x1p-1000;
  return {quotient, second, (radius + a.radius / divisor) * (1 + 0x1p-50)};
}

/// What is known of a square root. docs/maths/moments.md#roots
inline enclosure<double> square_root(enclosure<double> const& a) noexcept {
  auto const [high, low] = two_sum(a.high, a.low);
  if (!(high >= 0x1p-800 && high <= 0x1p900 && a.radius <= high * 0x1p-40)) return unknown();
  double const root = std::sqrt(high);
  double const second = (less_product(high, root, root) + low) / (2 * root), size = std::fabs(second);
  return {root, second, (size * (0x1p-51 + size / root) + a.radius / root + 0x1p-1000) * (1 + 0x1p-50)};
}

ISOBIT_TARGET_NAMESPACE_END
