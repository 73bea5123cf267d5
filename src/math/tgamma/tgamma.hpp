#pragma once

#include "math/lgamma/log_gamma_sum.hpp"
#include "math/pow/exponential_of.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// The exponential of log(gamma(x)); of floats, gamma(1 + f) times or divided by factors that lead to the argument.
/// docs/maths/gamma.md#tgamma
struct tgamma_fast {
  template <class V> ISOBIT_LANE static mask<V> inside(V x) {
    auto const ordinary = magnitude_between(x, 0x1p-1021, 171.25);
    if constexpr (__is_same(V, double))
      if (!ordinary) return false;  // a comparison with NaN would raise invalid
    return both(ordinary, either(x > 0.0, both(x > -170.0, x != to_integer(x).real)));
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x) {
    auto const logarithm = log_gamma_sum(magnitude(x));
    auto const is_reflected = x < least_reflected;
    auto const turned = select(is_reflected, all_bits<V>(std::uint64_t{1} << 63), all_bits<V>(0));
    auto power = exponential_of<V>({flip_sign(logarithm.high, turned), flip_sign(logarithm.low, turned)},
                                   power_radius(logarithm));
    auto const sign = all_bits<V>(std::uint64_t{1} << 63);
    power.exponent = power.exponent + (sign_of(x) & sign);
    if (all_set(x >= least_reflected)) return power;
    auto const other = reflected(power, select(is_reflected, magnitude(x), all<V>(0.5)));
    return {{select(is_reflected, other.high, power.high), select(is_reflected, other.low, power.low),
             select(is_reflected, other.radius, power.radius)},
            select(is_reflected, other.exponent, power.exponent)};
  }

  /// Where the result is or may be subnormal.
  ISOBIT_HOST_DEVICE static bool inside_small(double x) { return between(-x, 170.0, 186.0) && x != to_integer(x).real; }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x) {
    auto const logarithm = log_gamma_sum(-x);
    auto power = small_power(any_exponential_of<double>({-logarithm.high, -logarithm.low}, power_radius(logarithm)));
    auto const result = reflected(scaled_enclosure<double>{power, 0}, -x);
    auto const sign = result.exponent ^ std::uint64_t{1} << 63;  // x is negative
    return {{flip_sign(result.high, sign), flip_sign(result.low, sign), result.radius}, power.exponent};
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x) {
    auto const bounded = both(both(x > -33.9, x < 35.03), magnitude(x) >= 0x1p-126);
    return both(bounded, either(x > 0.0, x != to_integer(x).real));
  }
  /// Where the result is a subnormal float. Between them and the ones above, both serve.
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x) {
    return x > -42.0 && x <= -33.9 && x != to_integer(x).real;
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x) {
    auto const nearest = to_integer(x);
    V const f = x - nearest.real;
    auto const side = sign_of(nearest.real - 0.5);  // x above or below 1/2
    // gamma(1 + f) P for x > 1/2, else +-gamma(1 + f) / (f P), P the product of so many factors from 1 +- f on
    V const product = rising(1.0 + flip_sign(f, side), magnitude(nearest.real - 0.5) - 0.5);
    V const reciprocal = paired_polynomial(f, f * f, reciprocal_gamma_polynomial);

    auto const upper = nearest.real > 0.5;
    auto const odd = nearest.integer << 63;
    V const numerator = select(upper, product, flip_sign(all<V>(1.0), odd));
    return numerator / (reciprocal * select(upper, all<V>(1.0), f * product));
  }
  static constexpr double float_error = 0x1p-45;

private:
  template <class V> ISOBIT_LANE static V power_radius(enclosure<V> const& logarithm) {
    return multiply_add(logarithm.radius, all<V>(2.0), 0x1.4p-69);
  }

  /// gamma(-a) = -pi / (a sin(pi a)) / gamma(a), up to the sign; `power` is 1 / gamma(a).
  template <class V> ISOBIT_LANE static scaled_enclosure<V> reflected(scaled_enclosure<V> const& power, V a) {
    auto const [divisor, sine_sign] = reflect(a);
    auto const dividend = multiply(double_double<V>{power.high, power.low}, {all<V>(pi_high), all<V>(pi_low)});
    V const inverse = 1.0 / divisor.high;
    V const high = dividend.high * inverse;
    V const rest = exact_multiply_add(-high, divisor.high, dividend.high) + dividend.low;
    V const low = multiply_add(-high, divisor.low, rest) * inverse;
    V const error = magnitude(high) * multiply_add(power.radius, all<V>(1.0625), sine_error);
    return {{high, low, error}, power.exponent + sine_sign};
  }

  /// w (w + 1) ... of `count` factors. Precondition: w > 0, count is an integer from 0 to 42.
  template <class V> ISOBIT_LANE static V rising(V w, V count) {
    // All ones where the lowest bit is set: masks by arithmetic, for a branch would be hard to predict.
    auto const spread = [](bits<V> bit) { return all_bits<V>(0) - (bit & all_bits<V>(1)); };
    bits<V> const all_factors = to_integer(count).integer & all_bits<V>(63);
    bits<V> const many = spread((all_bits<V>(31) - all_factors) >> 63);
    bits<V> const left = all_factors - (many & all_bits<V>(11));

    // For each power of two that many factors are taken together: w + k and w + n - k make s + k (n - k).
    V result = all<V>(1.0);
    auto const take = [&](bits<V> taken, double factors, V product) {
      bits<V> const one = as_bits(all<V>(1.0));
      result = result * as_real<V>(one ^ ((as_bits(product) ^ one) & taken));
      w = w + as_real<V>(as_bits(all<V>(factors)) & taken);
    };
    take(spread(left), 1, w);
    take(spread(left >> 1), 2, w * (w + 1.0));
    V s = w * (w + 3.0);
    take(spread(left >> 2), 4, s * (s + 2.0));
    s = w * (w + 7.0);
    take(spread(left >> 3), 8, (s * (s + 6.0)) * ((s + 10.0) * (s + 12.0)));
    s = w * (w + 15.0);
    take(spread(left >> 4), 16,
         ((s * (s + 14.0)) * ((s + 26.0) * (s + 36.0))) * (((s + 44.0) * (s + 50.0)) * ((s + 54.0) * (s + 56.0))));
    s = w * (w + 10.0);
    take(many, 11, ((s * (s + 9.0)) * ((s + 16.0) * (s + 21.0))) * ((s + 24.0) * (w + 5.0)));
    return result;
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
