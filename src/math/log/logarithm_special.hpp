#pragma once

#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// What the logarithms to every base have in common: where they are not defined or infinite, and log(1) = +0.
template <class T> ISOBIT_HOST_DEVICE constexpr bool decide_logarithm(T x, outcome<T>& result) noexcept {
  if (is_nan(x)) return decide(result, quiet_nan<T>());
  if (is_zero(x)) return decide(result, infinity<T>(true));
  if (is_negative(x)) return decide(result, quiet_nan<T>());
  if (is_infinite(x)) return decide(result, x);
  return is_plus_minus(x, T(1)) && decide(result, T(0));
}

}  // namespace math
ISOBIT_NAMESPACE_END
