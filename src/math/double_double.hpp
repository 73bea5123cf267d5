#pragma once

#include "arithmetic/error_free.hpp"
#include "math/lanes.hpp"

/// Unevaluated sums of two doubles. What each operation loses: docs/maths/double_double.md
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

using namespace arithmetic;

template <class V> using double_double = split<V>;

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
