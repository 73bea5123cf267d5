#pragma once

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN

// The exceptions of IEEE 754, for functions that have to raise what their own arithmetic does not. By arithmetic, so
// that a program that lets exceptions trap is trapped here as well.
inline void raise_invalid() noexcept {
  double volatile zero = 0;
  double const volatile nan = zero / zero;
  static_cast<void>(nan);
}
inline void raise_division_by_zero() noexcept {
  double volatile zero = 0;
  double const volatile infinity = 1 / zero;
  static_cast<void>(infinity);
}
inline void raise_overflow() noexcept {
  double volatile large = 0x1p1023;
  double const volatile infinity = large * large;
  static_cast<void>(infinity);
}
inline void raise_underflow() noexcept {
  double volatile small = 0x1p-1022;
  double const volatile zero = small * small;
  static_cast<void>(zero);
}

/// Whether any arithmetic with x is invalid.
template <has_format T> constexpr bool is_signalling(T x) noexcept {
  return is_nan(x) && (bits_of(x) & (format<T>::implicit_bit >> 1)) == 0;
}

ISOBIT_NAMESPACE_END
