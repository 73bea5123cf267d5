#pragma once

#include "math/atan/arc_of_quotient.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The arc of the smaller of |y| and |x| over the larger, in its octant. docs/maths/atan.md#octants
struct atan2_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V y, V x) {
    return both(magnitude_between(y, 0x1p-150, 0x1p150), magnitude_between(x, 0x1p-150, 0x1p150));
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V y, V x) {
    V const rise = magnitude(y), run = magnitude(x);
    auto const steep = spread(rise > run), behind = spread(x < all<V>(0.0));
    octant<V> const o{(steep & all_bits<V>(256)) | (~steep & behind & all_bits<V>(512)), steep ^ behind};
    return {arc_of_quotient(smaller(rise, run), exceeds(rise, run), o), sign_of(y)};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V y, V x) {
    return both(both(magnitude_between(y, 0x1p-126, 0x1p128), magnitude_between(x, 0x1p-126, 0x1p128)),
                magnitude(y) >= magnitude(x) * 0x1p-125);
  }

  template <class V> ISOBIT_LANE static V approximate_float(V y, V x) {
    V const arc = short_arc_of_quotient(magnitude(y), magnitude(x));
    return flip_sign(select(x < all<V>(0.0), atanf_half - arc, arc), sign_of(y));
  }
  static constexpr double float_error = atan_float_error;
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
