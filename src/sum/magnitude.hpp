#pragma once

#include <isobit/sum/exact.hpp>

#include "integer/wide_integer.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Room for the square of a sum and for a sum of squares times a count, and for a quotient's extra digits.
using magnitude_integer = wide_integer<160>;

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
  value.lowest = low;
  for (int k = low; k <= high; ++k) {
    auto const digit = static_cast<std::uint64_t>(result.negative ? -canonical.digit(k) : canonical.digit(k));
    value.digit[value.size++] = static_cast<std::uint32_t>(digit);
    if (digit >> 32 != 0) value.digit[value.size++] = static_cast<std::uint32_t>(digit >> 32);  // the highest only
  }
  return result;
}

inline magnitude_integer whole(std::uint64_t value) noexcept {
  magnitude_integer result;
  result.digit[0] = static_cast<std::uint32_t>(value);
  result.digit[1] = static_cast<std::uint32_t>(value >> 32);
  result.size = 2;
  result.trim();
  return result;
}

/// Schoolbook. Precondition: the digits of both together fit.
inline magnitude_integer product(magnitude_integer const& a, magnitude_integer const& b) noexcept {
  magnitude_integer result;
  result.lowest = a.lowest + b.lowest;
  result.size = a.size + b.size;
  for (int i = 0; i < result.size; ++i) result.digit[i] = 0;
  for (int i = 0; i < a.size; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j < b.size; ++j) {
      carry += result.digit[i + j] + std::uint64_t{a.digit[i]} * b.digit[j];
      result.digit[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    result.digit[i + b.size] = static_cast<std::uint32_t>(carry);
  }
  result.trim();
  return result;
}

}  // namespace detail
ISOBIT_NAMESPACE_END
