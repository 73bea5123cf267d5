#pragma once

#include "math/lgamma/log_gamma_sum.hpp"
#include "math/log/log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// (x - 1) (x - 2) times a polynomial for each stretch below 16 (8 for floats), then Stirling's series; reflected for
/// negative x.
/// docs/maths/gamma.md#lgamma
struct lgamma_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) {
    auto const ordinary = magnitude_between(x, 0x1p-1022, 0x1p980);
    if constexpr (__is_same(V, double))
      if (!ordinary) return false;  // a comparison with NaN would raise invalid
    return both(ordinary, either(x > 0.0, both(x > -0x1p41, x != to_integer(x).real)));
  }

  template <class V> ISOBIT_LANE static enclosure<V> approximate(V x) {
    V const a = magnitude(x);
    auto const value = log_gamma_sum(a);
    auto const is_reflected = x < least_reflected;
    if (all_set(x >= least_reflected)) return value;

    // |gamma(-a)| gamma(a) = pi / (a |sin(pi a)|)
    auto const [product, other_sign] = reflect(select(is_reflected, a, all<V>(0.5)));
    auto const sign = sign_of(product.high);
    auto const log = logarithm(flip_sign(product.high, sign), flip_sign(product.low, sign));
    auto const first = two_sum(all<V>(log_of_pi_parts[0]), -log.high);
    auto const sum = two_sum(first.high, -value.high);
    V const low = sum.low + (first.low + ((log_of_pi_parts[1] - log.low) - value.low));
    V const radius = multiply_add(magnitude(log.high), all<V>(0x1.2p-70), value.radius + sine_error);
    return {select(is_reflected, sum.high, value.high), select(is_reflected, low, value.low),
            select(is_reflected, radius, value.radius)};
  }

  ISOBIT_LANE static enclosure<double> brief(double x) {
    if (between(x, 0.5, 16.0)) return brief_log_gamma_by_table(x);
    return between(x, 16.0, 0x1p40) ? brief_log_gamma_by_series(x) : approximate(x);
  }

  /// Not near the zeros of negative x, where the logarithms cancel.
  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    auto const no_pole = either(x > 0.0, x != to_integer(x).real);
    V const least = select(x < -2.0, x * -0x1p-7, all<V>(0.0));
    return both(both(magnitude_between(x, 0x1p-149, 0x1.895p121), no_pole), magnitude(approximate_float(x)) > least);
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    V const a = magnitude(x);
    V const value = of_positive(a);
    if constexpr (__is_same(V, double))
      if (x > 0.0) return value;

    // gamma(-a) gamma(a) = -pi / (a sin(pi a))
    V const f = a - to_integer(a).real;
    V const f2 = f * f;
    V const sine = magnitude(f) * paired_polynomial(f2, f2 * f2, sinc_polynomial);  // |sin(pi a)| / pi
    V const reflected = -natural_logarithm(a * sine) - value;
    return select(x > 0.0, value, reflected);
  }
  static constexpr double float_error = 0x1p-41;

  /// Of subnormal numbers -log|x|, which is what is left of -log|x| - 0.577 x; for floats, near the zeros between -6
  /// and -2, by a polynomial for each.
  ISOBIT_HOST_DEVICE static bool inside_far(double x) { return is_subnormal(x); }
  ISOBIT_HOST_DEVICE static bool inside_float_far(double x) { return near_zero(x) != nullptr; }
  ISOBIT_HOST_DEVICE static enclosure<double> approximate_far(double x) {
    if (inside_far(x)) {
      auto const y = log_fast::approximate_far(magnitude(x));
      return {-y.high, -y.low, y.radius};
    }
    auto const& row = *near_zero(x);
    double const d = (x - row[0]) - row[1];
    double slope = row[13];
    for (int i = 12; i >= 3; --i) slope = multiply_add(slope, d, row[i]);
    return {d * slope, 0, 0};
  }

private:
  ISOBIT_HOST_DEVICE static double const (*near_zero(double x))[14] {
    for (auto const& row : lgammaf_zeros)
      if (magnitude(x - row[0]) <= row[2]) return &row;
    return nullptr;
  }

  template <class V> ISOBIT_LANE static V natural_logarithm(V x) {
    auto const y = logarithm_float(x);
    return multiply_add(y.exponent, log_of_two, y.of_mantissa);
  }

  template <class V> ISOBIT_LANE static V of_positive(V a) {
    auto const tiny = a < 0.5;
    auto const large = a >= 8.0;
    if constexpr (__is_same(V, double)) {
      if (large) return stirling(a, natural_logarithm(a));
      if (!tiny) return of_middle(a);
    }
    V const logarithm = natural_logarithm(a);
    // gamma(a) = gamma(1 + a) / a
    V const middle = of_middle(select(tiny, 1.0 + a, a)) - select(tiny, logarithm, all<V>(0.0));
    return select(large, stirling(a, logarithm), middle);
  }

  /// Precondition: 1/2 <= b < 8.
  template <class V> ISOBIT_LANE static V of_middle(V b) {
    bits<V> const row = as_bits(b) >> 48;
    V const middle = as_real<V>((row << 48) + all_bits<V>(std::uint64_t{1} << 47));
    auto const c = lookup(lgammaf_table, (row - all_bits<V>(as_bits(0.5) >> 48)) & all_bits<V>(63));
    return (b - 1.0) * (b - 2.0) * eight_terms(c.column, b - middle);
  }

  /// Precondition: a >= 8.
  template <class V> ISOBIT_LANE static V stirling(V a, V logarithm) {
    V const inverse = 1.0 / a;
    V const series = multiply_add(inverse, polynomial(inverse * inverse, stirling_polynomial), half_log_of_two_pi);
    return multiply_add(a - 0.5, logarithm, series - a);
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
