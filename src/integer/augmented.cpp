#include <isobit/arithmetic/augmented.hpp>

#include <algorithm>
#include <utility>

#include "integer/bit_count.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace {

using integer::uint128;

/// An exact result: its magnitude, times 2^exponent, is less than 2^127 units.
struct exact_result {
  bool negative;
  uint128 magnitude;
  int exponent;
};

template <class T> T signed_bits(bool negative, typename format<T>::bits_type bits) noexcept {
  return from_bits<T>(negative ? bits | format<T>::sign_bit : bits);
}

/// x to the nearest number, of two equally near ones to that nearer to zero; x becomes what that leaves.
template <class T> T take_head(exact_result& x) noexcept {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  bool const negative = x.negative;
  if (x.magnitude == 0) return signed_bits<T>(negative, 0);
  int const top = x.exponent + 127 - integer::leading_zeros(x.magnitude);
  if (top >= f::max_exponent) return signed_bits<T>(negative, f::infinity);

  int const last = std::max(top - f::stored_bits, f::min_exponent);
  int const dropped = last - x.exponent;
  uint128 kept = 0;
  if (dropped <= 0) {
    kept = std::exchange(x.magnitude, 0) << -dropped;
  } else if (dropped < 128) {
    uint128 const half = uint128{1} << (dropped - 1);
    kept = x.magnitude >> dropped;
    x.magnitude &= 2 * half - 1;
    if (x.magnitude > half) {
      ++kept;
      x.magnitude = 2 * half - x.magnitude;
      x.negative = !negative;
    }
  }  // else x is less than half of the least number
  // A carry out of `kept` raises the exponent, at the end of the range to that of infinity: as it should be.
  return signed_bits<T>(negative,
                        static_cast<bits_type>((static_cast<bits_type>(last - f::min_exponent) << f::stored_bits) +
                                               static_cast<bits_type>(kept)));
}

template <class T> augmented<T> both_parts(exact_result x) noexcept {
  T const head = take_head<T>(x);
  if (is_nonfinite(head)) return {head, head};
  if (x.magnitude == 0) return {head, signed_bits<T>(is_negative(head), 0)};
  return {head, take_head<T>(x)};
}

template <class T> augmented<T> add(T x, T y) noexcept {
  constexpr auto nan = format<T>::canonical_nan;
  if (is_nonfinite(x) || is_nonfinite(y)) {
    bool const opposite = is_nonfinite(x) && is_nonfinite(y) && is_negative(x) != is_negative(y);
    if (is_nan(x) || is_nan(y) || opposite) return {from_bits<T>(nan), from_bits<T>(nan)};
    return is_nonfinite(x) ? augmented<T>{x, x} : augmented<T>{y, y};
  }
  if (bits_of(magnitude(x)) < bits_of(magnitude(y))) std::swap(x, y);
  decomposed const large = decompose(x), small = decompose(y);
  if (small.significand == 0) {
    if (large.significand == 0) return both_parts<T>({large.negative && small.negative, 0, 0});
    return both_parts<T>({large.negative, large.significand, large.exponent});
  }
  int const apart = large.exponent - small.exponent;
  if (apart > 64) return {x, y};  // y is less than 2^-11 times the last place of x
  uint128 const left = uint128{large.significand} << apart, right = small.significand;
  bool const same_sign = large.negative == small.negative;
  uint128 const sum = same_sign ? left + right : left - right;
  return both_parts<T>({sum != 0 && large.negative, sum, small.exponent});
}

template <class T> augmented<T> multiply(T x, T y) noexcept {
  bool const negative = is_negative(x) != is_negative(y);
  if (is_nonfinite(x) || is_nonfinite(y)) {
    bool const invalid = is_nan(x) || is_nan(y) || is_zero(x) || is_zero(y);
    T const both = invalid ? from_bits<T>(format<T>::canonical_nan) : signed_bits<T>(negative, format<T>::infinity);
    return {both, both};
  }
  decomposed const left = decompose(x), right = decompose(y);
  return both_parts<T>({negative, uint128{left.significand} * right.significand, left.exponent + right.exponent});
}

}  // namespace

augmented<double> augmented_addition(double x, double y) noexcept { return add(x, y); }
augmented<float> augmented_addition(float x, float y) noexcept { return add(x, y); }
augmented<double> augmented_subtraction(double x, double y) noexcept { return add(x, negated(y)); }
augmented<float> augmented_subtraction(float x, float y) noexcept { return add(x, negated(y)); }
augmented<double> augmented_multiplication(double x, double y) noexcept { return multiply(x, y); }
augmented<float> augmented_multiplication(float x, float y) noexcept { return multiply(x, y); }

ISOBIT_NAMESPACE_END
