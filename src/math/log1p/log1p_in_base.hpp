#pragma once

#include "math/constant_multiple.hpp"
#include "math/log1p/log1p.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// log(1 + x) times the logarithm of e in a base, of which `Base` has two doubles, and that of two, for floats.
/// docs/maths/logarithm.md#sums-in-other-bases
template <class Base> struct log1p_in_base {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return log1p_fast::inside(x); }
  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) { return in_base(log1p_fast::approximate(x)); }
  ISOBIT_LANE static enclosure<double> brief(double x) {
    return brief_multiple(log1p_fast::approximate(x), Base::of_e_high, Base::of_e_low);
  }

  ISOBIT_LANE static bool inside_far(double x) { return log1p_fast::inside_far(x); }
  ISOBIT_LANE static enclosure<double> approximate_far(double x) { return in_base(log1p_fast::approximate_far(x)); }

  /// Tiny numbers are their own log1p.
  ISOBIT_LANE static bool inside_small(double x) { return is_tiny(x, 0x1p-300); }
  ISOBIT_LANE static small_enclosure approximate_small(double x) {
    return tiny_multiple(x, Base::of_e_high, Base::of_e_low, 0x1p-98);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return log1p_fast::inside_float(x); }
  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const y = logarithm_float(1.0 + x, x, magnitude_below(x, 0x1p-10));
    return multiply_add(y.of_mantissa, all<V>(Base::of_e_high), y.exponent * Base::of_two);
  }
  static constexpr double float_error = log1p_fast::float_error;
  ISOBIT_LANE static bool inside_float_small(double x) { return magnitude_between(x, 0x1p-149, 0x1p-120); }

private:
  template <class V> ISOBIT_LANE static enclosure<V> in_base(enclosure<V> const& natural) {
    return constant_multiple(natural, Base::of_e_high, Base::of_e_low);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
