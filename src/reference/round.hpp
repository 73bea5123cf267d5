#pragma once

#include <isobit/arithmetic/rounding.hpp>

#include "dyadic.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// Rounds a number that is known only through comparison: `compare(d)` orders its magnitude against the dyadic d.
/// The non-negative numbers of a format are ordered as their bits are, so bisection finds the last one that is not
/// above the magnitude; its neighbour and the middle between them decide the rest. The bits of infinity decompose to
/// 2^max_exponent, the number that IEEE rounding pretends to have there.
template <class T, class Compare> [[nodiscard]] T round_magnitude(bool negative, rounding mode, Compare compare) {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  auto const at = [](bits_type bits) { return exactly(from_bits<T>(bits)); };
  bits_type below = 0;
  bits_type above = f::infinity;
  while (above - below > 1) {
    auto const middle = static_cast<bits_type>(below + (above - below) / 2);
    (compare(at(middle)) >= 0 ? below : above) = middle;
  }
  bool const exact = compare(at(below)) == 0;
  dyadic const half(integer(1), -1);
  auto const to_middle = compare((at(below) + at(above)) * half);
  bool const below_is_odd = (below & 1u) != 0;
  bool up = false;
  if (!exact) {
    switch (mode) {
    case rounding::nearest_even:
      up = to_middle > 0 || (to_middle == 0 && below_is_odd);
      break;
    case rounding::toward_zero:
      up = false;
      break;
    case rounding::upward:
      up = !negative;
      break;
    case rounding::downward:
      up = negative;
      break;
    case rounding::to_odd:
      up = !below_is_odd;
      break;
    }
  }
  auto const result = up ? above : below;
  return from_bits<T>(static_cast<bits_type>(negative ? result | f::sign_bit : result));
}

/// numerator / denominator, rounded once; the denominator is positive. An exact zero is +0.
template <class T>
[[nodiscard]] T round_quotient(dyadic const& numerator, integer const& denominator,
                               rounding mode = rounding::nearest_even) {
  dyadic const dividend = magnitude(numerator);
  return round_magnitude<T>(numerator.is_negative(), mode,
                            [&](dyadic const& d) { return dividend <=> d * dyadic(denominator); });
}

template <class T> [[nodiscard]] T round(dyadic const& value, rounding mode = rounding::nearest_even) {
  return round_quotient<T>(value, integer(1), mode);
}

/// The square root of a non-negative number, rounded once to nearest-even.
template <class T> [[nodiscard]] T round_square_root(dyadic const& value) {
  return round_magnitude<T>(false, rounding::nearest_even, [&](dyadic const& d) { return value <=> d * d; });
}

}  // namespace reference

ISOBIT_NAMESPACE_END
