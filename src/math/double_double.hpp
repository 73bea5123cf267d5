#pragma once

#include "math/lanes.hpp"

/// Unevaluated sums of two doubles. What each operation loses: docs/maths/double_double.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class V> struct double_double {
  V high;
  V low;
};

/// a + b exactly. Precondition: |a| >= |b|, or a is a multiple of ulp(b), or a = 0.
template <class V> ISOBIT_LANE double_double<V> fast_two_sum(V a, V b) {
  V const sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
template <class V> ISOBIT_LANE double_double<V> two_sum(V a, V b) {
  V const sum = a + b;
  V const b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a * b exactly. Precondition: no overflow of 2^28 a or 2^28 b, no bit of the product below 2^-1074.
template <class V> ISOBIT_LANE double_double<V> two_product(V a, V b) {
  V const product = a * b;
  if constexpr (has_fma) {
    return {product, multiply_add(a, b, -product)};
  } else {
    V const a_shifted = a * 0x1.0000002p27, b_shifted = b * 0x1.0000002p27;
    V const a_high = a_shifted - (a_shifted - a), b_high = b_shifted - (b_shifted - b);
    V const a_low = a - a_high, b_low = b - b_high;
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
  }
}
template <class V>
  requires(!__is_same(V, double))
ISOBIT_LANE double_double<V> two_product(V a, double b) { return two_product(a, all<V>(b)); }

/// a * b + c. Precondition: the result is a double, and so is RN(a*b) + c (the two nearly cancel).
template <class V> ISOBIT_LANE V exact_multiply_add(V a, V b, V c) {
  if constexpr (has_fma) {
    return multiply_add(a, b, c);
  } else {
    auto const product = two_product(a, b);
    return (product.high + c) + product.low;
  }
}

/// (a.high + a.low) * b, error at most 2^-105 |a b| with FMA, half as much again without; `low` is not normalised.
template <class V> ISOBIT_LANE double_double<V> multiply(double_double<V> a, V b) {
  auto const product = two_product(a.high, b);
  return {product.high, multiply_add(a.low, b, product.low)};
}

/// (a.high + a.low) * (b.high + b.low) without a.low * b.low; `low` is not normalised.
template <class V> ISOBIT_LANE double_double<V> multiply(double_double<V> a, double_double<V> b) {
  auto const product = two_product(a.high, b.high);
  return {product.high, multiply_add(a.high, b.low, multiply_add(a.low, b.high, product.low))};
}

/// a + b. Precondition: |a| >= |b| as for fast_two_sum; `low` is not normalised.
template <class V> ISOBIT_LANE double_double<V> fast_add(double_double<V> a, double_double<V> b) {
  auto const sum = fast_two_sum(a.high, b.high);
  return {sum.high, sum.low + (a.low + b.low)};
}
template <class V> ISOBIT_LANE double_double<V> fast_add(double_double<V> a, V b) {
  auto const sum = fast_two_sum(a.high, b);
  return {sum.high, sum.low + a.low};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
