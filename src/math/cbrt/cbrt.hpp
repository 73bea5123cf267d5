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

  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_subnormal(x); }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x) {
    auto root = approximate(units_of_subnormal(x));
    root.exponent -= std::uint64_t{1074 / 3} << 52;
    return root;
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) { return magnitude_between(x, 0x1p-149, 0x1p128); }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const s = start(x);
    return as_real<V>(as_bits(s.root) + s.exponent);
  }
  static constexpr double float_error = 0x1p-46;

  template <class V> ISOBIT_LANE static auto outside_quick(V x) {
    return magnitude_outside(x, 0x1p-126f, __builtin_inff());
  }
  /// docs/maths/cbrt.md#quick-floats
  template <class V> ISOBIT_LANE static scaled_enclosure<V> quick_pairs(V x) {
    bits<V> const size = as_bits(magnitude(x));
    V const significand = as_real<V>((size & all_bits<V>((1u << 23) - 1)) | as_bits(all<V>(1)));
    V const exponent = __builtin_convertvector(integers<V>(size >> 23), V) - all<V>(127);
    auto const third = to_short_integer(exponent, 1.0 / 3);
    V const remainder = multiply_add(third.real, -3.0, exponent);
    bits<V> const q = third.integer << 23;
    V const argument = as_real<V>(size - q - (q << 1));

    V const guess = polynomial(remainder, cbrt_power) * polynomial(significand, cbrt_pair_guess);
    V const square = guess * guess, first = argument * square;
    V const h = multiply_add(-first, guess, 1.0);  // 1 - argument guess^3
    V const root = multiply_add(first * h, multiply_add(h, 5.0 / 9, 2.0 / 3), first);
    V const slope = multiply_add(square * h, 2.0 / 9, square * all<V>(1.0 / 3));  // 1 / (3 root^2)

    V const root_square = root * root, cube = root_square * root;
    V const square_low = multiply_add(root, root, -root_square), cube_low = multiply_add(root_square, root, -cube);
    V const rest = (argument - cube) - multiply_add(square_low, root, cube_low);
    return {{root, rest * slope, all<V>(0x1p-40)}, q ^ sign_of(x)};
  }

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
