#pragma once

#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// What the logarithms of 1 + x have in common to every base: where they are not defined, infinite or zero.
template <class T> ISOBIT_HOST_DEVICE constexpr bool decide_logarithm_of_sum(T x, outcome<T>& result) noexcept {
  if (is_nan(x)) return decide(result, quiet_nan<T>());
  if (is_plus_minus(x, T(1)) && is_negative(x)) return decide(result, infinity<T>(true));
  if (is_negative(x) && !is_below(x, T(1))) return decide(result, quiet_nan<T>());
  return (is_zero(x) || is_infinite(x)) && decide(result, x);
}

}  // namespace math
ISOBIT_NAMESPACE_END
