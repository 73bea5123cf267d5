#pragma once

#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "math/ball/ball.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// The real cube root. Decided in integers alone. docs/maths/cbrt.md#definition
struct cbrt_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, outcome<T>& result) noexcept {
    if (is_nonfinite(x) || bits_of(isobit::magnitude(x)) == 0) return decide(result, canonical(x));
    auto const [significand, exponent] = integer::normalize(x);
    // significand * 2^(126 + extra) has a root of 64 bits, and what is left of the exponent is a multiple of three.
    int const extra = ((exponent - 126) % 3 + 3) % 3;
    auto const [root, exact] = integer::cube_root(integer::uint128{significand} << (62 + extra));
    integer::leading_bits<std::uint64_t> const leading{root, (exponent - 126 - extra) / 3, !exact};
    return decide(result, integer::assemble<T>(is_negative(x), leading, result.direction));
  }

  /// Never asked: `special` decides all.
  ISOBIT_HOST_DEVICE_CALL static ball enclose(double, int) noexcept { return unknown(); }
};

}  // namespace math
ISOBIT_NAMESPACE_END
