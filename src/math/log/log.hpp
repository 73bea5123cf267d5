#pragma once

#include "math/kernel.hpp"
#include "math/log/brief_logarithm.hpp"
#include "math/log/logarithm.hpp"
#include "math/log/quick_logarithm.hpp"
#include "math/log/quick_pair_logarithm.hpp"
#include "math/log/subnormal_logarithm.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// docs/maths/logarithm.md
struct log_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return between(x, 0x1p-1022, __builtin_inf()); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const y = logarithm(x);
    return {y.high, y.low, y.high * 0x1.2p-70};
  }

#ifndef __CUDACC__
  ISOBIT_LANE static enclosure<double> brief(double x) {
    auto const [k, r, row] = brief_reduce(x, log_rows);
    double const start = multiply_add(k, log_of_two_high, row.high);  // exact
    return brief_logarithm_sum(start, r, r, multiply_add(k, log_of_two_low, row.low), 0x1.04p-51);
  }
#endif

  template <class V> ISOBIT_LANE static enclosure<V> quick(V x) {
    auto const [k, r, cell] = quick_reduce(x);
    V const start = multiply_add(k, log_of_two_high, entry(log_quick_high, cell));  // exact
    auto const y = quick_logarithm_sum(start, r, r, multiply_add(k, log_of_two_low, entry(log_quick_low, cell)));
    return {y.high, y.low, y.high * 0x1.2p-62};
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_subnormal(x) && !is_negative(x); }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) {
    return logarithm_of_subnormal<log_fast>(x, log_of_two_high, log_of_two_low);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return between(x, 0x1p-149, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const y = logarithm_float(x);
    return multiply_add(y.exponent, log_of_two, y.of_mantissa);
  }
  static constexpr double float_error = 0x1p-45;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) { return outside(x, 0x1p-126f, __builtin_inff()); }
  template <class V> ISOBIT_LANE static enclosure<V> quick_pairs(V x) {
    auto const [k, r, cell] = quick_pair_reduce(x);
    V const start = multiply_add(k, log_pair_of_two_high, entry(log_pair_high, cell));  // exact
    V const rest = multiply_add(k, log_pair_of_two_low, entry(log_pair_low, cell));
    auto const y = quick_pair_logarithm_sum(start, r, r, rest);
    return {y.high, y.low, y.high * all<V>(0x1.5p-33)};
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
