#pragma once

#include <cstdint>
#include <utility>

#include "integer/assemble.hpp"

/// x*y + z, rounded once: in integers, and by the machine where it can.
ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace detail {

/// significand * 2^exponent, the top bit of a number that is not zero at 126: a sum of two of them fits.
struct wide_number {
  integer::uint128 significand;
  int exponent;
};

inline wide_number normalised(integer::uint128 significand, int exponent) noexcept {
  int const shift = integer::leading_zeros(significand) - 1;
  return {shift < 0 ? significand >> 1 | (significand & 1) : significand << shift, exponent - shift};
}

}  // namespace detail

template <class T> T fused_in_integers(T x, T y, T z) noexcept {
  using f = format<T>;
  auto const nan = from_bits<T>(f::canonical_nan);
  bool const negative_product = is_negative(x) != is_negative(y);
  auto const signed_infinity = [](bool negative) {
    return from_bits<T>(typename f::bits_type((negative ? f::sign_bit : 0) | f::infinity));
  };
  if (is_nan(x) || is_nan(y) || is_nan(z)) return nan;
  auto const a = decompose(x), b = decompose(y), c = decompose(z);
  if (is_nonfinite(x) || is_nonfinite(y)) {
    bool const of_zero = (!is_nonfinite(x) && a.significand == 0) || (!is_nonfinite(y) && b.significand == 0);
    if (of_zero || (is_nonfinite(z) && is_negative(z) != negative_product)) return nan;
    return signed_infinity(negative_product);
  }
  if (is_nonfinite(z)) return z;

  auto const product = static_cast<integer::uint128>(a.significand) * b.significand;
  if (product == 0 && c.significand == 0) return integer::signed_zero<T>(negative_product && c.negative);
  if (product == 0) return z;
  auto large = detail::normalised(product, a.exponent + b.exponent);
  bool negative = negative_product;
  if (c.significand != 0) {
    auto small = detail::normalised(c.significand, c.exponent);
    if (small.exponent > large.exponent ||
        (small.exponent == large.exponent && small.significand > large.significand)) {
      std::swap(large, small);
      negative = c.negative;
    }
    // What is shifted out leaves one bit. A shift by one or two loses none, for the low 20 bits are clear, and after
    // any other at most one of the leading bits can cancel: the bit stays far below the last place of T.
    int const distance = large.exponent - small.exponent;
    integer::uint128 const aligned = distance < 127 ? small.significand >> distance : 0;
    bool const lost = distance < 127 ? aligned << distance != small.significand : true;
    if (negative_product == c.negative)
      large.significand += aligned | lost;
    else
      large.significand -= aligned | lost;
    if (large.significand == 0) return integer::signed_zero<T>(false);
    large = detail::normalised(large.significand, large.exponent);
  }
  integer::leading_bits<integer::uint128> const leading{large.significand << 1, large.exponent - 1, false};
  return integer::assemble<T>(negative, upper_half(leading), rounding::nearest_even);
}

#if defined(__x86_64__) && !defined(__FMA__)
[[gnu::target("fma")]] inline double fused_operation(double x, double y, double z) { return __builtin_fma(x, y, z); }
[[gnu::target("fma")]] inline float fused_operation(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline bool has_fused_operation() { return __builtin_cpu_supports("fma") != 0; }
#elif defined(__FP_FAST_FMA)
inline double fused_operation(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float fused_operation(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
constexpr bool has_fused_operation() { return true; }
#else
template <class T> T fused_operation(T x, T y, T z) { return fused_in_integers(x, y, z); }
constexpr bool has_fused_operation() { return false; }
#endif

}  // namespace math
ISOBIT_NAMESPACE_END
