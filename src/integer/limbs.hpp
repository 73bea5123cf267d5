#pragma once

#include <cstdint>

#include <isobit/version.hpp>

#include "arithmetic/host_device.hpp"

/// Arithmetic on arrays of 64-bit limbs, the most significant first.
ISOBIT_NAMESPACE_BEGIN
namespace math::limbs {

using limb = std::uint64_t;
using wide = unsigned __int128;

/// result[0 .. a_size + b_size) = a * b, as integers.
ISOBIT_HOST_DEVICE inline void multiply(limb* result, limb const* a, int a_size, limb const* b, int b_size) noexcept {
  for (int i = 0; i < a_size; ++i) result[b_size + i] = 0;
  for (int j = b_size - 1; j >= 0; --j) {
    wide carry = 0;
    limb const factor = b[j];
    for (int i = a_size - 1; i >= 0; --i) {
      carry += wide{a[i]} * factor + result[i + j + 1];
      result[i + j + 1] = static_cast<limb>(carry);
      carry >>= 64;
    }
    result[j] = static_cast<limb>(carry);
  }
}

/// A number moved right by some limbs and bits.
struct shifted_right {
  limb const* b;
  int size;
  int whole;   // limbs
  int within;  // bits, 0 .. 63

  /// Limbs up to the last one that is not zero, those in front included.
  [[nodiscard]] ISOBIT_HOST_DEVICE int extent() const noexcept { return whole + size + (within != 0); }
};

/// a[0 .. size) += b, without what of b lies behind; returns the carry. With Subtract, -= and the borrow.
template <bool Subtract = false> ISOBIT_HOST_DEVICE inline limb add(limb* a, int size, shifted_right b) noexcept {
  limb carry = 0;
  int const extent = b.extent();
  int i = (extent < size ? extent : size) - 1;
  limb here = i - b.whole >= 0 && i - b.whole < b.size ? b.b[i - b.whole] : 0;
  for (; i >= b.whole; --i) {
    limb const above = i > b.whole ? b.b[i - b.whole - 1] : 0;
    limb const addend = here >> b.within | above << 1 << (63 - b.within);
    wide const sum = Subtract ? wide{a[i]} - addend - carry : wide{a[i]} + addend + carry;
    a[i] = static_cast<limb>(sum);
    carry = static_cast<limb>(sum >> 64) & 1;
    here = above;
  }
  for (; i >= 0 && carry != 0; --i) carry = Subtract ? a[i]-- == 0 : ++a[i] == 0;
  return carry;
}

/// a[0 .. size) = -a, modulo 2^(64 * size).
ISOBIT_HOST_DEVICE inline void negate(limb* a, int size) noexcept {
  limb carry = 1;
  for (int i = size - 1; i >= 0; --i) {
    a[i] = ~a[i] + carry;
    carry &= a[i] == 0;
  }
}

/// Divides by one normalised limb without a division instruction: Moeller and Granlund, "Improved division by
/// invariant integers", 2011, algorithm 4.
struct limb_divisor {
  limb divisor;  // top bit set
  limb inverse;  // floor((2^128 - 1) / divisor) - 2^64

  ISOBIT_HOST_DEVICE explicit limb_divisor(limb d) noexcept
      : divisor(d), inverse(static_cast<limb>((wide{~d} << 64 | ~limb{0}) / d)) {}

  /// floor((high * 2^64 + low) / divisor), and high becomes the remainder. Precondition: high < divisor.
  ISOBIT_HOST_DEVICE limb operator()(limb& high, limb low) const noexcept {
    wide const estimate = wide{inverse} * high + (wide{high} << 64 | low);
    limb quotient = static_cast<limb>(estimate >> 64) + 1;
    limb remainder = low - quotient * divisor;
    if (remainder > static_cast<limb>(estimate)) {
      --quotient;
      remainder += divisor;
    }
    if (remainder >= divisor) {
      ++quotient;
      remainder -= divisor;
    }
    high = remainder;
    return quotient;
  }
};

/// quotient[0 .. size) = floor(dividend / divisor) for a dividend of size + d_size limbs, which becomes the remainder
/// (in its last d_size limbs). Knuth's algorithm D. Precondition: the divisor's top bit is set, and the first d_size
/// limbs of the dividend are less than the divisor.
ISOBIT_HOST_DEVICE inline void divide(limb* quotient, int size, limb* dividend, limb const* d, int d_size) noexcept {
  limb_divisor const by_top(d[0]);
  limb const second = d_size > 1 ? d[1] : 0;
  for (int j = 0; j < size; ++j) {
    limb* const u = dividend + j;  // d_size + 1 limbs, less than divisor * 2^64
    limb digit = ~limb{0};
    limb rest = u[0];
    bool fits = false;  // whether the remainder of the estimate is a single limb
    if (rest < d[0]) {
      digit = by_top(rest, u[1]);
      fits = true;
    } else {
      rest = u[1] + d[0];  // digit = 2^64 - 1, so that u0 * 2^64 + u1 - digit * d0 = u1 + d0, as u0 = d0
      fits = rest >= d[0];
    }
    limb const third = d_size > 1 ? u[2] : 0;
    while (fits && wide{digit} * second > (wide{rest} << 64 | third)) {
      --digit;
      rest += d[0];
      fits = rest >= d[0];
    }
    limb borrow = 0;
    for (int i = d_size - 1; i >= 0; --i) {
      wide const product = wide{digit} * d[i] + borrow;
      limb const low = static_cast<limb>(product);
      borrow = static_cast<limb>(product >> 64) + (u[i + 1] < low);
      u[i + 1] -= low;
    }
    if (u[0] < borrow) {
      --digit;
      add(u + 1, d_size, {d, d_size, 0, 0});
    }
    u[0] = 0;
    quotient[j] = digit;
  }
}

}  // namespace math::limbs
ISOBIT_NAMESPACE_END
