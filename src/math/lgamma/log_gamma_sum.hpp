#pragma once

#include "math/erf/piece.hpp"
#include "math/kernel.hpp"
#include "math/lgamma/gamma_table.hpp"
#include "math/pow/long_logarithm.hpp"
#include "math/sinpi/reduction.hpp"

/// log(gamma(a)) in double-double, and the sine by which negative arguments are reflected. docs/maths/gamma.md#double
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// A polynomial times factors that vanish where the logarithm does. Precondition: 2^-1022 <= a < 16.
template <class V> ISOBIT_LANE enclosure<V> log_gamma_by_table(V a) {
  V const b = select(a > 0x1p-200, a, all<V>(0x1p-200));  // what a adds is less than that
  auto const tiny = b < 0.5;
  auto const k = to_integer(select(tiny, b, all<V>(0.0)), 64.0);
  bits<V> const cell = as_bits(b) >> 46;
  V const middle = as_real<V>((cell << 46) + all_bits<V>(std::uint64_t{1} << 45));
  bits<V> const far_index = cell - all_bits<V>((as_bits(0.5) >> 46) - log_gamma_first);
  auto const row = lookup(log_gamma_table, select(tiny, k.integer & all_bits<V>(63), far_index));
  auto const quotient = piece(row, select(tiny, multiply_add(k.real, all<V>(-1.0 / 64), b), b - middle));

  V const first = select(tiny, b, b - 1.0);
  V const second = select(b < 1.0, all<V>(1.0), b - 2.0);
  auto const product = multiply(quotient, two_product(first, second));
  double_double<V> sum = product;
  if (!all_set(b >= 0.5)) {
    // gamma(a) = gamma(1 + a) / a
    auto const logarithm = long_logarithm(a);
    auto const highs = fast_two_sum(select(tiny, -logarithm.high, all<V>(0.0)), product.high);
    sum = {highs.high, highs.low + (product.low - select(tiny, logarithm.low, all<V>(0.0)))};
  }
  return {sum.high, sum.low, magnitude(sum.high) * 0x1.8p-73};
}

/// Stirling's series. Precondition: 16 <= a < 2^980.
template <class V> ISOBIT_LANE enclosure<V> log_gamma_by_series(V a) {
  auto const logarithm = long_logarithm(a);
  auto const slope = fast_two_sum(logarithm.high, all<V>(-1.0));
  auto const growth = multiply(double_double<V>{slope.high, slope.low + logarithm.low}, a);

  V const b = select(a < 0x1p100, a, all<V>(0x1p100));  // beyond, its inverse does not matter
  V const inverse = 1.0 / b;
  V const inverse_low = exact_multiply_add(-inverse, b, all<V>(1.0)) * inverse;
  V const w = inverse * inverse, cube = w * inverse;
  auto const twelfth =
      multiply(double_double<V>{inverse, inverse_low}, {all<V>(twelfth_parts[0]), all<V>(twelfth_parts[1])});
  V const rest = cube * polynomial(w, long_stirling_polynomial);

  auto const constant = fast_two_sum(logarithm.high * -0.5, all<V>(half_log_of_two_pi_parts[0]));
  auto const others = fast_two_sum(constant.high, twelfth.high);
  auto const sum = fast_two_sum(growth.high, others.high);
  V const constant_low = constant.low + multiply_add(logarithm.low, all<V>(-0.5), half_log_of_two_pi_parts[1]);
  V const lows = growth.low + ((others.low + (twelfth.low + constant_low)) + rest);
  return {sum.high, sum.low + lows, multiply_add(cube, all<V>(0x1.4p-58), sum.high * 0x1p-78)};
}

/// How single calls begin. docs/maths/gamma.md#brief
/// Precondition: 1/2 <= a < 16.
ISOBIT_LANE enclosure<double> brief_log_gamma_by_table(double a) {
  auto const cell = as_bits(a) >> 46;
  double const middle = as_real<double>((cell << 46) + (std::uint64_t{1} << 45));
  auto const quotient =
      brief_piece(lookup(log_gamma_table, cell - ((as_bits(0.5) >> 46) - log_gamma_first)), a - middle);
  auto const product = multiply(quotient, two_product(a - 1.0, a < 1.0 ? 1.0 : a - 2.0));
  return {product.high, product.low, magnitude(product.high) * 0x1.8p-66};
}
/// Precondition: 16 <= a < 2^40.
ISOBIT_LANE enclosure<double> brief_log_gamma_by_series(double a) {
  auto const growth = multiply(brief_logarithm_for_power(a).value, a - 0.5);
  double const inverse = 1.0 / a, w = inverse * inverse;
  double const series = inverse * multiply_add(w, polynomial(w, long_stirling_polynomial), twelfth_parts[0]);
  auto const less = fast_two_sum(growth.high, -a);
  auto const sum = fast_two_sum(less.high, half_log_of_two_pi_parts[0]);
  double const low = growth.low + ((less.low + sum.low) + (half_log_of_two_pi_parts[1] + series));
  return {sum.high, low, sum.high * 0x1.8p-63};
}

/// log(gamma(a)), with an absolute error. Precondition: 2^-1022 <= a < 2^980.
template <class V> ISOBIT_LANE enclosure<V> log_gamma_sum(V a) {
  auto const is_near = a < 16.0;
  if (all_set(is_near)) return log_gamma_by_table(a);
  auto const far = log_gamma_by_series(select(is_near, all<V>(16.0), a));
  if (all_set(a >= 16.0)) return far;
  auto const near = log_gamma_by_table(select(is_near, a, all<V>(1.0)));
  return {select(is_near, near.high, far.high), select(is_near, near.low, far.low),
          select(is_near, near.radius, far.radius)};
}

/// a sin(pi a), up to sine_error of it, and a sign beside it. Precondition: 2^-200 <= a < 2^41, and not an integer.
template <class V> struct reflection {
  double_double<V> product;
  bits<V> sign;
};
inline constexpr double sine_error = 0x1.8p-67;
template <class V> ISOBIT_LANE reflection<V> reflect(V a) {
  auto const sine = sine_of(near_table<V>(reduce_pi(a), 0));
  auto const product = multiply(double_double<V>{sine.high, sine.low}, a);
  return {fast_two_sum(product.high, product.low), sine.exponent};
}

/// Negative numbers below are reflected; the gamma function of those above is 1/x, and the error of that is not
/// noticed.
inline constexpr double least_reflected = -0x1p-200;

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
