#pragma once

#include "math/ball/constants.hpp"
#include "math/ball/series.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace detail {

/// expm1 of a number below one half, to a relative error: expm1(2 r) = expm1(r) (2 + expm1(r)).
ISOBIT_HOST_DEVICE_CALL inline ball expm1_small(ball const& x, int precision) noexcept {
  if (x.midpoint_is_zero() && x.radius.is_zero()) return x;
  std::int64_t const wanted = x.exponent() + 6 + precision / 64;
  std::int64_t const halvings = x.midpoint_is_zero() || wanted < 0 ? 0 : wanted;
  ball const r = scale(x, -halvings);
  ball result = multiply(r,
                         factorial_series(
                             r, [](std::uint64_t k) { return k + 1; }, precision),
                         precision);
  ball const two(2);
  for (std::int64_t i = 0; i < halvings; ++i) result = multiply(result, add(result, two, precision), precision);
  return result;
}

/// e^x = 2^power * e^rest with |rest| not much above 0.35.
struct exp_reduced {
  std::int64_t power;
  ball rest;
};
ISOBIT_HOST_DEVICE inline exp_reduced reduce_exp(ball const& x, int precision) noexcept {
  // 2^62 / log 2, rounded: the power need not be the nearest one.
  constexpr std::uint64_t inverse = 0x5c551d94ae0bf85d;
  limbs::wide const product = limbs::wide{scaled_integer(x, 32)} * inverse;
  auto const nearest = static_cast<std::int64_t>((product + (limbs::wide{1} << 93)) >> 94);
  std::int64_t const power = x.is_negative() ? -nearest : nearest;
  if (power == 0) return {0, x};
  return {power, subtract(x, multiply(ln2(precision + 64), ball(power), precision + 64), precision)};
}

}  // namespace detail

/// Unknown for |x| >= 2^30.
ISOBIT_HOST_DEVICE_CALL inline ball exp(ball const& x, int precision) noexcept {
  if (!x.midpoint_is_zero() && x.exponent() > 30) return unknown();
  auto const [power, rest] = detail::reduce_exp(x, precision);
  return scale(add(detail::expm1_small(rest, precision), ball(1), precision), power);
}

/// e^x - 1, to a relative error also where x is tiny. Unknown for |x| >= 2^30.
ISOBIT_HOST_DEVICE_CALL inline ball expm1(ball const& x, int precision) noexcept {
  if (!x.midpoint_is_zero() && x.exponent() > 30) return unknown();
  auto const [power, rest] = detail::reduce_exp(x, precision);
  ball const small = detail::expm1_small(rest, precision);
  if (power == 0) return small;
  return subtract(scale(add(small, ball(1), precision), power), ball(1), precision);
}

}  // namespace math
ISOBIT_NAMESPACE_END
