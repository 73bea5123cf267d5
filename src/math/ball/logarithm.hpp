#pragma once

#include "math/ball/constants.hpp"
#include "math/ball/logarithm_table.hpp"
#include "math/ball/series.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace detail {

/// log(a / b) = 2 atanh((a - b) / (a + b)), for a near b.
ISOBIT_HOST_DEVICE_CALL inline ball twice_atanh(ball const& difference, ball const& sum, int precision) noexcept {
  ball const u = divide(difference, sum, precision);
  return scale(multiply(u, odd_series(square(u, precision), precision), precision), 1);
}

}  // namespace detail

/// To a relative error also where x is near one. Unknown unless x is positive for certain.
ISOBIT_HOST_DEVICE_CALL inline ball log(ball const& x, int precision) noexcept {
  if (x.is_negative() || lower_bound(x).is_zero()) return unknown();
  // x = m * 2^power with 23/32 <= m < 23/16, so that m is near i/32, where i is one of 23 .. 45 or, just below
  // 23/16, 46.
  bool const upper = x.limb()[0] >= std::uint64_t{23} << 59;
  std::int64_t const power = upper ? x.exponent() : x.exponent() - 1;
  ball const m = scale(x, 5 - power);
  auto const nearest = static_cast<int>((scaled_integer(m, 1) + 1) >> 1);
  int const i = nearest > 45 ? 45 : nearest;
  ball const center(i);
  // The difference is small, but exact unless x is longer than the precision: then x was rounded before.
  ball result = detail::twice_atanh(subtract(m, center, precision), add(m, center, precision), precision);
  if (i != 32) result = add(result, constant(stored_logarithm(i - 23), i < 32, precision + 64), precision);
  if (power != 0) result = add(result, multiply(ln2(precision + 64), ball(power), precision + 64), precision);
  return result;
}

/// log(1 + x), to a relative error also where x is tiny. Unknown unless x > -1 for certain.
ISOBIT_HOST_DEVICE_CALL inline ball log1p(ball const& x, int precision) noexcept {
  if (x.midpoint_is_zero() || x.exponent() <= -6) return detail::twice_atanh(x, add(ball(2), x, precision), precision);
  return log(add(ball(1), x, precision), precision);
}

}  // namespace math
ISOBIT_NAMESPACE_END
