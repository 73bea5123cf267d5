#pragma once

#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The logarithm of a subnormal number n 2^-1074, from that of n; the one of 2 is given in two parts, of which the
/// first, times 1074, is exact. Precondition: x > 0. docs/maths/functions.md#subnormal
template <class Function>
ISOBIT_LANE enclosure<double> logarithm_of_subnormal(double x, double of_two_high, double of_two_low) {
  auto const of_units = Function::approximate(units_of_subnormal(x));
  auto const sum = two_sum(-1074 * of_two_high, of_units.high);
  return {sum.high, sum.low + (of_units.low - 1074 * of_two_low), sum.high * 0x1.4p-70};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
