#pragma once

#include <isobit/sum/exact.hpp>

#include "integer/natural.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Room for the square of a sum and for a sum of squares times a count, and for a quotient's extra limbs. The exponent
/// is a multiple of 32.
using magnitude_integer = integer::natural<80>;

/// The finite part as a sign and a magnitude.
struct signed_magnitude {
  bool negative = false;
  magnitude_integer value;
};

template <int L, int H> signed_magnitude magnitude_of(basic_exact<L, H> const& state) noexcept {
  auto canonical = state;
  canonical.canonicalise();
  signed_magnitude result;
  int const low = canonical.lowest_used_digit(), high = canonical.highest_used_digit();
  if (low > high) return result;
  result.negative = canonical.digit(high) < 0;
  auto& value = result.value;
  auto const digit = [&](int k) {
    return static_cast<std::uint64_t>(result.negative ? -canonical.digit(k) : canonical.digit(k));
  };
  value.exponent = 32 * low;
  int k = low;
  for (; k < high; k += 2) value.limb[value.size++] = digit(k) | digit(k + 1) << 32;
  // The highest digit alone may have more than 32 bits.
  std::uint64_t const rest = k == high ? digit(high) : digit(high) >> 32;
  if (rest != 0) value.limb[value.size++] = rest;
  return result;
}

}  // namespace detail
ISOBIT_NAMESPACE_END
