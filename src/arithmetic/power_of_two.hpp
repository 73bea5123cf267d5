#pragma once

#include <isobit/arithmetic/bits.hpp>

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

/// The e for which 2^(e-1) <= |x| < 2^e, from the bits of a normal number; that of the smallest normal for others.
constexpr int exponent_above(std::uint64_t magnitude_bits) noexcept {
  int const biased = static_cast<int>(magnitude_bits >> 52);
  return (biased == 0 ? 1 : biased) - format<double>::bias + 1;
}

ISOBIT_NAMESPACE_END
