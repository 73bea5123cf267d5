#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "column/element.hpp"
#include "integer/assemble.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

using integer::uint128;

/// The numbers of every format as the bits of an IEEE format with an implicit leading one, in 128 bits: what is written
/// for one format in integers serves all. x87 numbers lose their explicit one on the way in and get it back on the way
/// out; those that the hardware calls invalid come in as NaN.
template <number_format Format> struct shape;
template <> struct shape<number_format::binary32> : isobit::detail::ieee_format<uint128, 24, 8> {};
template <> struct shape<number_format::binary64> : isobit::detail::ieee_format<uint128, 53, 11> {};
template <> struct shape<number_format::x87> : isobit::detail::ieee_format<uint128, 64, 15> {};
template <> struct shape<number_format::binary128> : isobit::detail::ieee_format<uint128, 113, 15> {};

template <number_format Format>
using stored_word = std::conditional_t<size_of(Format) == 4, std::uint32_t,
                                       std::conditional_t<size_of(Format) == 8, std::uint64_t, uint128>>;

template <number_format Format> uint128 load_bits(std::byte const* from) noexcept {
  using f = shape<Format>;
  if constexpr (Format == number_format::x87) {
    std::uint64_t significand;
    std::uint16_t sign_and_exponent;
    std::memcpy(&significand, from, 8);
    std::memcpy(&sign_and_exponent, from + 8, 2);
    unsigned const biased = sign_and_exponent & 0x7fff;
    uint128 const sign = sign_and_exponent >> 15 ? f::sign_bit : 0;
    bool const has_one = significand >> 63;
    if (biased == 0) return sign | significand;  // a one here makes it the number with the next exponent
    return has_one ? sign | uint128{biased} << 63 | (significand & ~(std::uint64_t{1} << 63)) : f::canonical_nan;
  } else {
    stored_word<Format> bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
  }
}

/// The padding of an x87 number becomes zero.
template <number_format Format> void store_bits(std::byte* to, uint128 bits) noexcept {
  if constexpr (Format == number_format::x87) {
    auto const biased = static_cast<unsigned>(bits >> 63) & 0x7fff;
    std::uint64_t const one = std::uint64_t{biased != 0} << 63;
    std::uint64_t const significand = (static_cast<std::uint64_t>(bits) & ~(std::uint64_t{1} << 63)) | one;
    std::uint16_t const rest[4] = {
        static_cast<std::uint16_t>(biased | ((bits & shape<Format>::sign_bit) != 0 ? 0x8000u : 0u))};
    std::memcpy(to, &significand, 8);
    std::memcpy(to + 8, rest, 8);
  } else {
    auto const stored = static_cast<stored_word<Format>>(bits);
    std::memcpy(to, &stored, sizeof stored);
  }
}

template <number_format Format> constexpr uint128 magnitude_of(uint128 bits) noexcept {
  return bits & ~shape<Format>::sign_bit;
}
template <number_format Format> constexpr bool is_negative(uint128 bits) noexcept {
  return (bits & shape<Format>::sign_bit) != 0;
}
template <number_format Format> constexpr bool is_nonfinite(uint128 bits) noexcept {
  return magnitude_of<Format>(bits) >= shape<Format>::infinity;
}
template <number_format Format> constexpr bool is_nan(uint128 bits) noexcept {
  return magnitude_of<Format>(bits) > shape<Format>::infinity;
}

/// A finite magnitude as significand * 2^exponent.
struct scaled {
  uint128 significand;
  int exponent;
};
template <number_format Format> constexpr scaled scale(uint128 magnitude) noexcept {
  using f = shape<Format>;
  int const biased = static_cast<int>(magnitude >> f::stored_bits);
  uint128 const fraction = magnitude & (f::implicit_bit - 1);
  return {biased != 0 ? fraction | f::implicit_bit : fraction, (biased != 0 ? biased - 1 : 0) + f::min_exponent};
}

/// The number rounded to nearest, ties to even.
template <number_format Format>
constexpr uint128 rounded(bool negative, integer::leading_bits<uint128> const& x) noexcept {
  return integer::assemble_bits<shape<Format>>(negative, x, rounding::nearest_even);
}

}  // namespace columns
ISOBIT_NAMESPACE_END
