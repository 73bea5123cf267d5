#pragma once

#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "math/ball/ball.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 1 / sqrt(x); of +-0 it is +-infinity. Decided in integers alone. docs/maths/rsqrt.md#definition
struct rsqrt_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    using f = format<T>;
    if (bits_of(isobit::magnitude(x)) == 0)
      result.value = from_bits<T>(bits_of(x) | f::infinity);
    else if (is_nan(x) || is_negative(x))
      result.value = from_bits<T>(f::canonical_nan);
    else if (is_nonfinite(x))
      result.value = T{};
    else
      result.value = of_positive(x, result.direction);
    return true;
  }

  /// Never asked: `special` decides all.
  ISOBIT_HOST_DEVICE_CALL static ball enclose(double, int) noexcept { return unknown(); }

private:
  template <class T> ISOBIT_HOST_DEVICE static T of_positive(T x, rounding direction) noexcept {
    auto const [significand, exponent] = integer::normalize(x);
    // The only exact case is x = 4^k.
    if (significand << 1 == 0 && exponent % 2 != 0)
      return integer::assemble<T>(false, {significand, -(exponent + 63) / 2 - 63, false}, direction);
    // sqrt(2^190 / significand) or, where the exponent is odd, sqrt(2^191 / significand): 64 bits.
    int const shift = exponent % 2 != 0 ? 191 : 190;
    auto const [root, exact] = integer::square_root_of_quotient(integer::uint128{1} << (shift - 64), significand);
    return integer::assemble<T>(false, {root, -(shift + exponent) / 2, !exact}, direction);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
