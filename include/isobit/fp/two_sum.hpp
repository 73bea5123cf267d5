#pragma once

#include <concepts>

#include <isobit/version.hpp>

#ifdef __FAST_MATH__
#error "isobit/fp/two_sum.hpp: error-free transformations need IEEE arithmetic; compile this file without -ffast-math"
#endif

ISOBIT_NAMESPACE_BEGIN

/// Two numbers that stand for their exact sum.
template <std::floating_point T> struct split {
  T high;
  T low;
};

/// a + b == high + low exactly, for finite a, b whose sum (and, for |b| near the largest number, the differences
/// taken here) does not overflow. Round-to-nearest. docs/maths/error_free.md#two-sum
template <std::floating_point T> constexpr split<T> two_sum(T a, T b) noexcept {
  T const high = a + b;
  T const b_kept = high - a;
  T const a_kept = high - b_kept;
  return {high, (a - a_kept) + (b - b_kept)};
}

ISOBIT_NAMESPACE_END
