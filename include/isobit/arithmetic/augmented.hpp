#pragma once

#include <isobit/arithmetic/bits.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A rounded result, and what its rounding lost.
template <class T> struct augmented {
  T head;
  T tail;
};

/// The augmented arithmetic operations of IEEE 754-2019 (9.5): `head` is the exact result to the nearest number, of two
/// that are equally near the one nearer to zero, and `tail` the exact result less `head`, rounded alike. Of a sum or a
/// difference `tail` is always exact, of a product unless it lies below the least number. Where `tail` is an exact zero
/// it has the sign of `head`. Both are the same infinity where `head` is one, and NaN where it is.
///
///     auto [head, tail] = isobit::augmented_addition(1e16, 1.0);  // 1e16 and 1
ISOBIT_API augmented<double> augmented_addition(double x, double y) noexcept;
ISOBIT_API augmented<float> augmented_addition(float x, float y) noexcept;
ISOBIT_API augmented<double> augmented_subtraction(double x, double y) noexcept;
ISOBIT_API augmented<float> augmented_subtraction(float x, float y) noexcept;
ISOBIT_API augmented<double> augmented_multiplication(double x, double y) noexcept;
ISOBIT_API augmented<float> augmented_multiplication(float x, float y) noexcept;

ISOBIT_NAMESPACE_END
