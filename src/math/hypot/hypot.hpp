#pragma once

#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The sum of squares in double-double, its square root by one correction. docs/maths/hypot.md
struct hypot_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V y) {
    return both(magnitude_between(x, 0x1p-250, 0x1p400), magnitude_between(y, 0x1p-250, 0x1p400));
  }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x, V y) {
    auto const x_square = two_product(x, x), y_square = two_product(y, y);
    auto const sum = two_sum(x_square.high, y_square.high);
    V const root = square_root(sum.high);
    V const rest = exact_multiply_add(root, -root, sum.high) + (sum.low + (x_square.low + y_square.low));
    return {root, rest * (0.5 / root), root * 0x1p-98};
  }

  /// Where one is beyond that; a square that vanishes then does not matter. docs/maths/hypot.md#range
  ISOBIT_HOST_DEVICE static bool inside_far(double x, double y) {
    return between(larger(x, y), 0x1p-250, 0x1p1022) && !is_zero(x) && !is_zero(y);
  }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x, double y) {
    if (larger(x, y) < 0x1p400) return {approximate(x, y), 0};
    return {approximate(x * 0x1p-600, y * 0x1p-600), std::uint64_t{600} << 52};
  }
  ISOBIT_HOST_DEVICE static bool inside_small(double x, double y) {
    return is_tiny(x, 0x1p-250) && is_tiny(y, 0x1p-250);
  }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x, double y) {
    return {approximate(x * 0x1p600, y * 0x1p600), -600};
  }

  // The square root of the largest sum is a finite float.
  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V y) {
    return both(magnitude_between(x, 0x1p-126, 0x1.6p127), magnitude_between(y, 0x1p-126, 0x1.6p127));
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x, V y) { return square_root(multiply_add(x, x, y * y)); }
  static constexpr double float_error = 0x1p-52;

  template <class V> ISOBIT_LANE static auto outside_quick(V x, V y) {
    return magnitude_outside(x, 0x1p-40f, 0x1p60f) | magnitude_outside(y, 0x1p-40f, 0x1p60f);
  }
  /// docs/maths/hypot.md#quick-floats
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x, V y) {
    V const x_square = x * x, y_square = y * y, sum = x_square + y_square;
    V const lows = multiply_add(x, x, -x_square) + multiply_add(y, y, -y_square);
    V const root = square_root(sum);
    V const rest = multiply_add(-root, root, sum) + (two_sum_error(x_square, y_square, sum) + lows);
    return {root, rest * (quick_inverse(root) * all<V>(0.5)), root * all<V>(0x1.1p-37)};
  }

private:
  /// By bits: of a NaN and a number, the NaN.
  ISOBIT_HOST_DEVICE static double larger(double x, double y) {
    double const a = magnitude(x), b = magnitude(y);
    return as_bits(a) > as_bits(b) ? a : b;
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
