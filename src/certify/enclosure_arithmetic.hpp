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

ISOBIT_TARGET_NAMESPACE_END
