#pragma once

#include "math/erf/piece.hpp"
#include "math/kernel.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// A polynomial for each stretch of 1/32 or 1/16. docs/maths/erf.md
struct erf_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-240, 0x1p1023); }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    auto const [index, t, error] = erf_reduce(magnitude(x));
    auto const value = piece(lookup(error_table, index), t);
    auto const sign = sign_of(x);
    return {flip_sign(value.high, sign), flip_sign(value.low, sign), multiply_add(value.high, 0x1p-73, error)};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 0x1p1023); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const a = select(magnitude(x) < 6.0, magnitude(x), all<V>(6.0));
    auto const k = to_integer(a * 16.0);
    V const t = multiply_add(k.real, all<V>(-0x1p-4), a);
    auto const row = lookup(erff_table, k.integer & all_bits<V>(127));
    return flip_sign(eight_terms(row.column, t), sign_of(x));
  }
  static constexpr double float_error = 0x1p-48;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
