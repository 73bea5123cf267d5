#pragma once

#include <bit>
#include <cstdint>

#include <isobit/arithmetic/bits.hpp>

#include "random.hpp"

namespace isobit::test {

/// (-1)^negative * significand * 2^exponent, cut off to what T can hold (infinity where it is too large). Integers
/// only, so the numbers are the same on every machine and in every floating-point environment.
template <class T> T make_number(bool negative, std::uint64_t significand, int exponent) {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  auto const with_sign = [&](std::uint64_t bits) {
    return from_bits<T>(static_cast<bits_type>(bits | (negative ? std::uint64_t{f::sign_bit} : 0)));
  };
  if (significand == 0) return with_sign(0);
  int const shift = std::countl_zero(significand);
  significand <<= shift;
  exponent -= shift;  // the top bit is now 2^(exponent + 63)
  int const top = exponent + 63;
  if (top >= f::max_exponent) return with_sign(f::infinity);
  int const last = top - f::stored_bits < f::min_exponent ? f::min_exponent : top - f::stored_bits;
  int const dropped = last - exponent;
  std::uint64_t const kept = dropped < 64 ? significand >> dropped : 0;
  return with_sign((static_cast<std::uint64_t>(last - f::min_exponent) << f::stored_bits) + kept);
}

/// +-2^exponent.
template <class T> T power_of_two(bool negative, int exponent) { return make_number<T>(negative, 1, exponent); }

/// A number of either sign with a random significand and its top bit at 2^lowest to 2^highest.
template <class T> T random_number(random_source& random, int lowest, int highest) {
  // One draw a statement: the order in which a call's arguments are evaluated differs between compilers.
  int const top = random.between(lowest, highest);
  bool const negative = random.coin();
  return make_number<T>(negative, random.next() | (std::uint64_t{1} << 63), top - 63);
}

/// A number of either sign with up to `bits` significant bits, a multiple of 2^exponent.
template <class T> T random_multiple(random_source& random, int bits, int exponent) {
  bool const negative = random.coin();
  return make_number<T>(negative, random.next() >> (64 - bits), exponent);
}

template <class T> T random_power_of_two(random_source& random, int lowest, int highest) {
  bool const negative = random.coin();
  return power_of_two<T>(negative, random.between(lowest, highest));
}

template <class T> T random_integer(random_source& random, std::int64_t limit) {
  auto const value = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(2 * limit + 1))) - limit;
  return make_number<T>(value < 0, static_cast<std::uint64_t>(value < 0 ? -value : value), 0);
}

template <class T> T largest_finite(bool negative = false) {
  using f = format<T>;
  return from_bits<T>(static_cast<typename f::bits_type>((f::infinity - 1u) | (negative ? f::sign_bit : 0)));
}

template <class T> T infinite(bool negative = false) {
  using f = format<T>;
  return from_bits<T>(static_cast<typename f::bits_type>(f::infinity | (negative ? f::sign_bit : 0)));
}

template <class T> T zero(bool negative = false) { return make_number<T>(negative, 0, 0); }

/// Any NaN: either sign, any payload, quiet or signalling.
template <class T> T random_nan(random_source& random) {
  using f = format<T>;
  auto const payload = 1 + random.below(std::uint64_t{f::implicit_bit} - 1);
  bool const negative = random.coin();
  return from_bits<T>(static_cast<typename f::bits_type>(f::infinity | payload | (negative ? f::sign_bit : 0)));
}

}  // namespace isobit::test
