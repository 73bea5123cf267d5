#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/error_free.hpp"
#include "math/fixed/factorial_table.hpp"
#include "math/fixed/fixed.hpp"

/// exp, log, sine and cosine to some 160 bits after the point, from multiplications alone. docs/maths/fixed.md
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// A number of either sign.
struct signed_fixed {
  bool negative;
  fixed size;
};
ISOBIT_HOST_DEVICE inline signed_fixed add(signed_fixed const& a, signed_fixed const& b) noexcept {
  if (a.negative == b.negative) return {a.negative, add(a.size, b.size)};
  if (is_less(a.size, b.size)) return {b.negative, subtract(b.size, a.size)};
  return {a.negative, subtract(a.size, b.size)};
}

/// Precondition: |x| < 2^16.
ISOBIT_HOST_DEVICE inline signed_fixed make_fixed(double x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  return {negative, make_fixed(significand, exponent)};
}

/// value 2^exponent = e^x, 1 <= value < 2.1.
struct fixed_power {
  fixed value;
  int exponent;
};
/// Off by less than 2^14 units. Precondition: |x| < 760.
ISOBIT_HOST_DEVICE_CALL inline fixed_power fixed_exp(signed_fixed const& x) noexcept {
  // x = exponent log 2 + r, where 0 <= r < 0.7: of |x| / log 2, 20 bits after the point are enough, cut or rounded up.
  constexpr std::uint64_t inverse = 0x5c551d94;    // floor(2^30 / log 2)
  std::uint64_t const top = x.size.limb[2] >> 28;  // floor(2^20 |x|)
  std::uint64_t const powers = x.negative ? ((top + 1) * (inverse + 1) >> 50) + 1 : top * inverse >> 50;
  fixed const multiple = scaled(make_fixed(stored_basic_constant(2), 0), powers, 0);
  fixed r = x.negative ? subtract(multiple, x.size) : subtract(x.size, multiple);
  int const exponent = x.negative ? -static_cast<int>(powers) : static_cast<int>(powers);

  // e^r from its series at 2^-8 r, squared eight times.
  r = shifted_down(r, 8);
  constexpr int terms = 16;
  fixed sum = inverse_factorial[terms - 1];
  for (int n = terms - 2; n >= 0; --n) sum = add(multiply(sum, r), inverse_factorial[n]);
  for (int i = 0; i < 8; ++i) sum = multiply(sum, sum);
  return {sum, exponent};
}

/// log x, off by less than 2^15 units, from log x up to 2^-58: log x = y + log(1 + d) with 1 + d = x e^-y.
/// Precondition: x is positive and normal.
ISOBIT_HOST_DEVICE_CALL inline signed_fixed fixed_log(double x, split<double> approximation) noexcept {
  signed_fixed const y = add(make_fixed(approximation.high), make_fixed(approximation.low));
  auto const power = fixed_exp({!y.negative, y.size});
  auto const [negative, significand, exponent] = decompose(x);
  // x e^-y = 2^k significand value is near one: the power of two is the one that makes it so.
  fixed const product = scaled(power.value, significand, -52);
  int const shift = -(exponent + 52 + power.exponent);
  fixed const near_one = shift > 0 ? shifted_down(product, shift) : product;
  constexpr fixed one = fixed_one();
  bool const below = is_less(near_one, one);
  fixed const d = below ? subtract(one, near_one) : subtract(near_one, one);
  fixed const half_square = shifted_down(multiply(d, d), 1);
  return add(add(y, {below, d}), {true, half_square});
}

/// The sine or the cosine of x, off by less than 2^6 units. Precondition: 2^-20 <= |x| < 2^20.
ISOBIT_HOST_DEVICE_CALL inline signed_fixed fixed_sine(double x, bool cosine) noexcept {
  // |x| 2 / pi = quarters + f, |f| <= 1/2, from a constant of 256 bits.
  auto const& two_over_pi = stored_basic_constant(1);
  auto const [negative, significand, exponent] = decompose(x);
  fixed const high = {{two_over_pi.limb[2], two_over_pi.limb[1], two_over_pi.limb[0]}};  // in units of 2^-192
  fixed const low = {{two_over_pi.limb[3], 0, 0}};                                       // in units of 2^-256
  fixed const turns = add(scaled(high, significand, exponent - 16), scaled(low, significand, exponent - 80));
  fixed const rounded = add(turns, make_fixed(1, -1));
  std::uint64_t const quarters = rounded.limb[2] >> 48;
  fixed const f = subtract(turns, {{0, 0, quarters << 48}});  // modulo 2^16
  bool const past = f.limb[2] >> 63 != 0;                     // f < 0
  fixed const angle = multiply(past ? subtract({}, f) : f, make_fixed(stored_basic_constant(0), -1));

  // sin(quarters pi/2 +- angle)
  std::uint64_t const quadrant = quarters + cosine;
  int const odd = static_cast<int>(quadrant & 1);  // then it is a cosine of the angle
  fixed const square = multiply(angle, angle);
  constexpr int terms = 22;
  fixed sum = inverse_factorial[2 * terms - 1 - odd];
  for (int n = terms - 2; n >= 0; --n) sum = subtract(inverse_factorial[2 * n + 1 - odd], multiply(sum, square));
  bool const turned = (quadrant & 2) != 0;
  if (odd != 0) return {turned != (negative && !cosine), sum};
  return {(turned != past) != (negative && !cosine), multiply(sum, angle)};
}

}  // namespace math
ISOBIT_NAMESPACE_END
