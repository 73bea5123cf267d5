#pragma once

#include "math/ball/exponential.hpp"
#include "math/ball/logarithm.hpp"
#include "math/pow/exact_power.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// x^y with the special cases of C's Annex F. docs/maths/pow.md#definition
struct pow_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T y, T& result) noexcept {
    if (is_zero(y) || bits_of(x) == bits_of(T{1})) return decide(result, T{1});
    if (is_nan(x) || is_nan(y)) return decide(result, quiet_nan<T>());
    bool const grows = !is_below(x, T{1}) != is_negative(y);  // towards infinity, if |x| is not 1
    if (is_infinite(y)) return decide(result, is_plus_minus(x, T{1}) ? T{1} : grows ? infinity<T>() : T{0});

    int const kind = parity(y);
    bool const negative = is_negative(x) && kind == odd;
    if (is_infinite(x) || is_zero(x)) return decide(result, grows ? infinity<T>(negative) : with_sign(negative, T{0}));
    if (is_negative(x) && kind == not_integer) return decide(result, quiet_nan<T>());
    if (is_plus_minus(x, T{1})) return decide(result, with_sign(negative, T{1}));
    if (is_out_of_range(x, y)) return decide(result, grows ? infinity<T>(negative) : with_sign(negative, T{0}));
    T power;
    return exact_power(isobit::magnitude(x), y, power) && decide(result, with_sign(negative, power));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, double y, int precision) noexcept {
    // |y log x| < 2^12: so many bits of it stand before the point.
    ball const result = exp(exponent(x, y, precision + 16), precision);
    return is_negative(x) && parity(y) == odd ? negate(result) : result;
  }

private:
  enum { even, odd, not_integer };
  /// Precondition: finite and not zero.
  template <class T> ISOBIT_HOST_DEVICE static int parity(T y) noexcept {
    int const exponent = odd_part(y).exponent;
    return exponent > 0 ? even : exponent == 0 ? odd : not_integer;
  }

  /// y log |x|
  ISOBIT_HOST_DEVICE static ball exponent(double x, double y, int precision) noexcept {
    return multiply(ball(y), log(ball(isobit::magnitude(x)), precision), precision);
  }

  /// True only if |y log |x|| > 1400, so that the result overflows or underflows; false only if it is below 2^30, which
  /// `exp` of a ball takes. Precondition: finite, not zero, |x| not 1.
  template <class T> ISOBIT_HOST_DEVICE static bool is_out_of_range(T x, T y) noexcept {
    int const x_top = top_exponent(x), y_top = top_exponent(y);
    if (y_top >= 64) return true;                        // |log |x|| >= 2^-53
    int const least = x_top < 0 ? -(x_top + 1) : x_top;  // at most |log2 |x||
    if (y_top >= 0 && least >= 2048 >> (y_top < 11 ? y_top : 11)) return true;
    if (y_top < 19) return false;  // |log |x|| < 2^10
    return bound_power_of_two(11) < lower_bound(exponent(widen_exactly(x), widen_exactly(y), 64));
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
