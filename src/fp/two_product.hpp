#pragma once

#include <isobit/fp/two_sum.hpp>

ISOBIT_NAMESPACE_BEGIN

/// a * b == high + low exactly, for factors up to 2^990 whose product is 0 or between 2^-900 and 2^1000. Without FMA,
/// which portable code would have to call. docs/maths/error_free.md#two-product
[[nodiscard]] constexpr split<double> two_product(double a, double b) noexcept {
  constexpr double splitter = 0x1p27 + 1;
  double const product = a * b, ca = splitter * a, cb = splitter * b;
  double const a1 = ca - (ca - a), b1 = cb - (cb - b);
  double const a2 = a - a1, b2 = b - b1;
  return {product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)};
}

ISOBIT_NAMESPACE_END
