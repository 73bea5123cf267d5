#pragma once

#include "integer/bit_count.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// A positive real number to the bits of Word: (significand + t) * 2^exponent, where the top bit of the significand is
/// set and 0 < t < 1 if sticky, t = 0 if not.
template <class Word> struct leading_bits {
  Word significand;
  int exponent;
  bool sticky;
};

/// value * 2^exponent. Precondition: not zero.
ISOBIT_HOST_DEVICE constexpr leading_bits<uint128> leading(uint128 value, int exponent) noexcept {
  int const zeros = leading_zeros(value);
  return {value << zeros, exponent - zeros, false};
}

/// The same number to 64 bits.
ISOBIT_HOST_DEVICE constexpr leading_bits<std::uint64_t> upper_half(leading_bits<uint128> const& x) noexcept {
  return {static_cast<std::uint64_t>(x.significand >> 64), x.exponent + 64,
          x.sticky || static_cast<std::uint64_t>(x.significand) != 0};
}

}  // namespace integer
ISOBIT_NAMESPACE_END
