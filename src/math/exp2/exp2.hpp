#pragma once

#include "math/exp/brief_exponential.hpp"
#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/exp/quick_pair_exponential.hpp"
#include "math/exp2/exp2_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 2^x = 2^(k/256) exp(f log(2)), f = x - k/256. docs/maths/exp.md#exp2
struct exp2_fast {
  static constexpr double vectors_below = 1022.0;
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-400, vectors_below); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) { return exponential(reduced(x)); }

  /// Whole steps and f log(2).
  template <class V> ISOBIT_LANE static reduced_exponent<V> reduced(V x) {
    auto const k = to_integer(x, 256.0);
    V const f = multiply_add(k.real, -0x1p-8, x);  // exact
    auto const r = two_product(f, exp2_log_high);
    return {k, {r.high, multiply_add(f, exp2_log_low, r.low)}};
  }

  ISOBIT_LANE static scaled_enclosure<double> brief(double x) {
    auto const k = to_integer(x, 256.0);
    double const y = multiply_add(k.real, -0x1p-8, x) * exp2_log_high;
    return brief_exponential(k, y, has_fma ? 0x1.3p-61 : 0x1.9p-61);
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const k = to_integer(x, 16.0);
    V const f = multiply_add(k.real, -0x1p-4, x);  // exact
    auto const r = two_product(f, exp2_log_high);
    return quick_exponential(k, r.high, multiply_add(f, exp2_log_low, r.low));
  }

  /// Down to where nothing is left.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return between(-x, 1022.0, 1075.25); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) { return small_power(approximate(x)); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 126.0); }
  /// Where results are subnormal floats, down to where nothing is left.
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return between(-x, 126.0, 150.25); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x);
    V const f = x - k.real;  // exact
    return as_real<V>(as_bits(paired_polynomial(f, f * f, exp2f_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return magnitude_beyond(x, 92); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) {
    auto const k = to_short_integer(x, 16.0);
    V const f = multiply_add(k.real, -0x1p-4, x);  // exact
    V const r = f * all<V>(exp2_pair_log_high), r_low = multiply_add(f, exp2_pair_log_high, -r);
    return quick_pair_exponential(k, r, multiply_add(f, exp2_pair_log_low, r_low + rest_of_power(k)));
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
