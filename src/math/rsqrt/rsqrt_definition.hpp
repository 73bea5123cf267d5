#pragma once

#include "fp/assemble.hpp"
#include "math/ball/ball.hpp"
#include "math/integer_root.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// 1 / sqrt(x); of +-0 it is +-infinity. Decided in integers alone. docs/maths/rsqrt.md#definition
struct rsqrt_definition {
  template <class T> ISOBIT_HOST_DEVICE static bool special(T x, T& result) noexcept {
    using f = format<T>;
    if (bits_of(isobit::magnitude(x)) == 0)
      result = from_bits<T>(bits_of(x) | f::infinity);
    else if (is_nan(x) || is_negative(x))
      result = from_bits<T>(f::canonical_nan);
    else if (is_nonfinite(x))
      result = T{};
    else
      result = of_positive(x);
    return true;
  }

  /// Never asked: `special` decides all.
  ISOBIT_HOST_DEVICE static ball enclose(double, int) noexcept { return unknown(); }

private:
  template <class T> ISOBIT_HOST_DEVICE static T of_positive(T x) noexcept {
    auto const [significand, exponent] = normalize(x);
    constexpr std::uint64_t top = std::uint64_t{1} << 63;
    bool const odd = exponent & 1;
    // 4^k, the only exact case: its root would have a bit too many below.
    if (significand == top && odd)
      return assemble<T>(false, {top, -(exponent + 63) / 2 - 63, false}, rounding::nearest_even);
    // sqrt(2^190 / significand) or, where the exponent is odd, sqrt(2^191 / significand): 64 bits.
    int const shift = odd ? 191 : 190;
    auto const [root, exact] = integer_square_root_of_quotient(u128{1} << (shift - 64), significand);
    return assemble<T>(false, {root, -(shift + exponent) / 2, !exact}, rounding::nearest_even);
  }
};

}  // namespace math
ISOBIT_NAMESPACE_END
