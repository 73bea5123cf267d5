#pragma once

#include <bit>
#include <cstdint>

#include "integer/assemble.hpp"

ISOBIT_NAMESPACE_BEGIN

/// An unsigned number of 32-bit digits, least significant first: sum of digit[i] * 2^(32*(i + lowest)).
template <int Capacity> struct wide_integer {
  static constexpr int capacity = Capacity;
  std::uint32_t digit[Capacity];  // only the first `size` are set
  int lowest = 0;
  int size = 0;  // digits in use; the last one is not zero

  void trim() noexcept {
    while (size > 0 && digit[size - 1] == 0) --size;
  }
  [[nodiscard]] bool is_zero() const noexcept { return size == 0; }

  /// Precondition: not zero.
  [[nodiscard]] integer::leading_bits<std::uint64_t> leading() const noexcept {
    int const shift = std::countl_zero(digit[size - 1]);
    auto const at = [&](int i) -> std::uint64_t { return i >= 0 ? digit[i] : 0; };
    std::uint64_t const high = at(size - 1) << 32 | at(size - 2);
    std::uint64_t const next = at(size - 3);
    bool sticky = std::uint32_t(next << shift) != 0;
    for (int i = size - 4; i >= 0 && !sticky; --i) sticky = digit[i] != 0;
    return {high << shift | (next << shift) >> 32, 32 * (lowest + size - 2) - shift, sticky};
  }

  /// floor(this / divisor); returns whether there was a remainder. Precondition: divisor > 0.
  bool divide(std::uint64_t divisor) noexcept {
    unsigned __int128 remainder = 0;
    for (int i = size - 1; i >= 0; --i) {
      remainder = remainder << 32 | digit[i];
      digit[i] = static_cast<std::uint32_t>(remainder / divisor);
      remainder %= divisor;
    }
    trim();
    return remainder != 0;
  }

  /// Precondition: other <= this, and other.lowest >= lowest.
  void subtract(wide_integer const& other) noexcept {
    int const offset = other.lowest - lowest;
    std::int64_t borrow = 0;
    for (int i = 0; i < size - offset; ++i) {
      borrow += std::int64_t{digit[i + offset]} - (i < other.size ? other.digit[i] : 0);
      digit[i + offset] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
    trim();
  }

  /// Appends zero digits below, so that a quotient keeps more bits. Precondition: size + count <= capacity.
  void extend_below(int count) noexcept {
    for (int i = size - 1; i >= 0; --i) digit[i + count] = digit[i];
    for (int i = 0; i < count; ++i) digit[i] = 0;
    size += count;
    lowest -= count;
  }
};

/// The integer square root of the top 128 bits at an even exponent: 64 bits of root. Precondition: not zero.
template <int Capacity> integer::leading_bits<std::uint64_t> square_root(wide_integer<Capacity> const& x) noexcept {
  using u128 = unsigned __int128;
  auto const at = [&](int i) -> std::uint32_t { return i >= 0 ? x.digit[i] : 0; };
  int const top = x.size - 1;
  u128 radicand = 0;
  for (int i = 0; i < 4; ++i) radicand = radicand << 32 | at(top - i);
  int exponent = 32 * (x.lowest + top - 3);  // a multiple of 32, so even
  int const shift = std::countl_zero(x.digit[top]) & ~1;
  bool sticky = false;
  if (shift != 0) {
    radicand = radicand << shift | at(top - 4) >> (32 - shift);
    sticky = std::uint32_t(at(top - 4) << shift) != 0;
    exponent -= shift;
  } else {
    sticky = at(top - 4) != 0;
  }
  for (int i = top - 5; i >= 0 && !sticky; --i) sticky = x.digit[i] != 0;

  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    std::uint64_t const trial = root | std::uint64_t{1} << bit;
    if (u128{trial} * trial <= radicand) root = trial;
  }
  return {root, exponent / 2, sticky || u128{root} * root != radicand};
}

ISOBIT_NAMESPACE_END
