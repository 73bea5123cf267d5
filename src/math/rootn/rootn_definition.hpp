#pragma once

#include "math/pow/pow_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The root x^(1/n), of a negative x for odd n. Rational where x is a power of n, and then a number.
/// docs/maths/pow.md#integers
struct rootn_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, std::int64_t n, outcome<T>& result) noexcept {
    if (is_nan(x) || n == 0) return decide(result, quiet_nan<T>());
    bool const negative = is_negative(x) && n % 2 != 0;
    if (is_zero(x) || is_infinite(x)) {
      if (is_negative(x) && !negative && !is_zero(x)) return decide(result, quiet_nan<T>());
      return decide(result, is_zero(x) == (n > 0) ? with_sign(negative, T{0}) : infinity<T>(negative));
    }
    if (is_negative(x) && !negative) return decide(result, quiet_nan<T>());
    return exact_root(x, n, negative, result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, std::int64_t n, int precision) noexcept {
    ball const logarithm = log(ball(isobit::magnitude(x)), precision + 16);
    ball const size = exp(divide(logarithm, ball(n), precision + 16), precision);
    return is_negative(x) ? negate(size) : size;
  }

private:
  template <class T>
  ISOBIT_HOST_DEVICE static bool exact_root(T x, std::int64_t n, bool negative, outcome<T>& result) noexcept {
    if (is_plus_minus(x, T{1})) return decide(result, with_sign(negative, T{1}));
    auto const radicand = odd_part(x);
    auto const size = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
    if (size > 2048 || radicand.exponent % static_cast<int>(size) != 0 || (n < 0 && radicand.odd != 1)) return false;
    std::uint64_t const root = integer_root(radicand.odd, size);
    if (root == 0) return false;
    int const shift = integer::leading_zeros(root), exponent = radicand.exponent / static_cast<int>(size);
    integer::leading_bits<std::uint64_t> const exact{root << shift, (n < 0 ? -exponent : exponent) - shift, false};
    return decide(result, integer::assemble<T>(negative, exact, result.direction));
  }

  /// The integer whose n-th power is x, or zero. Precondition: x is odd.
  ISOBIT_HOST_DEVICE static std::uint64_t integer_root(std::uint64_t x, std::uint64_t n) noexcept {
    if (x == 1 || n == 1) return x;
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
      std::uint64_t const power = detail::small_power(root | bit, n);
      if (power != 0 && power <= x) root |= bit;
    }
    return detail::small_power(root, n) == x ? root : 0;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
