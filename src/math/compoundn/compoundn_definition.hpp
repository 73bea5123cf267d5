#pragma once

#include "math/pow/pow_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// (1 + x)^n. docs/maths/pow.md#integers
struct compoundn_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, std::int64_t n, outcome<T>& result) noexcept {
    if (is_nan(x)) return decide(result, n == 0 ? T{1} : quiet_nan<T>());
    if (is_negative(x) && !is_below(x, T{1}) && !is_plus_minus(x, T{1})) return decide(result, quiet_nan<T>());
    if (n == 0 || is_zero(x)) return decide(result, T{1});
    if (is_infinite(x)) return decide(result, n > 0 ? x : T{0});
    if (is_negative(x) && is_plus_minus(x, T{1})) return decide(result, n > 0 ? T{0} : infinity<T>());

    ball const logarithm = exponent(widen_exactly(x), n, 64);
    bool const grows = !logarithm.is_negative();
    if (bound_power_of_two(11) < lower_bound(logarithm))
      return grows ? decide_short_of(result, infinity<T>()) : decide_beyond(result, T{0});
    if (upper_bound(logarithm) < bound_power_of_two(-(format<T>::precision + 2)))
      return decide_nearly(result, T{1}, grows);
    odd_number sum{};
    return sum_with_one(x, sum) && exact_power(sum, odd_part_of(n), result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, std::int64_t n, int precision) noexcept {
    return exp(exponent(x, n, precision + 16), precision);
  }

private:
  /// n log(1 + x)
  ISOBIT_HOST_DEVICE static ball exponent(double x, std::int64_t n, int precision) noexcept {
    return multiply(ball(n), log1p(ball(x), precision), precision);
  }

  /// Whether 1 + x has at most 64 bits, and what it is. Precondition: x > -1, and not zero.
  template <class T> ISOBIT_HOST_DEVICE static bool sum_with_one(T x, odd_number& sum) noexcept {
    auto const [negative, odd, exponent] = odd_part(x);
    if (exponent < -63 || exponent + integer::bit_length(odd) > 63) return false;
    int const scale = exponent < 0 ? exponent : 0;  // of the sum's last bit
    std::uint64_t const one = std::uint64_t{1} << -scale, size = odd << (exponent - scale);
    std::uint64_t const total = negative ? one - size : one + size;
    if (!negative && total < one) return false;
    int const zeros = integer::trailing_zeros(total);
    sum = {false, total >> zeros, scale + zeros};
    return true;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
