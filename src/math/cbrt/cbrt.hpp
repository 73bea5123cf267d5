#pragma once

#include "math/cbrt/cbrt_table.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// cbrt(x) = 2^q cbrt(x / 2^(3q)): a polynomial's guess, one step in doubles, one in double-double. docs/maths/cbrt.md
struct cbrt_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) { return magnitude_between(x, 0x1p-1022, __builtin_inf()); }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    auto const s = start(x);
    auto const square = two_product(s.root, s.root);
    auto const cube = two_product(square.high, s.root);
    V const rest = (s.argument - cube.high) - multiply_add(square.low, s.root, cube.low);
    return {{s.root, rest * (s.slope * (1.0 / 3)), s.root * 0x1p-78}, s.exponent};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-126, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const s = start(x);
    return as_real<V>(as_bits(s.root) + s.exponent);
  }
  static constexpr double float_error = 0x1p-46;

private:
  template <class V> struct started {
    V argument;        // x / 2^(3q), in [1/2, 4) up to its sign
    V root;            // near its cube root,
    V slope;           // and near 1 / root^2
    bits<V> exponent;  // q, in the exponent field
  };

  template <class V> ISOBIT_LANE static started<V> start(V x) {
    auto const sign = sign_of(x), size = as_bits(x) ^ sign;
    V const significand = as_real<V>((size & all_bits<V>((std::uint64_t{1} << 52) - 1)) | as_bits(all<V>(1)));
    V const exponent = as_real<V>((size >> 52) | as_bits(all<V>(0x1p52))) - (0x1p52 + 1023);
    auto const third = to_integer(exponent, 1.0 / 3);
    V const remainder = multiply_add(third.real, -3.0, exponent);
    auto const q = third.integer << 52;
    V const argument = as_real<V>(as_bits(x) - q - (q << 1));

    V const power = flip_sign(polynomial(remainder, cbrt_power), sign);
    V const guess = power * paired_polynomial(significand, significand * significand, cbrt_guess);
    V const square = guess * guess;
    V const first = argument * square;
    V const h = 1 - first * guess;  // 1 - argument guess^3
    V const root = multiply_add(first * h, multiply_add(h, 5.0 / 9, 2.0 / 3), first);
    return {argument, root, multiply_add(square * h, 2.0 / 3, square), q};
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
