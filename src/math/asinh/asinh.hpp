#pragma once

#include "math/asinh/asinh_table.hpp"
#include "math/asinh/double_double_root.hpp"
#include "math/kernel.hpp"
#include "math/log/brief_logarithm.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// asinh(x) = log(x + sqrt(x^2 + 1)) for x > 0, and x + x^3 p(x^2) where x is small. docs/maths/inverse_hyperbolic.md
struct asinh_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-300, 0x1p150); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    V const a = magnitude(x);
    auto const z = exponential_of_result(a);
    auto const y = logarithm(z.high, z.low);

    auto const is_small = magnitude_below(x, 0x1p-9);
    V const small_low = beyond_argument(a);
    V const high = flip_sign(select(is_small, a, y.high), sign_of(x));
    V const low = flip_sign(select(is_small, small_low, y.low), sign_of(x));
    return {high, low, high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    V const a = magnitude(x);
    auto const z = exponential_of_result(a);
    auto const y = quick_logarithm(z.high, z.low);
    auto const is_small = a < 0x1p-9;
    V const high = select(is_small, a, y.high);
    return {{high, select(is_small, beyond_argument(a), y.low), high * 0x1.3p-62}, sign_of(x)};
  }

#ifndef __CUDACC__
  ISOBIT_LANE static scaled_enclosure<double> brief(double x) {
    double const a = magnitude(x);
    if (a < 0x1p-9) return {{a, beyond_argument(a), a * 0x1.2p-70}, sign_of(x)};
    auto const z = exponential_of_result(a);
    return {brief_logarithm(z.high, z.low, 0x1.2p-51), sign_of(x)};
  }
#endif

  /// asinh(x) = log(2x) where x^-2 is nothing.
  ISOBIT_LANE static bool inside_far(double x) { return magnitude_between(x, 0x1p150, __builtin_inf()); }

  ISOBIT_LANE static enclosure<double> approximate_far(double x) {
    auto const y = logarithm_of_twice(magnitude(x));
    double const high = flip_sign(y.high, sign_of(x));
    return {high, flip_sign(y.low, sign_of(x)), high * 0x1.2p-70};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-120, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const a = magnitude(x), square = a * a;
    auto const y = logarithm_float(a + square_root(square + 1.0));
    V const by_logarithm = multiply_add(y.exponent, log_of_two, y.of_mantissa);
    V const by_polynomial = multiply_add(square * a, polynomial(square, asinhf_polynomial), a);
    return flip_sign(select(magnitude_below(x, 0x1p-5), by_polynomial, by_logarithm), sign_of(x));
  }
  static constexpr double float_error = 0x1p-45;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return magnitude_outside(x, 0x1p-120f, 0x1p60f); }
  template <class V> ISOBIT_LANE static V quick_float(V x) {
    V const a = magnitude(x), square = a * a, root = quick_root(square + 1.0);
    // asinh(a) = log(1 + y)
    V const y = a + quick_quotient(square, root + 1.0);
    return flip_sign(quick_float_logarithm(1.0 + y, y, y < 0x1.ffp-9), sign_of(x));
  }
  static constexpr int quick_float_bits = permutes_tables ? 36 : 0;

private:
  /// a + sqrt(a^2 + 1)
  template <class V> ISOBIT_LANE static double_double<V> exponential_of_result(V a) {
    auto const square = two_product(a, a);
    auto const radicand = two_sum(square.high, all<V>(1.0));
    auto const root = square_root(double_double<V>{radicand.high, radicand.low + square.low});
    return fast_add(root, a);
  }
  /// asinh(a) - a for small a
  template <class V> ISOBIT_LANE static V beyond_argument(V a) {
    V const square = a * a;
    return (square * a) * polynomial(square, asinh_polynomial);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
