#pragma once

#include <isobit/arithmetic/two_sum.hpp>

#include "arithmetic/lanes.hpp"

/// Sums and products with their rounding errors, for a number or a vector of them. Every one needs round-to-nearest.
/// `two_sum` is the library's public one. docs/maths/error_free.md
ISOBIT_TARGET_NAMESPACE_BEGIN(arithmetic)

using detail::two_sum_error;

/// The same, with two of its five subtractions on the pipes of multiplications.
template <class V> ISOBIT_LANE V two_sum_error(V a, V b, V sum, V minus_one) {
  V const b_kept = sum - a;
  V const a_kept = sum - b_kept;
  return subtract_by_fma(a, a_kept, minus_one) + subtract_by_fma(b, b_kept, minus_one);
}

/// a + b exactly. Precondition: |a| >= |b|, or a is a multiple of ulp(b), or a = 0.
template <class V> ISOBIT_LANE split<V> fast_two_sum(V a, V b) {
  V const sum = a + b;
  return {sum, b - (sum - a)};
}

/// A product as it enters sums: rounded once by FMA where the machine has it, else as a value and its error (Dekker,
/// Veltkamp). docs/maths/error_free.md#two-product
template <class V, bool Fused = has_fma> struct product {
  V x, y;
  /// RN(sum + x*y).
  ISOBIT_LANE V onto(V sum) const { return multiply_add(x, y, sum); }
  /// RN(x*y - q).
  ISOBIT_LANE V less(V q) const { return multiply_add(x, y, -q); }
};
template <class V> struct product<V, false> {
  V value, error;
  ISOBIT_LANE product(V x, V y) : value(x * y) {
    V const cx = x * 0x1.0000002p27, cy = y * 0x1.0000002p27;
    V const x1 = cx - (cx - x), y1 = cy - (cy - y);
    V const x2 = x - x1, y2 = y - y1;
    error = x2 * y2 - (((value - x1 * y1) - x2 * y1) - x1 * y2);
  }
  ISOBIT_LANE V onto(V sum) const { return sum + value; }
  ISOBIT_LANE V less(V q) const { return (value - q) + error; }
};
template <class V> product(V, V) -> product<V>;

/// a * b == high + low exactly, for factors up to 2^990 whose product is 0 or between 2^-900 and 2^1000.
/// docs/maths/error_free.md#two-product
template <class V> ISOBIT_LANE split<V> two_product(V a, V b) {
  V const high = a * b;
  if constexpr (has_fma)
    return {high, product<V>{a, b}.less(high)};
  else
    return {high, product<V>{a, b}.error};
}
template <class V>
  requires(!__is_same(V, double))
ISOBIT_LANE split<V> two_product(V a, double b) { return two_product(a, all<V>(b)); }

ISOBIT_TARGET_NAMESPACE_END
