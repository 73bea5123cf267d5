#pragma once

#include "math/pow/pow_definition.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// x^n. docs/maths/pow.md#integers
struct pown_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, std::int64_t n, outcome<T>& result) noexcept {
    if (n == 0) return decide(result, T{1});
    if (is_nan(x)) return decide(result, quiet_nan<T>());
    return decide_power(x, odd_part_of(n), result);
  }

  ISOBIT_HOST_DEVICE_CALL static ball enclose(double x, std::int64_t n, int precision) noexcept {
    ball const size = exp(detail::exponent(x, ball(n), precision + 16), precision);
    return is_negative(x) && n % 2 != 0 ? negate(size) : size;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
