#pragma once

#include "math/ball/constants.hpp"
#include "math/ball/series.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

struct sine_cosine {
  ball sine;
  ball cosine;
};

/// A ball as the nearest integer, of which two bits are enough, and the rest.
struct quarter_turns {
  int count;  ///< modulo 4
  ball rest;
};

/// x = 4 n + count + rest with |rest| <= 1/2. Nothing is lost of the rest. Precondition: x is not negative.
ISOBIT_HOST_DEVICE inline quarter_turns nearest_quarter(ball const& x) noexcept {
  if (x.midpoint_is_zero() || x.exponent() < 0) return {0, x};
  // The limbs from the one with the last integer bit on, with the bits above the point taken out.
  auto const point = static_cast<int>(x.exponent());  // bits before it
  int const first = point / 64;
  int const within = point % 64;
  auto const at = [&](int i) { return i >= 0 && i < x.size() ? x.limb()[i] : std::uint64_t{0}; };
  // The two bits before the point and the one behind it: 8 * 0.abc... of the number shifted to start there.
  auto const bit = [&](int position) {
    return position < 0 ? 0 : static_cast<int>(at(position / 64) >> (63 - position % 64) & 1);
  };
  int count = 2 * bit(point - 2) + bit(point - 1);
  bool const up = bit(point) != 0;

  limbs::limb rest[ball::capacity + 1];
  int size = 0;
  for (int i = first; i < x.size(); ++i) rest[size++] = x.limb()[i];
  if (size > 0) rest[0] = rest[0] << within >> within;
  if (up && size > 0) {
    // rest - 1: the complement of the bits behind the point
    limbs::negate(limbs::reversed(rest, size), size);
    rest[0] = rest[0] << within >> within;
    ++count;
  }
  quarter_turns result{count & 3, ball(x.radius)};
  result.rest.set(up, rest, size, x.exponent() - 64 * first, ball::capacity);
  return result;
}

namespace detail {

/// For |x| not above one: sin and cos of 2^-k x from their series, then doubled k times.
ISOBIT_HOST_DEVICE inline sine_cosine sin_cos_small(ball const& x, int precision) noexcept {
  if (x.midpoint_is_zero() && x.radius.is_zero()) return {x, ball(1)};
  std::int64_t const wanted = x.exponent() + 4 + precision / 128;
  std::int64_t const halvings = x.midpoint_is_zero() || wanted < 0 ? 0 : wanted;
  ball const r = scale(x, -halvings);
  ball const y = negate(square(r, precision));
  ball sine = multiply(r,
                       factorial_series(
                           y, [](std::uint64_t k) { return 2 * k * (2 * k + 1); }, precision),
                       precision);
  ball cosine = factorial_series(
      y, [](std::uint64_t k) { return 2 * k * (2 * k - 1); }, precision);
  for (std::int64_t i = 0; i < halvings; ++i) {
    ball const square_of_sine = square(sine, precision);
    sine = scale(multiply(sine, cosine, precision), 1);
    cosine = subtract(ball(1), scale(square_of_sine, 1), precision);
  }
  return {sine, cosine};
}

}  // namespace detail

/// The sine and cosine of so many quarter turns and an angle. Precondition: |angle| not above one.
ISOBIT_HOST_DEVICE inline sine_cosine sin_cos_turned(int quarters, ball const& angle, int precision) noexcept {
  auto const [sine, cosine] = detail::sin_cos_small(angle, precision);
  switch (quarters & 3) {
  case 0:
    return {sine, cosine};
  case 1:
    return {cosine, negate(sine)};
  case 2:
    return {negate(sine), negate(cosine)};
  default:
    return {negate(cosine), sine};
  }
}

/// |x| in quarter turns: 2 |x| / pi. Precondition: 2^-1 <= |x| < 2^1100.
ISOBIT_HOST_DEVICE inline quarter_turns in_quarter_turns(ball const& x, int precision) noexcept {
  // An exact x times the first limbs of 2 / pi is a multiple of 4, since its last bit is one of at least 2^lowest.
  std::int64_t const lowest = x.exponent() - 64 * x.size();
  int const skipped = lowest < 66 || !x.radius.is_zero() ? 0 : static_cast<int>((lowest - 2) / 64);
  // As many bits more as there are before the point then, for x may be near a multiple of pi / 2.
  int const longest = precision + static_cast<int>(x.exponent()) - 64 * skipped;
  return nearest_quarter(multiply(magnitude(x), two_over_pi(longest, skipped), longest));
}

/// To an absolute error; relative while |x| < 1/2. Unknown for |x| >= 2^1100. On a GPU, large x must be exact, and
/// short.
ISOBIT_HOST_DEVICE inline sine_cosine sin_cos(ball const& x, int precision) noexcept {
  if (x.midpoint_is_zero() || x.exponent() < 0) return detail::sin_cos_small(x, precision);
  if (x.exponent() > 1100) return {unknown(), unknown()};
  int const longer = precision + 64;
  auto const [quarters, rest] = in_quarter_turns(x, longer);
  ball const angle = scale(multiply(rest, pi(longer), longer), -1);
  sine_cosine result = sin_cos_turned(quarters, angle, precision);
  if (x.is_negative()) result.sine.negate();
  return result;
}

}  // namespace math
ISOBIT_NAMESPACE_END
