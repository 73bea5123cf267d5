#pragma once

#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/exp/quick_pair_exponential.hpp"
#include "math/exp10/exp10_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// 10^x = 2^(k/256) exp(f log(10)), f = x - k log10(2)/256. docs/maths/exp.md#exp10
struct exp10_fast {
  static constexpr double vectors_below = 307.0;
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-400, vectors_below); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) { return exponential(reduced(x)); }

  /// Whole steps and f log(10).
  template <class V> ISOBIT_LANE static reduced_exponent<V> reduced(V x) {
    auto const [k, f] = reduce(x, exp10_step);
    auto const r = two_product(f.high, exp10_log_high);
    return {k, {r.high, multiply_add(f.low, exp10_log_high, multiply_add(f.high, exp10_log_low, r.low))}};
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const k = to_integer(x, exp10_quick_step[0]);
    V const f = multiply_add(k.real, -exp10_quick_step[1], x);  // exact
    auto const r = two_product(f, exp10_log_high);
    V const f_low = k.real * -exp10_quick_step[2];
    return quick_exponential(k, r.high, multiply_add(f_low, exp10_log_high, multiply_add(f, exp10_log_low, r.low)));
  }

  /// Down to where nothing is left.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return between(-x, 307.0, 323.75); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) { return small_power(approximate(x)); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 37.5); }
  /// Where results are subnormal floats, down to where nothing is left.
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return between(-x, 37.5, 45.25); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, exp10f_steps);
    V const f = multiply_add(k.real, -exp10f_step, x);
    return as_real<V>(as_bits(paired_polynomial(f, f * f, exp10f_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return magnitude_beyond(x, 27); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) {
    auto const k = to_short_integer(x, exp10_pair_step[0]);
    V const f = multiply_add(k.real, -exp10_pair_step[1], x);  // exact
    V const r = f * all<V>(exp10_pair_log_high), r_rest = multiply_add(f, exp10_pair_log_high, -r);
    V const r_low = multiply_add(f, exp10_pair_log_low, r_rest + rest_of_power(k));
    return quick_pair_exponential(k, r, multiply_add(k.real, -exp10_pair_step[2], r_low));
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
