#pragma once

#include <bit>
#include <cstdint>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/rounding.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A positive real number to 64 bits: (significand + t) * 2^exponent, where the top bit of the significand is set
/// and 0 < t < 1 if sticky, t = 0 if not.
struct leading_bits {
  std::uint64_t significand;
  int exponent;
  bool sticky;
};

/// The number rounded to T, in integers: no rounding mode, flush-to-zero or exception flag is involved.
template <class T> constexpr T assemble(bool negative, leading_bits x, rounding mode) noexcept {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  bits_type const sign = negative ? f::sign_bit : bits_type{0};
  bool const away = mode == (negative ? rounding::downward : rounding::upward);

  int const top = x.exponent + 63;
  if (top >= f::max_exponent)
    return from_bits<T>(bits_type(sign | (mode == rounding::nearest_even || away ? f::infinity : f::infinity - 1u)));

  int const last = top - f::stored_bits < f::min_exponent ? f::min_exponent : top - f::stored_bits;
  int const dropped = last - x.exponent;  // at least 64 - precision
  std::uint64_t kept = 0;
  bool half = false;
  bool below = x.sticky;
  if (dropped < 64) {
    kept = x.significand >> dropped;
    half = (x.significand >> (dropped - 1)) & 1;
    below |= (x.significand & ((std::uint64_t{1} << (dropped - 1)) - 1)) != 0;
  } else {
    half = dropped == 64;
    below |= dropped > 64 || (x.significand << 1) != 0;
  }

  bool const inexact = half || below;
  if (mode == rounding::to_odd)
    kept |= inexact;
  else if (mode == rounding::nearest_even)
    kept += half && (below || (kept & 1));
  else
    kept += inexact && away;

  // The implicit bit of `kept` adds one to the exponent field, and a carry out of it another: both are right.
  // A carry to the field of infinity is IEEE's overflow of a value that rounds up to 2^max_exponent.
  auto const field = std::uint64_t(last - f::min_exponent) << f::stored_bits;
  return from_bits<T>(bits_type(sign | bits_type(field + kept)));
}

/// The zero that a sum has when it is exact: IEEE's, so -0 only where every addend was -0.
template <class T> T signed_zero(bool negative) noexcept { return from_bits<T>(negative ? format<T>::sign_bit : 0); }

ISOBIT_NAMESPACE_END
