#pragma once

#include "arithmetic/error_free.hpp"
#include "certify/certain.hpp"
#include "certify/enclosure.hpp"

/// The rounding test, of which there is one: an enclosure has a single rounding to T if its ends have. Written for V, a
/// double or a vector, and T, double or float. Needs the standard environment. docs/maths/rounding_test.md
ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// The magnitudes of results that `round_within` accepts, besides an exact zero: well inside the normal numbers, so
/// that neither the test nor the products that radii are made of meet the ends of the range.
/// docs/maths/rounding_test.md#ranges
template <class T> struct accepted;
template <> struct accepted<double> { static constexpr double least = 0x1p-960, most = 0x1p1020; };
template <> struct accepted<float> { static constexpr double least = 0x1p-120, most = 0x1p126; };

/// Both ends of an enclosure, rounded to double. Its radius has room for these roundings, so that nothing is added
/// here. With b the bound of the distance to high + low, of which the latter may be anything:
///
///     double: radius >= b + 2^-53 (|low| + radius)
///     float:  radius >= b + |low| + 2^-53 (|high| + radius); low is not looked at
///
/// The sign of high does not matter, nor that of the radius: it may exchange the ends.
template <class V> struct ends { V below, above; };
template <class T, class V> ISOBIT_LANE ends<V> ends_with_room(enclosure<V> const& x) {
  if constexpr (std::same_as<T, double>)
    return {x.high + (x.low - x.radius), x.high + (x.low + x.radius)};
  else
    return {x.high - x.radius, x.high + x.radius};
}

/// What everything between the ends rounds to, to nearest-even, where that is one number. Infinity is one, NaN is none.
template <std::same_as<double> T, class V> ISOBIT_LANE certain<V> common_rounding(ends<V> const& x) {
  return {x.above, x.below == x.above};
}
template <std::same_as<float> T, class V> ISOBIT_LANE auto common_rounding(ends<V> const& x) {
  auto const low = arithmetic::narrow(x.below), high = arithmetic::narrow(x.above);
  return certain<decltype(arithmetic::narrow(V{}))>{high, low == high};
}

/// The test for radii that have room for it.
template <class T, class V> ISOBIT_LANE auto round_with_room(enclosure<V> const& x) {
  return common_rounding<T>(ends_with_room<T>(x));
}

/// The same to double, by comparing bits, which is cheaper for single numbers. Precondition, or the caller leaves the
/// lane out: no end is NaN, which would be equal to itself.
template <class V> ISOBIT_LANE certain<V> round_finite_with_room(enclosure<V> const& x) {
  auto const [below, above] = ends_with_room<double>(x);
  return if_equal(above, below);
}

/// Such a radius around x, the low part for double, the high one for float, which is off by the `bound` at most: a sum
/// of up to 2^31 magnitudes, itself rounded. docs/maths/columns.md#margin
template <class V> ISOBIT_LANE V with_room(V bound, V x) {
  return (bound + bound) + arithmetic::magnitude(x) * 0x1p-51;
}

template <class T, class V> ISOBIT_LANE arithmetic::mask<V> is_accepted(V x) {
  V const size = arithmetic::magnitude(x);
  return arithmetic::both(size >= arithmetic::all<V>(accepted<T>::least),
                          size <= arithmetic::all<V>(accepted<T>::most));
}

/// The T that every number of the enclosure rounds to, if there is one and it is in the accepted range; without a
/// radius anywhere, as long as high + low is finite (and, for float, a double). Floats are given as V: to narrow them
/// is exact. The sign of a zero is that of high + low, for float that of what was rounded to it, an exact one being +0.
template <class T, class V> [[nodiscard]] ISOBIT_LANE certain<V> round_within(enclosure<V> const& x) {
  using arithmetic::both, arithmetic::either, arithmetic::magnitude;
  V const sum = x.high + x.low, rest = arithmetic::two_sum_error(x.high, x.low, sum), none{};
  if constexpr (std::same_as<T, double>) {
    V const room = x.radius + (x.radius + magnitude(rest)) * 0x1p-51;
    auto const test = round_with_room<T>(enclosure<V>{sum, rest, room});
    auto const holds = both(test.holds, is_accepted<T>(sum));
    if constexpr (std::same_as<arithmetic::mask<V>, bool>)  // one number is nearly always settled here
      if (holds) return sum;
    auto const is_finite = magnitude(sum) <= arithmetic::all<V>(0x1.fffffffffffffp1023);
    return {sum, either(holds, both(x.radius == none, is_finite))};
  } else {
    auto const is_exact = both(x.radius == none, rest == none);  // the rest of an infinity is NaN
    V const room = arithmetic::select(is_exact, none, x.radius + (x.radius + magnitude(sum)) * 0x1p-51);
    auto const test = round_with_room<T>(enclosure<V>{sum, none, room});
    auto const in_range = either(is_accepted<T>(sum), is_exact);
    return {arithmetic::widen(test.value), both(arithmetic::widen_mask(test.holds), in_range)};
  }
}

/// Whether a double that is off by a relative error of at most `error` rounds to the same float as the number it stands
/// for: its low 29 bits are not those of a midpoint, give or take. Precondition: the float is a normal one.
/// docs/maths/rounding_test.md#relative
template <class V> ISOBIT_LANE certain<V> round_to_float(V value, double error) {
  auto const margin = static_cast<std::uint64_t>(error * 0x1p53) + 1;
  constexpr std::uint64_t half = std::uint64_t{1} << 28, low_bits = 2 * half - 1;
  auto const distance =
      (arithmetic::as_bits(value) + arithmetic::all_bits<V>(half + margin)) & arithmetic::all_bits<V>(low_bits);
  using integers = arithmetic::integers<V>;
  return {value, arithmetic::exceeds(integers(distance), integers(arithmetic::all_bits<V>(2 * margin)))};
}

/// The float that both ends of such an error round to, if there is one; it may be subnormal. Precondition:
/// 2^-50 <= error <= 2^-30. docs/maths/rounding_test.md#relative
ISOBIT_LANE certain<float> round_to_any_float(double value, double error) {
  return round_with_room<float>(enclosure<double>{value, 0, value * (2 * error)});
}

ISOBIT_TARGET_NAMESPACE_END
