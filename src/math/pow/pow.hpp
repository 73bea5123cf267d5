#pragma once

#include "math/pow/exponential_of.hpp"
#include "math/pow/long_logarithm.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// x^y = exp(y log x): a logarithm of 75 bits, so that y may magnify its error, and the exponential of exp.hpp.
/// docs/maths/pow.md
struct pow_fast {
  // Where the result is not a normal number, the error is infinite.
  template <class V> ISOBIT_LANE static mask<V> inside(V x, V y) {
    return both(between(x, 0x1p-1022, __builtin_inf()), tame(y, 0x1p-400, 0x1p65));
  }

  template <class V> ISOBIT_LANE static scaled_enclosure<V> approximate(V x, V y) {
    auto const w = multiply(long_logarithm(x), y);
    return exponential_of(w, radius_of(w));
  }

  ISOBIT_LANE static scaled_enclosure<double> brief(double x, double y) {
    auto const [log, square] = brief_logarithm_for_power(x);
    auto const w = multiply(log, y);
    double const error = multiply_add(magnitude(y * square), 0x1p-50, has_fma ? 0x1.14p-61 : 0x1.74p-61);
    return brief_exponential_of(w, magnitude_below(w.high, 708.0) ? error : __builtin_inf());
  }

  // Negative and subnormal bases.
  ISOBIT_HOST_DEVICE static bool inside_far(double x, double y) {
    return tame(y, 0x1p-400, 0x1p65) && (is_subnormal(x) || between(-x, 0x1p-1022, __builtin_inf())) && has_power(x, y);
  }
  ISOBIT_HOST_DEVICE static scaled_enclosure<double> approximate_far(double x, double y) {
    auto const w = multiply(long_logarithm_of_any(magnitude(x)), y);
    return with_sign(exponential_of(w, radius_of(w)), x, y);
  }
  /// Where w shows that the result may be subnormal; elsewhere it is left open.
  ISOBIT_HOST_DEVICE static bool inside_small(double x, double y) { return inside(x, y) || inside_far(x, y); }
  ISOBIT_HOST_DEVICE static small_enclosure approximate_small(double x, double y) {
    auto const w = multiply(long_logarithm_of_any(magnitude(x)), y);
    if (!between(-w.high, 708.0, 745.25)) return {{1, 0, __builtin_inf()}, 0};
    return with_sign(small_power(any_exponential_of(w, radius_of(w))), x, y);
  }

  template <class V> ISOBIT_LANE static mask<V> inside_float(V x, V y) {
    return both(both(between(x, 0x1p-126, 0x1p128), tame(y, 0x1p-126, 0x1p33)),
                magnitude_below(float_exponent(x, y), 125.9));
  }
  ISOBIT_HOST_DEVICE static bool inside_float_far(double x, double y) {
    return inside_far(x, y) && inside_float(-x, y);
  }
  /// Where the base is, or the result may be, a subnormal float.
  ISOBIT_HOST_DEVICE static bool inside_float_small(double x, double y) {
    if (!between(x, 0x1p-149, 0x1p128) || !tame(y, 0x1p-126, 0x1p33)) return false;
    double const w = float_exponent(x, y);
    return w > -150.25 && w < 125.9;
  }

  template <class V> ISOBIT_LANE static V approximate_float(V x, V y) {
    V const w = float_exponent(x, y);
    auto const k = to_integer(w);
    V const fraction = w - k.real;
    return as_real<V>(as_bits(paired_polynomial(fraction, fraction * fraction, powf_power)) + (k.integer << 52));
  }
  static constexpr double float_error = 0x1p-43;

private:
  template <class V> ISOBIT_LANE static V radius_of(double_double<V> w) {
    return multiply_add(magnitude(w.low), 0x1p-48, 0x1.5p-69);
  }

  /// y log2(x), for floats.
  template <class V> ISOBIT_LANE static V float_exponent(V x, V y) {
    auto const s = split_around_one(x, powf_start);
    auto const row = lookup(powf_table, (s.shifted >> 46) & all_bits<V>(63));
    V const z = multiply_add(s.significand, row.column[0], -1);  // exact
    return y * (multiply_add(z, paired_polynomial(z, z * z, powf_polynomial), row.column[1]) + s.exponent);
  }

  ISOBIT_HOST_DEVICE static bool has_power(double x, double y) { return !is_negative(x) || parity(y) != not_integer; }
  template <class Enclosure> ISOBIT_HOST_DEVICE static Enclosure with_sign(Enclosure size, double x, double y) {
    if (is_negative(x) && parity(y) == odd) size.high = -size.high, size.low = -size.low;
    return size;
  }

  enum { even, odd, not_integer };
  /// Precondition: finite.
  ISOBIT_HOST_DEVICE static int parity(double y) {
    double const size = magnitude(y);
    if (size >= 0x1p53) return even;
    auto const integer = static_cast<std::int64_t>(size);
    if (static_cast<double>(integer) != size) return not_integer;
    return integer & 1 ? odd : even;
  }
};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
