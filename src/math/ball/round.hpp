#pragma once

#include "certify/certain.hpp"
#include "integer/assemble.hpp"
#include "math/ball/ball.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace detail {

/// The midpoint rounded to T. Precondition: it is not zero.
template <class T> ISOBIT_HOST_DEVICE T round_midpoint(ball const& x, rounding direction) noexcept {
  // Beyond every format the exponent does not matter.
  constexpr std::int64_t huge = 1 << 20;
  std::int64_t const exponent = x.exponent() > huge ? huge : x.exponent() < -huge ? -huge : x.exponent();
  integer::leading_bits<std::uint64_t> const leading{x.limb()[0], static_cast<int>(exponent) - 64, x.size() > 1};
  return integer::assemble<T>(x.is_negative(), leading, direction);
}

}  // namespace detail

/// The T that every number of the ball rounds to, if there is one. A ball that contains zero is
/// undecided, for zero has two signs.
template <class T>
ISOBIT_HOST_DEVICE_CALL certify::certain<T> round(ball const& x, rounding direction = rounding::nearest_even) noexcept {
  if (lower_bound(x).is_zero()) return certify::uncertain;
  if (x.radius.is_zero()) return detail::round_midpoint<T>(x, direction);
  // Both ends, exactly, and so the radius must not lie beyond the last limb.
  bound const least = bound_power_of_two(x.exponent() - 64 * (ball::capacity - 2));
  bound const radius = x.radius < least ? least : x.radius;
  ball difference(radius.mantissa);
  difference.scale(radius.exponent);
  int const exact = 64 * ball::capacity;
  ball const low = subtract(midpoint(x), difference, exact);
  ball const high = add(midpoint(x), difference, exact);
  if (low.midpoint_is_zero() || high.midpoint_is_zero() || low.is_negative() != high.is_negative())
    return certify::uncertain;
  return certify::if_equal(detail::round_midpoint<T>(low, direction), detail::round_midpoint<T>(high, direction));
}

/// A number rounded to T, and how many bits it took to be certain.
template <class T> struct rounded {
  certify::certain<T> result;  ///< always certain for the functions of this library, as far as anyone knows
  int precision;
};

/// Raises the precision until the ball enclose(precision) has a single rounding to T.
///
/// Exact and midpoint cases must have been decided before: no precision can. (A number of T is a case where the
/// direction is not to nearest.) If the largest one does not decide either
/// (for functions that are not algebraic no such number is known, nor is it expected to exist), the result is the
/// rounded midpoint, and not certain.
template <class T, class Enclose>
ISOBIT_HOST_DEVICE_CALL rounded<T> round_with_effort(Enclose enclose,
                                                     rounding direction = rounding::nearest_even) noexcept {
  constexpr int precisions[] = {128, 192, 320, 640, 1280, 2048};
  for (int const precision : precisions)
    if (auto const result = round<T>(enclose(precision), direction)) return {result, precision};
  int const largest = precisions[5];
  ball const last = enclose(largest);
  return {{last.midpoint_is_zero() ? T{} : detail::round_midpoint<T>(last, direction), false}, largest};
}

template <class T, class Enclose>
ISOBIT_HOST_DEVICE T round_until_certain(Enclose enclose, rounding direction = rounding::nearest_even) noexcept {
  return *round_with_effort<T>(enclose, direction).result;
}

}  // namespace math
ISOBIT_NAMESPACE_END
