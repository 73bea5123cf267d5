#pragma once

#include "math/half_turns.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// tan(pi x). For a number x = a / 2^k it is rational only where 4 x is an integer: 0, +-1 or a pole. The signs are
/// those of sin(pi x) / cos(pi x).
struct tanpi_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    if (is_infinite(x)) return decide(result, quiet_nan<T>());
    if (is_zero(x)) return decide(result, x);
    int eighths = 0;
    if (!is_part_of_turn<2>(x, eighths)) return false;
    bool const negative = is_negative(x);
    if (eighths % 4 == 0) return decide(result, with_sign(negative != (eighths == 4), T(0)));
    if (eighths % 4 == 2) return decide(result, infinity<T>(negative != (eighths == 6)));
    return decide(result, with_sign(negative != (eighths % 4 == 3), T(1)));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, int precision) noexcept {
    auto const [sine, cosine] = sin_cos_pi(x, precision);
    return divide(sine, cosine, precision);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
