#pragma once

#include "math/ball/exponential.hpp"
#include "math/ball/logarithm.hpp"
#include "math/pow/exact_power.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

enum { even, odd, not_integer };
ISOBIT_HOST_DEVICE inline int parity(odd_number y) noexcept {
  return y.exponent > 0 ? even : y.exponent == 0 ? odd : not_integer;
}

namespace detail {

/// y log |x|. Below 2^12 where results are finite: so many bits of it stand before the point.
ISOBIT_HOST_DEVICE inline ball exponent(double x, ball const& y, int precision) noexcept {
  return multiply(y, log(ball(isobit::magnitude(x)), precision), precision);
}

/// True only if |y log |x|| > 1400, so that the result overflows or underflows; false only if it is below 2^30, which
/// `exp` of a ball takes. Precondition: finite, not zero, |x| not 1.
template <class T> ISOBIT_HOST_DEVICE bool is_out_of_range(T x, odd_number y) noexcept {
  int const x_top = top_exponent(x), y_top = y.exponent + integer::bit_length(y.odd) - 1;
  if (y_top >= 64) return true;                        // |log |x|| >= 2^-53
  int const least = x_top < 0 ? -(x_top + 1) : x_top;  // at most |log2 |x||
  if (y_top >= 0 && least >= 2048 >> (y_top < 11 ? y_top : 11)) return true;
  if (y_top < 19) return false;  // |log |x|| < 2^10
  return bound_power_of_two(11) < lower_bound(exponent(widen_exactly(x), scale(ball(y.odd), y.exponent), 64));
}

}  // namespace detail

/// What x^y is without arithmetic, for a finite y that is not zero. Precondition: x is not a NaN.
template <class T> ISOBIT_HOST_DEVICE bool decide_power(T x, odd_number y, outcome<T>& result) noexcept {
  bool const grows = !is_below(x, T{1}) != y.negative;  // towards infinity, if |x| is not 1
  int const kind = parity(y);
  bool const negative = is_negative(x) && kind == odd;
  if (is_infinite(x) || is_zero(x)) return decide(result, grows ? infinity<T>(negative) : with_sign(negative, T{0}));
  if (is_negative(x) && kind == not_integer) return decide(result, quiet_nan<T>());
  if (is_plus_minus(x, T{1})) return decide(result, with_sign(negative, T{1}));
  if (detail::is_out_of_range(x, y))
    return grows ? decide_short_of(result, infinity<T>(negative)) : decide_beyond(result, with_sign(negative, T{0}));
  outcome<T> power{negative ? mirrored(result.direction) : result.direction};
  return exact_power(odd_part(isobit::magnitude(x)), y, power) && decide(result, with_sign(negative, power.value));
}

/// x^y with the special cases of C's Annex F. docs/maths/pow.md#definition
struct pow_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T y, outcome<T>& result) noexcept {
    if (is_zero(y) || bits_of(x) == bits_of(T{1})) return decide(result, T{1});
    if (is_nan(x) || is_nan(y)) return decide(result, quiet_nan<T>());
    bool const grows = !is_below(x, T{1}) != is_negative(y);  // towards infinity, if |x| is not 1
    if (is_infinite(y)) return decide(result, is_plus_minus(x, T{1}) ? T{1} : grows ? infinity<T>() : T{0});

    return decide_power(x, odd_part(y), result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, double y, int precision) noexcept {
    ball const size = exp(detail::exponent(x, ball(y), precision + 16), precision);
    return is_negative(x) && parity(odd_part(y)) == odd ? negate(size) : size;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
