#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "integer/root.hpp"
#include "math/ball/ball.hpp"
#include "math/pow/exact_power.hpp"

/// Powers of complex numbers whose parts are numbers or middles of two. docs/maths/complex.md#powers
ISOBIT_NAMESPACE_BEGIN
namespace cr {

/// 2^exponent (real + i imaginary); of as_gaussian, one part is odd.
struct gaussian {
  std::int64_t real, imaginary;
  int exponent;
};

/// x + iy, if both integers fit. Precondition: finite, and not both are zero.
inline std::optional<gaussian> as_gaussian(double x, double y) noexcept {
  auto const a = is_zero(x) ? math::odd_number{} : math::odd_part(x);
  auto const b = is_zero(y) ? math::odd_number{} : math::odd_part(y);
  int const exponent = is_zero(x) ? b.exponent : is_zero(y) ? a.exponent : std::min(a.exponent, b.exponent);
  auto const fits = [&](math::odd_number const& n) {
    return n.odd == 0 || n.exponent - exponent + integer::bit_length(n.odd) <= 61;
  };
  if (!fits(a) || !fits(b)) return {};
  auto const integer_of = [&](math::odd_number const& n) {
    auto const size = n.odd == 0 ? 0 : static_cast<std::int64_t>(n.odd << (n.exponent - exponent));
    return n.negative ? -size : size;
  };
  return gaussian{integer_of(a), integer_of(b), exponent};
}

/// The principal square root, if it is such a number. A negative real number has a root below the axis if it lies
/// there.
inline std::optional<gaussian> square_root(gaussian z, bool is_below) noexcept {
  if (z.exponent % 2 != 0) z = {2 * z.real, 2 * z.imaginary, z.exponent - 1};
  auto const size = [](std::int64_t x) { return static_cast<std::uint64_t>(std::abs(x)); };
  auto const squared = [](std::uint64_t x) { return integer::uint128{x} * x; };
  std::uint64_t const real = size(z.real), imaginary = size(z.imaginary);
  auto const radius = integer::square_root(squared(real) + squared(imaginary));
  if (!radius.exact) return {};
  // |z| + |real| is twice the square of the larger part.
  std::uint64_t const larger = integer::square_root((integer::uint128{radius.value} + real) / 2).value;
  if (larger == 0) return {};
  std::uint64_t const smaller = imaginary / (2 * larger);
  if (squared(larger) - squared(smaller) != real || 2 * larger * smaller != imaginary) return {};
  bool const is_left = z.real < 0;
  auto const across = static_cast<std::int64_t>(is_left ? smaller : larger);
  auto const up = static_cast<std::int64_t>(is_left ? larger : smaller);
  return gaussian{across, is_below ? -up : up, z.exponent / 2};
}

/// Both parts, exactly.
struct exact_parts {
  ball real, imaginary;
};
inline exact_parts multiply_exactly(exact_parts const& a, exact_parts const& b) noexcept {
  constexpr int all = 64 * ball::capacity;
  return {subtract(multiply(a.real, b.real, all), multiply(a.imaginary, b.imaginary, all), all),
          add(multiply(a.real, b.imaginary, all), multiply(a.imaginary, b.real, all), all)};
}

/// (x + iy)^u where both parts have finitely many bits, and are not too long. Precondition: finite; u is not
/// zero, nor are both x and y.
inline std::optional<exact_parts> gaussian_power(double x, double y, double u) noexcept {
  math::odd_number power = math::odd_part(u);
  exact_parts base{ball(x), ball(y)};
  std::optional<gaussian> z = as_gaussian(x, y);
  for (; power.exponent < 0; ++power.exponent) {  // u = n / 2^j: z must be a 2^j-th power
    if (z) z = square_root(*z, z->imaginary < 0 || (z->imaginary == 0 && is_negative(y)));
    if (!z) return {};
    base = {scale(ball(z->real), z->exponent), scale(ball(z->imaginary), z->exponent)};
  }
  constexpr int longest = 64 * (ball::capacity - 2);
  if (power.exponent > 12 || power.odd > longest) return {};
  auto const n = static_cast<std::int64_t>(power.odd << power.exponent);
  if (power.negative) {  // 1 / (+-1 +- i) is its conjugate over 2; of no other number does the inverse end
    if (!z) return {};
    if (std::abs(z->real) != 1 || std::abs(z->imaginary) != 1) return {};
    base = {scale(ball(z->real), -z->exponent - 1), scale(ball(-z->imaginary), -z->exponent - 1)};
  }
  auto const last_bit = [](ball const& part) {
    return part.exponent() - 64 * part.size() + integer::trailing_zeros(part.limb()[part.size() - 1]);
  };
  ball const& some = base.real.midpoint_is_zero() ? base.imaginary : base.real;
  ball const& other = base.imaginary.midpoint_is_zero() ? base.real : base.imaginary;
  auto const span = std::max(some.exponent(), other.exponent()) - std::min(last_bit(some), last_bit(other));
  if (n * span > longest) return {};
  exact_parts result = base;
  for (int bit = integer::bit_length(static_cast<std::uint64_t>(n)) - 2; bit >= 0; --bit) {
    result = multiply_exactly(result, result);
    if ((n >> bit & 1) != 0) result = multiply_exactly(result, base);
  }
  if (!result.real.radius.is_zero() || !result.imaginary.radius.is_zero()) return {};
  return result;
}

}  // namespace cr
ISOBIT_NAMESPACE_END
