#pragma once

#include "math/atan2/atan2_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// atan2(y, x) / pi, with the zeros and infinities of C's Annex F. Rational only where y = 0, x = 0 or |x| = |y|.
/// docs/maths/atan.md#half-turns
struct atan2pi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T y, T x, outcome<T>& result) noexcept {
    if (is_nan(x) || is_nan(y)) return decide(result, quiet_nan<T>());
    bool const behind = is_negative(x);
    auto const quarters = [&](double count) { return with_sign(is_negative(y), T(count * 0.25)); };
    if (isobit::bits_of(isobit::magnitude(x)) == bits_of(isobit::magnitude(y)) && !is_zero(y))
      return decide(result, quarters(behind ? 3 : 1));
    if (is_zero(y) || is_infinite(x)) return decide(result, quarters(behind ? 4 : 0));
    if (is_zero(x) || is_infinite(y)) return decide(result, quarters(2));

    int const distance = top_exponent(y) - top_exponent(x);  // |y/x| < 2^(distance + 1), > 2^(distance - 1)
    if (distance > negligible) return decide_nearly(result, quarters(2), behind);
    return distance < -negligible && behind && decide_short_of(result, quarters(4));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double y, double x, int precision) noexcept {
    return divide(atan2_definition::enclose(y, x, precision), pi(precision + 64), precision);
  }

private:
  /// Exponents that far apart leave 1/2 and 1 as they are, up to 2^-60.
  static constexpr int negligible = 61;
};

}  // namespace math
ISOBIT_NAMESPACE_END
