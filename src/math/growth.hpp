#pragma once

#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// What 2^x, e^x and 10^x have in common: infinities, zeros, and where they certainly overflow or vanish. The number
/// below which 2^x rounds to zero is half the smallest one: 2^(min_exponent - 1), the midpoint, goes to the even zero.
/// Precondition: x is not a NaN.
template <class T> ISOBIT_HOST_DEVICE bool decide_growth(T x, T& result) noexcept {
  using f = format<T>;
  if (is_zero(x)) return decide(result, T(1));
  T const limit = is_negative(x) ? T(1 - f::min_exponent) : T(f::max_exponent);
  if (is_below(x, limit)) return false;
  return decide(result, is_negative(x) ? T(0) : infinity<T>());
}

}  // namespace math
ISOBIT_NAMESPACE_END
