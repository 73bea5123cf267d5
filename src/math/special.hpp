#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "integer/assemble.hpp"
#include "integer/bit_count.hpp"

/// What definitions ask of an argument before any arithmetic, and the results that need none. By bits: a caller that
/// treats subnormal numbers as zeros changes nothing.
ISOBIT_NAMESPACE_BEGIN
namespace math {

template <class T> ISOBIT_HOST_DEVICE constexpr bool is_infinite(T x) noexcept {
  return bits_of(isobit::magnitude(x)) == format<T>::infinity;
}

/// Whether |x| < limit. Precondition: x is not a NaN, limit is positive.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_below(T x, T limit) noexcept {
  return bits_of(isobit::magnitude(x)) < bits_of(limit);
}
/// Whether |x| = value. Precondition: value is positive.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_plus_minus(T x, T value) noexcept {
  return bits_of(isobit::magnitude(x)) == bits_of(value);
}

/// floor(log2 |x|). Precondition: finite and not zero.
template <class T> ISOBIT_HOST_DEVICE constexpr int top_exponent(T x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  return exponent + integer::bit_length(significand) - 1;
}

template <class T> ISOBIT_HOST_DEVICE constexpr T quiet_nan() noexcept {
  return from_bits<T>(format<T>::canonical_nan);
}

/// value, or -value.
template <class T> ISOBIT_HOST_DEVICE constexpr T with_sign(bool negative, T value) noexcept {
  return negative ? negated(value) : value;
}
template <class T> ISOBIT_HOST_DEVICE constexpr T infinity(bool negative = false) noexcept {
  return with_sign(negative, from_bits<T>(format<T>::infinity));
}

/// Upward and downward change places: what becomes of a direction when the sign of a number is taken off.
ISOBIT_HOST_DEVICE constexpr rounding mirrored(rounding direction) noexcept {
  return direction == rounding::upward     ? rounding::downward
         : direction == rounding::downward ? rounding::upward
                                           : direction;
}

/// A result that a definition decides without arithmetic, and the direction in which it is to be rounded.
template <class T> struct outcome {
  rounding direction = rounding::nearest_even;
  T value{};
};

/// Sets the result, and says that this was all.
template <class T> ISOBIT_HOST_DEVICE constexpr bool decide(outcome<T>& result, T value) noexcept {
  result.value = value;
  return true;
}
/// The same for a result that is not quite the value but, in magnitude, beyond it or short of it by less than half the
/// distance to its neighbour. What overflows is short of infinity, what vanishes beyond zero.
template <class T> ISOBIT_HOST_DEVICE constexpr bool decide_beyond(outcome<T>& result, T value) noexcept {
  bool const away = result.direction == (is_negative(value) ? rounding::downward : rounding::upward);
  bool const to_odd = result.direction == rounding::to_odd && bits_of(value) % 2 == 0;
  using bits_type = typename format<T>::bits_type;
  return decide(result, away || to_odd ? from_bits<T>(static_cast<bits_type>(bits_of(value) + 1u)) : value);
}
template <class T> ISOBIT_HOST_DEVICE constexpr bool decide_short_of(outcome<T>& result, T value) noexcept {
  bool const inward = result.direction == rounding::toward_zero ||
                      result.direction == (is_negative(value) ? rounding::upward : rounding::downward);
  bool const to_odd = result.direction == rounding::to_odd && bits_of(value) % 2 == 0;
  using bits_type = typename format<T>::bits_type;
  return decide(result, inward || to_odd ? from_bits<T>(static_cast<bits_type>(bits_of(value) - 1u)) : value);
}
template <class T> ISOBIT_HOST_DEVICE constexpr bool decide_nearly(outcome<T>& result, T value, bool beyond) noexcept {
  return beyond ? decide_beyond(result, value) : decide_short_of(result, value);
}

/// Whether a function x (1 + c x^2 + ...) with |c| <= 1/3 rounds to x, and one of 1 + c x^2 + ... with |c| <= 1/2 to 1.
/// Half the distance to a neighbour is at least 2^-(precision + 1) |x|, and x^2 / 3 is less by a factor of 1.4 at
/// least, which the later terms do not reach.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_cubically_tiny(T x) noexcept {
  return top_exponent(x) < -((format<T>::precision + 1) / 2);
}
/// Whether a function x (1 + x/2 + ...) or x (1 - x/2 + ...) rounds to x.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_quadratically_tiny(T x) noexcept {
  return top_exponent(x) < -(format<T>::precision + 1);
}

/// x to the format of double, exactly.
ISOBIT_HOST_DEVICE constexpr double widen_exactly(double x) noexcept { return x; }
ISOBIT_HOST_DEVICE constexpr double widen_exactly(float x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  if (significand == 0) return with_sign(negative, 0.0);
  int const shift = integer::leading_zeros(significand);
  return integer::assemble<double>(negative, {significand << shift, exponent - shift, false}, rounding::nearest_even);
}

}  // namespace math
ISOBIT_NAMESPACE_END
