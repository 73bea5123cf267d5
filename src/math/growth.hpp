#pragma once

#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// What 2^x, e^x and 10^x have in common: infinities, zeros, and where they certainly overflow or vanish. The number
/// below which 2^x rounds to zero is half the smallest one: 2^(min_exponent - 1), the midpoint, goes to the even zero.
/// Precondition: x is not a NaN.
template <class T> ISOBIT_HOST_DEVICE bool decide_growth(T x, outcome<T>& result) noexcept {
  using f = format<T>;
  if (is_zero(x)) return decide(result, T(1));
  bool const negative = is_negative(x);
  if (is_infinite(x)) return decide(result, negative ? T(0) : x);
  // |10^x - 1| < 2.5 |x|
  if (top_exponent(x) < -(f::precision + 3)) return decide_nearly(result, T(1), !negative);
  if (is_below(x, negative ? T(1 - f::min_exponent) : T(f::max_exponent))) return false;
  return negative ? decide_beyond(result, T(0)) : decide_short_of(result, infinity<T>());
}

/// The same for 2^x - 1 and 10^x - 1. Precondition: x is not a NaN.
template <class T> ISOBIT_HOST_DEVICE bool decide_growth_minus_one(T x, outcome<T>& result) noexcept {
  using f = format<T>;
  if (is_zero(x)) return decide(result, x);
  if (is_infinite(x)) return decide(result, is_negative(x) ? T(-1) : x);
  // 2^-64 is less than a quarter of the distance of -1 to its neighbour
  if (is_negative(x)) return !is_below(x, T(64)) && decide_short_of(result, T(-1));
  return !is_below(x, T(f::max_exponent)) && decide_short_of(result, infinity<T>());
}

/// Whether x is an integer of at most `limit`, and which. Precondition: finite and not zero, limit is below 2^31.
template <class T> ISOBIT_HOST_DEVICE constexpr bool is_small_integer(T x, int limit, int& integer) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  if (exponent + integer::trailing_zeros(significand) < 0 || top_exponent(x) > 30) return false;
  auto const size = exponent < 0 ? significand >> -exponent : significand << exponent;
  integer = negative ? -static_cast<int>(size) : static_cast<int>(size);
  return size <= static_cast<std::uint64_t>(limit);
}

}  // namespace math
ISOBIT_NAMESPACE_END
