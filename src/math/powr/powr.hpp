#pragma once

#include "math/pow/pow.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x^y where x is not negative. docs/maths/pow.md
struct powr_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V y) { return pow_fast::inside(x, y); }
  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x, V y) {
    return pow_fast::approximate(x, y);
  }
  ISOBIT_LANE static scaled_enclosure<double> brief(double x, double y) { return pow_fast::brief(x, y); }

  ISOBIT_HOST_DEVICE static bool inside_far(double x, double y) {
    return !is_negative(x) && pow_fast::inside_far(x, y);
  }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x, double y) {
    return pow_fast::approximate_far(x, y);
  }
  ISOBIT_HOST_DEVICE static bool inside_small(double x, double y) { return inside(x, y) || inside_far(x, y); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x, double y) {
    return pow_fast::approximate_small(x, y);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V y) { return pow_fast::inside_float(x, y); }
  template <class V> ISOBIT_LANE static V approximate_float(V x, V y) { return pow_fast::approximate_float(x, y); }
  static constexpr double float_error = pow_fast::float_error;
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x, double y) { return pow_fast::inside_float_small(x, y); }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
