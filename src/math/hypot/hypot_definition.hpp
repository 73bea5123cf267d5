#pragma once

#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "math/ball/ball.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// sqrt(x^2 + y^2); infinite if either is, even with a NaN. Decided in integers alone. docs/maths/hypot.md#definition
struct hypot_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T y, outcome<T>& result) noexcept {
    using f = format<T>;
    T const a = isobit::magnitude(x), b = isobit::magnitude(y);
    auto const a_bits = bits_of(a), b_bits = bits_of(b);
    if (a_bits == f::infinity || b_bits == f::infinity)
      result.value = from_bits<T>(f::infinity);
    else if (is_nan(a) || is_nan(b))
      result.value = from_bits<T>(f::canonical_nan);
    else if (a_bits == 0 || b_bits == 0)
      result.value = a_bits == 0 ? b : a;
    else
      result.value = a_bits < b_bits ? of_ordered(b, a, result.direction) : of_ordered(a, b, result.direction);
    return true;
  }

  /// Never asked: `special` decides all.
  ISOBIT_HOST_DEVICE_CALL static ball enclose(double, double, int) noexcept { return unknown(); }

private:
  /// Precondition: a >= b > 0.
  template <class T> ISOBIT_HOST_DEVICE static T of_ordered(T a, T b, rounding direction) noexcept {
    auto const large = integer::normalize(a), small = integer::normalize(b);
    int const distance = large.exponent - small.exponent;
    // The result exceeds a by less than b^2 / 2a < 2^-66 a: by less than one unit of 64 bits.
    if (distance >= 34) return integer::assemble<T>(false, {large.significand, large.exponent, true}, direction);
    // Both squares have 106 bits; their sum is shifted to 127 or 128, so that the root has 64.
    std::uint64_t const x = large.significand >> 11, y = small.significand >> 11;
    integer::uint128 const x_square = integer::uint128{x} * x, y_square = integer::uint128{y} * y;
    int const shift = ((x_square << 20) + shifted(y_square, 20 - 2 * distance)) >> 126 != 0 ? 20 : 22;
    integer::uint128 const sum = (x_square << shift) + shifted(y_square, shift - 2 * distance);
    bool const cut = shifted(shifted(y_square, shift - 2 * distance), 2 * distance - shift) != y_square;
    auto const [root, exact] = integer::square_root(sum);
    return integer::assemble<T>(false, {root, large.exponent + 11 - shift / 2, cut || !exact}, direction);
  }
  /// x * 2^shift, rounded down.
  ISOBIT_HOST_DEVICE static integer::uint128 shifted(integer::uint128 x, int shift) noexcept {
    return shift < 0 ? x >> -shift : x << shift;
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
