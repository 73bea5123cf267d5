#pragma once

#include "math/double_double.hpp"
#include "math/sin/sin_table.hpp"

/// x = k pi/512 + r. docs/maths/sin.md#reduction
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// An angle next to one of the table: k steps of pi/512 (k in the low ten bits) and r = high + low up to an absolute
/// error. |r| <= pi/1024 (1 + 2^-20), |low| <= 2^-60.4.
template <class V> struct angle {
  double_double<V> r;
  bits<V> k;
  V error;
};

/// As far as the parts of pi/512 reach.
constexpr double angle_limit = 0x1p20;

/// Precondition: 2^-300 <= |x| < angle_limit.
template <class V> ISOBIT_LANE angle<V> reduce(V x) {
  auto const k = to_integer(x, sin_steps);
  V const r_high = exact_multiply_add(k.real, all<V>(-sin_step_high), x);
  auto const r = fast_two_sum(r_high, k.real * -sin_step_middle);  // the product is exact
  return {{r.high, multiply_add(k.real, -sin_step_low, r.low)}, k.integer, magnitude(x) * 0x1p-131};
}

/// The same for any finite |x| >= angle_limit, by the bits of 2/pi that matter to it (Payne and Hanek).
/// docs/maths/sin.md#far
ISOBIT_HOST_DEVICE inline angle<double> reduce_far(double x) {
  using wide_word = unsigned __int128;
  std::uint64_t const field = as_bits(x) >> 52 & 0x7ff;
  std::uint64_t const significand = (as_bits(x) & (~std::uint64_t{0} >> 12)) | std::uint64_t{1} << 52;

  std::uint64_t const first_bit = field - 1013;  // x = significand 2^(field-1075); of 2/pi, bit field-1077 is the first
  std::uint64_t const first = first_bit / 64, shift = first_bit % 64;
  auto const word = [&](std::uint64_t i) {
    return std::uint64_t((wide_word{angle_two_over_pi[first + i]} << 64 | angle_two_over_pi[first + i + 1]) << shift >>
                         64);
  };
  wide_word const low = wide_word{significand} * word(2);
  wide_word const middle = wide_word{significand} * word(1) + (low >> 64);
  std::uint64_t const high = significand * word(0) + std::uint64_t(middle >> 64);

  // x 512/pi mod 1024: ten bits of it are k, the others a fraction.
  wide_word fraction = wide_word{high << 10 | std::uint64_t(middle) >> 54} << 64 |
                       (std::uint64_t(middle) << 10 | std::uint64_t(low) >> 54);
  bool const above_half = fraction >> 127 != 0;
  std::uint64_t k = (high >> 54) + above_half;
  if (above_half) fraction = -fraction;
  int const zeros = fraction >> 64 != 0 ? __builtin_clzll(std::uint64_t(fraction >> 64)) : 64;
  fraction <<= zeros;

  double const unit = as_real<double>(std::uint64_t(1023 - 53 - zeros) << 52);
  double_double<double> const f = {double(std::uint64_t(fraction >> 75)) * unit,
                                   double(std::uint64_t(fraction >> 22) & (~std::uint64_t{0} >> 11)) *
                                       (unit * 0x1p-53)};
  auto const product = multiply(f, double_double<double>{sin_step_high, sin_step_rest});
  auto const r = fast_two_sum(product.high, product.low);
  bool const negative = as_bits(x) >> 63 != 0;
  if (negative) k = -k;
  std::uint64_t const sign = std::uint64_t{negative != above_half} << 63;
  return {{flip_sign(r.high, sign), flip_sign(r.low, sign)}, k, 0x1p-134};
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
