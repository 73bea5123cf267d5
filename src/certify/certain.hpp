#pragma once

#include <concepts>

#include <isobit/arithmetic/bits.hpp>

#include "arithmetic/lanes.hpp"

ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

inline constexpr struct uncertain_tag {
} uncertain;

/// A result, if it is certain; for a vector, results and the lanes in which they are. Not std::optional, which
/// compilers pass through memory, where two stores and one load of a different size cost as much as summing a hundred
/// numbers.
template <class V> struct certain {
  using mask = arithmetic::mask<V>;
  V value;
  mask holds;

  ISOBIT_LANE constexpr certain(V result, mask where) noexcept : value(result), holds(where) {}
  ISOBIT_LANE constexpr certain(uncertain_tag) noexcept : value(), holds() {}
  ISOBIT_LANE constexpr certain(V result) noexcept requires std::same_as<mask, bool> : value(result), holds(true) {}

  ISOBIT_LANE constexpr explicit operator bool() const noexcept requires std::same_as<mask, bool> { return holds; }
  ISOBIT_LANE constexpr V const& operator*() const noexcept { return value; }
};

/// What both ends of an interval become under a rounding, or another monotone function: if that is one number, every
/// number between becomes it. Compared by bits: zero has two signs. T is a number, a vector of doubles, or the bits
/// themselves, of any format.
template <class T> [[nodiscard]] ISOBIT_LANE constexpr certain<T> if_equal(T of_lower_end, T of_upper_end) noexcept {
  if constexpr (std::floating_point<T>)
    return {of_lower_end, bits_of(of_lower_end) == bits_of(of_upper_end)};
  else if constexpr (requires { typename arithmetic::bits<T>; })
    return {of_lower_end, arithmetic::as_bits(of_lower_end) == arithmetic::as_bits(of_upper_end)};
  else
    return {of_lower_end, of_lower_end == of_upper_end};
}

ISOBIT_TARGET_NAMESPACE_END
