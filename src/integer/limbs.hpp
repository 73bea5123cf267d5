#pragma once

#include "integer/leading.hpp"

/// Arithmetic on arrays of 64-bit limbs, the least significant first.
ISOBIT_NAMESPACE_BEGIN
namespace integer::limbs {

using limb = std::uint64_t;
using wide = uint128;

/// Limbs that lie in memory the other way round.
template <class Limb> struct reversed {
  Limb* last;

  ISOBIT_HOST_DEVICE reversed(Limb* first, int size) noexcept : last(first + size - 1) {}
  ISOBIT_HOST_DEVICE Limb& operator[](int i) const noexcept { return last[-i]; }
};

/// result[0 .. a_size + b_size) = a * b.
template <class Result, class A, class B>
ISOBIT_HOST_DEVICE inline void multiply(Result result, A a, int a_size, B b, int b_size) noexcept {
  for (int i = 0; i < a_size; ++i) result[i] = 0;
  for (int j = 0; j < b_size; ++j) {
    wide carry = 0;
    limb const factor = b[j];
    for (int i = 0; i < a_size; ++i) {
      carry += wide{a[i]} * factor + result[i + j];
      result[i + j] = static_cast<limb>(carry);
      carry >>= 64;
    }
    result[a_size + j] = static_cast<limb>(carry);
  }
}

/// a[0 .. size) += b * 2^position, rounded down where that is negative, modulo 2^(64 * size); returns the carry. With
/// Subtract, -= and the borrow. A carry out of a b that lies beyond the end is lost.
template <bool Subtract = false, class A, class B>
ISOBIT_HOST_DEVICE inline limb add(A a, int size, B b, int b_size, int position = 0) noexcept {
  int const whole = position >> 6, within = position & 63;  // floor and remainder
  int const extent = whole + b_size + (within != 0);
  int const end = extent < size ? extent : size;
  int i = whole < 0 ? 0 : whole;
  limb below = i > whole && i - whole <= b_size ? b[i - whole - 1] : 0;
  limb carry = 0;
  for (; i < end; ++i) {
    limb const here = i - whole < b_size ? b[i - whole] : 0;
    limb const addend = here << within | below >> 1 >> (63 - within);
    wide const sum = Subtract ? wide{a[i]} - addend - carry : wide{a[i]} + addend + carry;
    a[i] = static_cast<limb>(sum);
    carry = static_cast<limb>(sum >> 64) & 1;
    below = here;
  }
  for (; i < size && carry != 0; ++i) carry = Subtract ? a[i]-- == 0 : ++a[i] == 0;
  return carry;
}

/// a[0 .. size) = -a, modulo 2^(64 * size).
template <class A> ISOBIT_HOST_DEVICE inline void negate(A a, int size) noexcept {
  limb carry = 1;
  for (int i = 0; i < size; ++i) {
    a[i] = ~a[i] + carry;
    carry &= a[i] == 0;
  }
}

/// The limbs without zeros on top.
template <class A> ISOBIT_HOST_DEVICE inline int trimmed(A a, int size) noexcept {
  while (size > 0 && a[size - 1] == 0) --size;
  return size;
}

/// a * 2^exponent to 128 bits. Precondition: the top limb is not zero.
template <class A> ISOBIT_HOST_DEVICE inline leading_bits<wide> leading(A a, int size, int exponent) noexcept {
  auto const at = [&](int i) { return i >= 0 ? a[i] : limb{0}; };
  int const top = size - 1, shift = leading_zeros(limb{a[top]});
  wide const high = wide{a[top]} << 64 | at(top - 1);
  wide const next = wide{at(top - 2)} << shift;
  bool sticky = static_cast<limb>(next) != 0;
  for (int i = top - 3; i >= 0 && !sticky; --i) sticky = a[i] != 0;
  return {high << shift | next >> 64, exponent + 64 * (top - 1) - shift, sticky};
}

/// a[0 .. size) = floor(a / divisor); returns the remainder. Precondition: divisor > 0.
template <class A> ISOBIT_HOST_DEVICE inline limb divide(A a, int size, limb divisor) noexcept {
  wide remainder = 0;
  for (int i = size - 1; i >= 0; --i) {
    remainder = remainder << 64 | a[i];
    a[i] = static_cast<limb>(remainder / divisor);
    remainder %= divisor;
  }
  return static_cast<limb>(remainder);
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

/// quotient[0 .. size) = floor(dividend / d) for a dividend of size + d_size limbs, which becomes the remainder (in its
/// first d_size limbs). Knuth's algorithm D. Precondition: the divisor's top bit is set, and the last d_size limbs of
/// the dividend are less than the divisor.
template <class Quotient, class Dividend, class Divisor>
ISOBIT_HOST_DEVICE inline void divide(Quotient quotient, int size, Dividend u, Divisor d, int d_size) noexcept {
  limb const first = d[d_size - 1], second = d_size > 1 ? d[d_size - 2] : 0;
  limb_divisor const by_first(first);
  for (int j = size - 1; j >= 0; --j) {
    int const top = j + d_size;  // the limbs from j to here are less than divisor * 2^64
    limb digit = ~limb{0};
    limb rest = u[top];
    bool fits = false;  // whether the remainder of the estimate is a single limb
    if (rest < first) {
      digit = by_first(rest, u[top - 1]);
      fits = true;
    } else {
      rest = u[top - 1] + first;  // digit = 2^64 - 1, so that u0 * 2^64 + u1 - digit * d0 = u1 + d0, as u0 = d0
      fits = rest >= first;
    }
    limb const third = d_size > 1 ? u[top - 2] : 0;
    while (fits && wide{digit} * second > (wide{rest} << 64 | third)) {
      --digit;
      rest += first;
      fits = rest >= first;
    }
    limb borrow = 0;
    for (int i = 0; i < d_size; ++i) {
      wide const product = wide{digit} * d[i] + borrow;
      limb const low = static_cast<limb>(product);
      borrow = static_cast<limb>(product >> 64) + (u[j + i] < low);
      u[j + i] -= low;
    }
    if (u[top] < borrow) {
      --digit;
      add(u, top, d, d_size, 64 * j);
    }
    u[top] = 0;
    quotient[j] = digit;
  }
}

}  // namespace integer::limbs
ISOBIT_NAMESPACE_END
