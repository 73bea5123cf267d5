#pragma once

#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// One over the machine's square root, and one correction for what both operations lost. docs/maths/rsqrt.md
struct rsqrt_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return between(x, 0x1p-900, 0x1p1023); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    V const root = square_root(x), inverse_root = 1 / root;
    V const lost_by_root = exact_multiply_add(root, -root, x);
    V const lost_by_inverse = exact_multiply_add(root, -inverse_root, all<V>(1));
    V const correction = lost_by_inverse - 0.5 * (lost_by_root * inverse_root * inverse_root);
    return {inverse_root, inverse_root * correction, inverse_root * 0x1p-98};
  }

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_subnormal(x) && !is_negative(x); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) {
    return {approximate(units_of_subnormal(x)), std::uint64_t{1074 / 2} << 52};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return between(x, 0x1p-149, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) { return 1 / square_root(x); }
  static constexpr double float_error = 0x1.8p-52;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
