#pragma once

#include <vector>

#include "number.hpp"
#include "reference/dyadic.hpp"

/// Sums and products in exact integers, rounded once: the definition of what `exact` returns.
namespace conformance {

using isobit::reference::dyadic;
using isobit::reference::integer;

inline integer integer_of(bool negative, wide magnitude) {
  auto const high = static_cast<std::uint64_t>(magnitude >> 64);
  return (integer(negative, high) << 64) + integer(negative, static_cast<std::uint64_t>(magnitude));
}

inline dyadic value_of(number_format f, fields const& x) {
  wide const leading = x.exponent != 0 ? wide{1} << (precision_of(f) - 1) : 0;
  int const steps = x.exponent != 0 ? x.exponent - 1 : 0;
  return {integer_of(x.negative, leading | x.fraction), lowest_exponent_of(f) + steps};
}

/// The nearest number of the format, the even one of two. The value is not zero.
inline fields nearest(number_format f, dyadic const& value) {
  int const precision = precision_of(f);
  int const lowest = lowest_exponent_of(f);
  auto const& digits = value.significand().digits();
  auto const bit = [&](int i) {
    auto const digit = static_cast<std::size_t>(i / 32);
    return i >= 0 && digit < digits.size() && (digits[digit] >> (i % 32) & 1) != 0;
  };
  int const length = value.significand().bit_length();
  int const last = std::max(value.exponent() + length - precision, lowest);
  int const dropped = last - value.exponent();
  wide significand = 0;
  for (int i = length - 1; i >= std::max(dropped, 0); --i) significand = significand << 1 | (bit(i) ? 1 : 0);
  if (dropped < 0) significand <<= -dropped;
  bool sticky = false;
  for (int i = 0; i < dropped - 1 && i < length && !sticky; ++i) sticky = bit(i);
  if (dropped > 0 && bit(dropped - 1) && (sticky || (significand & 1) != 0)) ++significand;
  // The leading bit, where there is one, adds the last step to the exponent; a carry does the same.
  int const field = last - lowest + static_cast<int>(significand >> (precision - 1));
  bool const negative = value.is_negative();
  if (field >= top_field_of(f)) return infinity(f, negative);
  return {negative, field, significand & ((wide{1} << (precision - 1)) - 1)};
}

inline fields exact_sum(number_format f, std::vector<fields> const& addends) {
  bool nan = false, plus = false, minus = false, only_negative_zeros = true;
  dyadic total;
  for (auto const& x : addends) {
    only_negative_zeros = only_negative_zeros && is_zero(x) && x.negative;
    if (is_nan(f, x))
      nan = true;
    else if (is_infinite(f, x))
      (x.negative ? minus : plus) = true;
    else
      total = total + value_of(f, x);
  }
  if (nan || (plus && minus)) return canonical_nan(f);
  if (plus || minus) return infinity(f, minus);
  if (total.is_zero()) return {only_negative_zeros, 0, 0};
  return nearest(f, total);
}

inline fields exact_product(number_format f, std::vector<fields> const& factors) {
  bool nan = false, infinite = false, zero = false, negative = false;
  dyadic product(integer(1));
  for (auto const& x : factors) {
    nan = nan || is_nan(f, x);
    infinite = infinite || is_infinite(f, x);
    zero = zero || is_zero(x);
    negative = negative != x.negative;
    if (x.exponent != top_field_of(f)) product = product * value_of(f, x);
  }
  if (nan || (infinite && zero)) return canonical_nan(f);
  if (infinite) return infinity(f, negative);
  if (zero) return {negative, 0, 0};
  return nearest(f, product);
}

}  // namespace conformance
