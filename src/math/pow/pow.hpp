#pragma once

#include "math/exp/exp_table.hpp"
#include "math/kernel.hpp"
#include "math/polynomial.hpp"
#include "math/pow/pow_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x^y = exp(y log x): a logarithm of 75 bits, so that y may magnify its error, and the exponential of exp.hpp.
/// docs/maths/pow.md
struct pow_fast {
  // Where the result is not a normal number, the error is infinite.
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V y) {
    return both(between(x, 0x1p-1022, __builtin_inf()), magnitude_between(y, 0x1p-400, 0x1p65));
  }

  template <class V> ISOBIT_LANE static scaled_approximation<V> approximate(V x, V y) {
    auto const l = logarithm(x);
    auto const w = multiply(double_double<V>{l.high, l.low}, y);
    V const log_error = magnitude(y * l.scale) * 0x1p-49;

    auto const k = to_integer(w.high + w.low, exp_step[0]);
    V const r_high = multiply_add(k.real, -exp_step[3], w.high);  // exact: docs/maths/pow.md#exponential
    auto const r = fast_two_sum(r_high, multiply_add(k.real, -exp_step[4], w.low));
    auto const power = lookup(exp_table, k.integer & all_bits<V>(255));
    V const t = power.column[0], t_low = power.column[1];
    V const tail = multiply_add(r.high * r.high, polynomial(r.high, exp_polynomial), r.low);  // exp(r) - 1 - r.high
    auto const product = two_product(t, r.high);
    auto const sum = fast_two_sum(t, product.high);
    V const small = multiply_add(t, tail, multiply_add(t_low, r.high, t_low));
    V const error = select(magnitude_below(w.high, 708.0), sum.high * (log_error + 0x1p-68), all<V>(__builtin_inf()));
    return {{sum.high, sum.low + (product.low + small), error}, (k.integer >> 8) << 52};
  }

  // Negative bases and subnormal ones.
  static bool inside_far(double x, double y) {
    return magnitude_between(x, 0x1p-1074, __builtin_inf()) && magnitude_between(y, 0x1p-400, 0x1p65) &&
           (sign_of(x) == 0 || parity(y) != not_integer) && magnitude(x) >= 0x1p-1022;
  }
  static scaled_approximation<double> approximate_far(double x, double y) {
    auto a = approximate(magnitude(x), y);
    if (sign_of(x) != 0 && parity(y) == odd) a.high = -a.high, a.low = -a.low;
    return a;
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V y) {
    return both(between(x, 0x1p-126, 0x1p128), magnitude_between(y, 0x1p-126, 0x1p33));
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x, V y) {
    auto const s = split(x, powf_start);
    auto const row = lookup(powf_table, (s.shifted >> 46) & all_bits<V>(63));
    V const z = multiply_add(s.significand, row.column[0], -1);  // exact
    V const w = y * (multiply_add(z, polynomial(z, powf_polynomial), row.column[1]) + s.exponent);
    auto const k = to_integer(w);
    V const result = as_real<V>(as_bits(polynomial(w - k.real, powf_power)) + (k.integer << 52));
    // Not a normal float: a midpoint, which is never certain.
    return select(magnitude_below(w, 125.9), result, all<V>(0x1.000001p0));
  }
  static constexpr double float_error = 0x1p-42;

private:
  template <class V> struct parts {
    bits<V> shifted;  // the bits of x, counted from where the ranges begin
    V exponent;
    V significand;
  };
  /// x = significand * 2^exponent, where the significand begins at about sqrt(1/2).
  template <class V> ISOBIT_LANE static parts<V> split(V x, std::uint64_t start) {
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
    auto const shifted = as_bits(x) - all_bits<V>(start);
    V const exponent = as_real<V>((shifted >> 52) | as_bits(all<V>(0x1p52))) - (0x1p52 + 1023);
    return {shifted, exponent, as_real<V>((shifted & all_bits<V>(fraction)) + all_bits<V>(start + (std::uint64_t{1023} << 52)))};
  }

  template <class V> struct log_parts {
    V high;
    V low;
    V scale;  // the error is at most 2^-49 of this
  };
  template <class V> ISOBIT_LANE static log_parts<V> logarithm(V x) {
    auto const s = split(x, pow_start);
    auto const row = lookup(pow_table, (s.shifted >> 43) & all_bits<V>(511));
    V const z = exact_multiply_add(s.significand, row.column[0], all<V>(-1));
    auto const square = two_product(z, -0.5 * z);
    V const cube = z * square.high;
    auto const near = fast_two_sum(z, square.high);
    auto const base = multiply_add(s.exponent, pow_ln2_high, row.column[1]);  // exact
    auto const sum = fast_two_sum(base, near.high);
    V const rest = multiply_add(s.exponent, pow_ln2_low, row.column[2]) +
                   multiply_add(cube, polynomial(z, pow_polynomial), square.low);
    return {sum.high, sum.low + (near.low + rest), cube};
  }

  enum { even, odd, not_integer };
  /// Precondition: finite.
  static int parity(double y) {
    double const size = magnitude(y);
    if (size >= 0x1p53) return even;
    auto const integer = static_cast<std::int64_t>(size);
    if (static_cast<double>(integer) != size) return not_integer;
    return integer & 1 ? odd : even;
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
