#pragma once

#include "certify/rounding_test.hpp"
#include "math/double_double.hpp"
#include "math/special.hpp"

/// Results that are, or may be, subnormal numbers, and arguments that are. Single numbers, by bits where a caller's
/// processor might take them for zeros. docs/maths/functions.md#subnormal
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// (high + low) 2^exponent, up to the radius, which is scaled likewise. The exponent is from -2000 to 0, and the value
/// well above 2^-2000.
struct small_enclosure : certify::enclosure<double> {
  int exponent;
};

/// The value rounded to a double that may be subnormal, by `round`, a test with room. Beside 2^-1022, scaled like the
/// value, numbers are as far apart as subnormal ones are: so what is added to it is rounded as it has to be. Where the
/// value is nearly 2^-1022 itself, it is left open.
template <class Round> ISOBIT_LANE certify::certain<double> round_small(small_enclosure const& x, Round round) {
  auto const sign = sign_of(x.high);
  // The low part may be as large as 2^-20 of the high one, and decide on which side of 2^-1022 the value lies.
  auto const [size, rest] = fast_two_sum(flip_sign(x.high, sign), flip_sign(x.low, sign));
  auto const field = [](int exponent) { return static_cast<std::uint64_t>(exponent) << 52; };
  double const least_normal = as_real<double>(field(1023 - 1022 - x.exponent));
  if (size > least_normal * (1 + 0x1p-40)) {
    auto const rounded = round(certify::enclosure<double>{size, rest, certify::with_room(magnitude(x.radius), rest)});
    return {as_real<double>((as_bits(rounded.value) + field(x.exponent)) | sign), rounded.holds};
  }
  if (size > least_normal * (1 - 0x1p-40)) return certify::uncertain;
  auto const sum = two_sum(least_normal, size);
  double const low = sum.low + rest;
  auto const rounded = round(certify::enclosure<double>{sum.high, low, certify::with_room(magnitude(x.radius), low)});
  return {as_real<double>((as_bits(rounded.value) - as_bits(least_normal)) | sign), rounded.holds};
}

ISOBIT_LANE bool is_subnormal(double x) { return as_bits(magnitude(x)) - 1 < (std::uint64_t{1} << 52) - 1; }

/// x 2^1074, an integer. Precondition: x is subnormal.
ISOBIT_LANE double units_of_subnormal(double x) {
  return flip_sign(static_cast<double>(as_bits(magnitude(x))), sign_of(x));
}

/// 0 < |x| < limit
ISOBIT_LANE bool is_tiny(double x, double limit) { return as_bits(magnitude(x)) - 1 < as_bits(limit) - 1; }

/// c x for a constant c = high + low, up to a relative error, which has room for 2^-100: what is left of a function
/// c x (1 + ...) where x is tiny. Precondition: x is not zero, and below 2^-200.
ISOBIT_LANE small_enclosure tiny_multiple(double x, double high, double low, double relative) {
  bool const subnormal = is_subnormal(x);
  auto const exponent_bits = as_bits(x) & (std::uint64_t{2047} << 52);
  double const significand =
      subnormal ? units_of_subnormal(x) : as_real<double>((as_bits(x) ^ exponent_bits) | as_bits(1.0));
  auto const product = two_product(significand, high);
  int const exponent = subnormal ? -1074 : static_cast<int>(exponent_bits >> 52) - 1023;
  return {{product.high, multiply_add(significand, low, product.low), product.high * relative}, exponent};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
