#pragma once

#include <isobit/arithmetic/rounding.hpp>

#include "certify/rounding_test.hpp"

/// The rounding test in a direction: of single numbers, upward, downward or toward zero. To odd, which has to know that
/// a result is not a number, nothing is certain here. docs/maths/rounding_test.md#directed
ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// What high + low, a sum that is exact but for its rounding, is in a direction of IEEE's: `low` tells on which side of
/// `high` it lies.
template <class T> ISOBIT_LANE T moved(T high, double low, rounding direction) {
  bool const negative = is_negative(high);
  bool const beyond = low != 0 && (low < 0) == negative;
  bool const away = direction == (negative ? rounding::downward : rounding::upward);
  auto const step = low == 0 || beyond != away ? 0 : beyond ? 1 : -1;
  return from_bits<T>(static_cast<typename format<T>::bits_type>(bits_of(high) + static_cast<unsigned long>(step)));
}

/// The double that every number of the enclosure rounds to in a direction, if there is one. The radius has room as for
/// round_finite_with_room, high + low is not zero and its neighbours are normal. docs/maths/rounding_test.md#directed
ISOBIT_LANE certain<double> round_directed_with_room(enclosure<double> const& x, rounding direction) {
  if (direction == rounding::to_odd) return uncertain;
  auto const end = [&](double low) {
    auto const sum = two_sum(x.high, low);
    return moved(sum.high, sum.low, direction);
  };
  return if_equal(end(x.low - x.radius), end(x.low + x.radius));
}

/// The same for the float of a double with a relative error, as round_to_any_float; it may be subnormal.
ISOBIT_LANE certain<float> round_to_directed_float(double value, double error, rounding direction) {
  if (direction == rounding::to_odd) return uncertain;
  auto const end = [&](double exact) {
    auto const nearest = float(exact);
    return moved(nearest, exact - double{nearest}, direction);
  };
  double const radius = value * (2 * error);
  return if_equal(end(value - radius), end(value + radius));
}

ISOBIT_TARGET_NAMESPACE_END
