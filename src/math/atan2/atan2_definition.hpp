#pragma once

#include "integer/assemble.hpp"
#include "math/ball/arc.hpp"
#include "math/ball/round.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The angle of the point (x, y), from -pi to pi, with the zeros and infinities of C's Annex F. Only y = 0 with x >= 0
/// has a rational result. docs/maths/atan.md#atan2-definition
struct atan2_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T y, T x, outcome<T>& result) noexcept {
    if (is_nan(x) || is_nan(y)) return decide(result, quiet_nan<T>());
    bool const below = is_negative(y), behind = is_negative(x);
    auto const decide_eighths = [&](int eighths) {
      return decide(result, eighths_of_turn<T>(below, eighths, result.direction));
    };

    if (is_infinite(x) && is_infinite(y)) return decide_eighths(behind ? 3 : 1);
    if (is_zero(y) || is_infinite(x)) return decide_eighths(behind ? 4 : 0);
    if (is_zero(x) || is_infinite(y)) return decide_eighths(2);

    int const distance = top_exponent(y) - top_exponent(x);  // |y/x| < 2^(distance + 1), > 2^(distance - 1)
    if (distance > negligible) return decide_eighths(2);
    if (distance >= -negligible) return false;
    if (behind) return decide_eighths(4);
    return decide(result, just_below_quotient(y, x, result.direction));
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double y, double x, int precision) noexcept {
    ball const acute = atan_of_quotient(magnitude(ball(y)), magnitude(ball(x)), precision);
    ball const angle = is_negative(x) ? subtract(pi(precision), acute, precision) : acute;
    return is_negative(y) ? negate(angle) : angle;
  }

private:
  /// Exponents that far apart make |y/x| or |x/y| less than 2^-60: pi and pi/2 round the same with it and without, and
  /// atan(y/x) is nearer to zero than y/x by a relative 2^-120 / 3 at most.
  static constexpr int negligible = 61;

  /// +-k pi / 4, rounded.
  template <class T> ISOBIT_HOST_DEVICE static T eighths_of_turn(bool negative, int k, rounding direction) noexcept {
    if (k == 0) return with_sign(negative, T(0));
    auto const angle = [&](int precision) {
      return scale(multiply_integer(pi(precision), negative ? -k : k, precision), -2);
    };
    return round_until_certain<T>(angle, direction);
  }

  /// y/x rounded as if it were nearer to zero by less than a relative 2^-118, but not by nothing.
  template <class T> ISOBIT_HOST_DEVICE static T just_below_quotient(T y, T x, rounding direction) noexcept {
    auto const dividend = decompose(y), divisor = decompose(x);
    int const dividend_shift = integer::leading_zeros(dividend.significand);
    int const divisor_shift = integer::leading_zeros(divisor.significand);
    std::uint64_t const a = dividend.significand << dividend_shift, b = divisor.significand << divisor_shift;
    int const shift = a < b ? 64 : 63;
    auto const wide = static_cast<unsigned __int128>(a) << shift;
    auto quotient = static_cast<std::uint64_t>(wide / b);  // 64 bits, the top one set
    int exponent = dividend.exponent - dividend_shift - (divisor.exponent - divisor_shift) - shift;
    // A remainder is worth 2^-117 of the quotient at least, for b has 53 bits, so the quotient's 64 stay as they are.
    if (wide % b == 0) {
      --quotient;
      if (quotient >> 63 == 0) {
        quotient = ~std::uint64_t{0};
        --exponent;
      }
    }
    return integer::assemble<T>(is_negative(y), {quotient, exponent, true}, direction);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
