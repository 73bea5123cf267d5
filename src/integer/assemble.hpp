#pragma once

#include <isobit/arithmetic/bits.hpp>
#include <isobit/arithmetic/rounding.hpp>

#include "integer/leading.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// The bits of the number rounded to a format, in integers: no rounding mode, flush-to-zero or exception flag is
/// involved.
template <class Format, class Word>
constexpr typename Format::bits_type assemble_bits(bool negative, leading_bits<Word> x, rounding mode) noexcept {
  using f = Format;
  using bits_type = typename f::bits_type;
  constexpr int width = 8 * sizeof(Word);
  static_assert(f::precision < width && sizeof(bits_type) <= sizeof(Word));
  bits_type const sign = negative ? f::sign_bit : bits_type{0};
  bool const away = mode == (negative ? rounding::downward : rounding::upward);

  int const top = x.exponent + width - 1;
  if (top >= f::max_exponent)
    return bits_type(sign | (mode == rounding::nearest_even || away ? f::infinity : f::infinity - 1u));

  int const last = top - f::stored_bits < f::min_exponent ? f::min_exponent : top - f::stored_bits;
  int const dropped = last - x.exponent;  // at least width - precision
  Word kept = 0;
  bool half = false;
  bool below = x.sticky;
  if (dropped < width) {
    kept = x.significand >> dropped;
    half = (x.significand >> (dropped - 1)) & 1;
    below |= (x.significand & ((Word{1} << (dropped - 1)) - 1)) != 0;
  } else {
    half = dropped == width;
    below |= dropped > width || (x.significand << 1) != 0;
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
  auto const field = static_cast<Word>(last - f::min_exponent) << f::stored_bits;
  return bits_type(sign | bits_type(field + kept));
}

/// The number rounded to T.
template <class T> constexpr T assemble(bool negative, leading_bits<std::uint64_t> x, rounding mode) noexcept {
  return from_bits<T>(assemble_bits<format<T>>(negative, x, mode));
}

/// The zero that a sum has when it is exact: IEEE's, so -0 only where every addend was -0.
template <class T> T signed_zero(bool negative) noexcept { return from_bits<T>(negative ? format<T>::sign_bit : 0); }

}  // namespace integer
ISOBIT_NAMESPACE_END
