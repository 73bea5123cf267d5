#pragma once

#include <isobit/fp/bits.hpp>

/// Powers of two from their exponents, with integers only.
ISOBIT_NAMESPACE_BEGIN

/// 2^exponent, subnormal ones included; the smallest number where it would be smaller. Precondition: T reaches so high.
template <class T> constexpr T power_of_two(int exponent) noexcept {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  int const place = exponent > f::min_exponent ? exponent - f::min_exponent : 0;
  return from_bits<T>(place < f::stored_bits ? static_cast<bits_type>(bits_type{1} << place)
                                             : static_cast<bits_type>(static_cast<bits_type>(place - f::stored_bits + 1)
                                                                      << f::stored_bits));
}

/// 1.5 * 2^exponent: a sum that starts there has half a binade on either side. Precondition: a normal number.
template <class T> constexpr T three_halves(int exponent) noexcept {
  return from_bits<T>(bits_of(power_of_two<T>(exponent)) | format<T>::implicit_bit >> 1);
}

ISOBIT_NAMESPACE_END
