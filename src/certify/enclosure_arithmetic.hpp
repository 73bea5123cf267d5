#pragma once

#include <type_traits>

#include "arithmetic/error_free.hpp"
#include "certify/enclosure.hpp"

/// Sums and products of single numbers of which something is known. All need the standard environment, or a V that does
/// not.
/// docs/maths/mpi_linalg.md#partial-sums
ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

using arithmetic::both, arithmetic::either, arithmetic::magnitude, arithmetic::multiply_add;

/// Nothing is known.
template <class V = double> ISOBIT_HOST_DEVICE constexpr enclosure<V> unknown() noexcept {
  return {0, 0, __builtin_inf()};
}

/// x * y, exactly where neither it nor its factors are near the limits of the format.
/// docs/maths/mpi_linalg.md#products
template <class V> ISOBIT_HOST_DEVICE inline enclosure<V> product_in_two(V x, V y) noexcept {
  auto const [value, error] = arithmetic::two_product(x, y);
  bool const fit = both(magnitude(x) <= 0x1p990, magnitude(y) <= 0x1p990), zero = either(x == 0, y == 0);
  V const size = magnitude(value);
  if (both(fit, both(size >= 0x1p-900, size <= 0x1p1000))) return {value, error, 0};
  if (!fit || !(size <= 0x1p1000)) return unknown<V>();
  return zero ? enclosure<V>() : enclosure<V>{value, 0, 0x1p-950};
}

ISOBIT_HOST_DEVICE inline enclosure<double> product_of(double x, double y) noexcept { return product_in_two(x, y); }

/// What is known of a sum. docs/maths/mpi_linalg.md#merging
template <class V>
ISOBIT_HOST_DEVICE inline enclosure<V> operator+(enclosure<V> const& a, enclosure<V> const& b) noexcept {
  auto const highs = two_sum(a.high, b.high);
  auto const lows = two_sum(a.low, b.low);
  auto const rest = two_sum(highs.low, lows.high);
  auto const sum = two_sum(highs.high, rest.high);
  return {sum.high, sum.low, ((a.radius + b.radius) + (magnitude(rest.low) + magnitude(lows.low))) * (1 + 0x1p-50)};
}

/// a*b + c*d.
ISOBIT_HOST_DEVICE inline enclosure<double> sum_of_products(double a, double b, double c, double d) noexcept {
  return product_of(a, b) + product_of(c, d);
}

/// What is known of a multiple. docs/maths/mpi_linalg.md#products
template <class V>
ISOBIT_HOST_DEVICE inline enclosure<V> operator*(std::type_identity_t<V> x, enclosure<V> const& a) noexcept {
  auto const leading = product_in_two(x, a.high);
  if (a.radius == 0) return leading + product_in_two(x, a.low);
  V const rest = x * a.low;
  V const rounding = (magnitude(leading.low) + magnitude(rest)) * 0x1p-51 + 0x1p-1000;
  return {leading.high, leading.low + rest, (leading.radius + (magnitude(x) * a.radius + rounding)) * (1 + 0x1p-50)};
}

/// What is known of a product. docs/maths/moments.md#products
template <class V>
ISOBIT_HOST_DEVICE inline enclosure<V> operator*(enclosure<V> const& a, enclosure<V> const& b) noexcept {
  auto const leading = product_in_two(a.high, b.high);
  V const left = a.high * b.low, right = a.low * b.high, last = a.low * b.low;
  V const rest = (left + right) + last;
  V const rounding = (magnitude(leading.low) + magnitude(left) + magnitude(right) + magnitude(last)) * 0x1p-50;
  V const known_a = magnitude(a.high) + magnitude(a.low), known_b = magnitude(b.high) + magnitude(b.low);
  V const unknown = known_a * b.radius + a.radius * (known_b + b.radius);
  return {leading.high, leading.low + rest, (leading.radius + unknown + rounding + 0x1p-1000) * (1 + 0x1p-50)};
}

/// What is left of x when the product of a and b is taken away, which rounds to x or nearly: exactly, where it is a
/// double.
template <class V> ISOBIT_HOST_DEVICE inline V less_product(V x, V a, V b) noexcept {
  if constexpr (arithmetic::has_fma) return multiply_add(-a, b, x);
  auto const [value, error] = arithmetic::two_product(a, b);
  return (x - value) - error;
}

/// What is known of a quotient, by a whole number from 1 to 2^53; without a radius where there is none and the quotient
/// is high + low. docs/maths/moments.md#quotients
template <class V>
ISOBIT_HOST_DEVICE inline enclosure<V> operator/(enclosure<V> const& a, std::type_identity_t<V> divisor) noexcept {
  auto const [high, low] = two_sum(a.high, a.low);
  if (!(magnitude(high) >= 0x1p-800 && magnitude(high) <= 0x1p900)) return unknown<V>();
  V const quotient = high / divisor, inverse = 1 / divisor;
  auto const rest = two_sum(less_product<V>(high, quotient, divisor), low);
  V const second = rest.high * inverse;
  bool const exact =
      rest.low == 0 &&
      (rest.high == 0 || (magnitude(rest.high) >= 0x1p-890 && less_product<V>(rest.high, second, divisor) == 0));
  // A radius that is there must not vanish by being divided.
  V const radius = exact && a.radius == 0 ? 0 : magnitude(second) * 0x1p-51 + 0x1p-1000;
  return {quotient, second, (radius + a.radius * inverse) * (1 + 0x1p-50)};
}

/// What is known of (squares - sum^2 / count) / divisor, both of them whole. docs/maths/moments.md#variance
template <class V>
ISOBIT_HOST_DEVICE inline enclosure<V> variance(enclosure<V> const& sum, enclosure<V> const& squares, V count,
                                                V divisor) noexcept {
  bool const few = count <= 0x1p26;  // then the product of both is a double, and one quotient is enough
  auto const [high, low, radius] = sum * (few ? sum : sum / count);
  auto const difference = (few ? count * squares : squares) + enclosure<V>{-high, -low, radius};
  return difference / (few ? count * divisor : divisor);
}

/// What is known of a square root. docs/maths/moments.md#roots
template <class V> ISOBIT_HOST_DEVICE inline enclosure<V> square_root(enclosure<V> const& a) noexcept {
  auto const [high, low] = two_sum(a.high, a.low);
  if (!(high >= 0x1p-800 && high <= 0x1p900 && a.radius <= high * 0x1p-40)) return unknown<V>();
  V const root = arithmetic::square_root(high), inverse = 1 / root;
  V const second = (less_product(high, root, root) + low) * (0.5 * inverse), size = magnitude(second);
  return {root, second, (size * (0x1p-51 + size * inverse) + a.radius * inverse + 0x1p-1000) * (1 + 0x1p-50)};
}

ISOBIT_TARGET_NAMESPACE_END
