#pragma once

#include "math/exp/brief_exponential.hpp"
#include "math/exp/exponential.hpp"
#include "math/exp/quick_exponential.hpp"
#include "math/exp/quick_pair_exponential.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// exp(x) = 2^(k/256) exp(r), |r| <= log(2)/512: the power of two from a table. docs/maths/exp.md
struct exp_fast {
  static constexpr double vectors_below = 708.0;
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return tame(x, 0x1p-400, vectors_below); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    return exponential(reduce(x, exp_step));
  }

  ISOBIT_LANE static scaled_enclosure<double> brief(double x) {
    auto const [k, r] = reduce(x, exp_step);
    return brief_exponential(k, r.high + r.low, has_fma ? 0x1.1p-61 : 0x1.7p-61);
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick(V x) {
    auto const k = to_integer(x, exp_quick_step[0]);
    V const r = multiply_add(k.real, -exp_quick_step[1], x);  // exact
    return quick_exponential(k, r, k.real * -exp_quick_step[2]);
  }

  /// Down to where nothing is left.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return between(-x, 708.0, 745.25); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) { return small_power(approximate(x)); }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return tame(x, 0x1p-126, 87.0); }
  /// Where results are subnormal floats, down to where nothing is left.
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) { return between(-x, 87.0, 104.0); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const k = to_integer(x, expf_steps);
    V const r = multiply_add(k.real, -expf_step, x);
    return as_real<V>(as_bits(paired_polynomial(r, r * r, expf_polynomial)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-44;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return magnitude_beyond(x, 64); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) {
    auto const k = to_short_integer(x, exp_pair_step[0]);
    V const r = multiply_add(k.real, -exp_pair_step[1], x);  // exact
    return quick_pair_exponential(k, r, multiply_add(k.real, -exp_pair_step[2], rest_of_power(k)));
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
