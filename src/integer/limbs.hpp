#pragma once

#include <cstddef>

#include "integer/leading.hpp"

/// Arithmetic on arrays of 64-bit limbs, the least significant first.
ISOBIT_NAMESPACE_BEGIN
namespace integer::limbs {

using limb = std::uint64_t;
using wide = uint128;

/// Limbs that lie in memory the other way round.
template <class Limb> struct reversed {
  Limb* last;

  ISOBIT_HOST_DEVICE explicit reversed(Limb* least) noexcept : last(least) {}
  ISOBIT_HOST_DEVICE reversed(Limb* first, int size) noexcept : last(first + size - 1) {}
  ISOBIT_HOST_DEVICE reversed operator+(std::ptrdiff_t i) const noexcept { return reversed(last - i); }
  ISOBIT_HOST_DEVICE Limb& operator[](std::ptrdiff_t i) const noexcept { return last[-i]; }
};

/// result[0 .. a_size + b_size) = a * b.
template <class Result, class A, class B>
ISOBIT_HOST_DEVICE inline void multiply(Result result, A a, int a_size, B b, int b_size) noexcept {
  for (int i = 0; i < a_size; ++i) result[i] = 0;
  for (int j = 0; j < b_size; ++j) {
    wide carry = 0;
    limb const factor = b[j];
    auto const row = result + j;
    for (int i = 0; i < a_size; ++i) {
      carry += wide{a[i]} * factor + row[i];
      row[i] = static_cast<limb>(carry);
      carry >>= 64;
    }
    row[a_size] = static_cast<limb>(carry);
  }
}

/// a[0 .. size) += b * 2^position, or -= if so told, modulo 2^(64 * size); returns the carry or the borrow. Where the
/// position is negative, the addend is rounded down. Without a branch on the sign, which may be anyone's guess.
template <class A, class B>
ISOBIT_HOST_DEVICE inline limb add(A a, int size, bool subtract, B b, int b_size, int position = 0) noexcept {
  int const whole = position >> 6, within = position & 63;  // floor and remainder
  limb const flip = subtract ? ~limb{0} : 0;
  limb carry = subtract;
  auto const add_at = [&](int i, limb addend) {
    wide const sum = wide{a[i]} + (addend ^ flip) + carry;
    a[i] = static_cast<limb>(sum);
    carry = static_cast<limb>(sum >> 64);
  };
  int i = whole < 0 ? 0 : whole;
  int const end = whole + b_size < size ? whole + b_size : size;
  limb below = i > whole && i - whole <= b_size ? b[i - whole - 1] : 0;
  for (; i < end; ++i) {
    limb const here = b[i - whole];
    add_at(i, here << within | below >> 1 >> (63 - within));
    below = here;
  }
  if (i == whole + b_size && i < size && within != 0) add_at(i++, below >> 1 >> (63 - within));
  // From here up the addend is all zeros or all ones, and a carry that equals the latter changes nothing.
  for (; i < size && carry != (flip & 1); ++i) add_at(i, 0);
  return carry ^ (flip & 1);
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

/// a * 2^exponent to the bits of Word. Precondition: the top limb is not zero.
template <class Word, class A>
ISOBIT_HOST_DEVICE inline leading_bits<Word> leading(A a, int size, int exponent) noexcept {
  constexpr int words = sizeof(Word) / sizeof(limb);
  int const top = size - 1, shift = leading_zeros(limb{a[top]});
  auto const at = [&](int i) { return i >= 0 ? a[i] : limb{0}; };
  auto const shifted = [&](int i) { return at(i) << shift | at(i - 1) >> 1 >> (63 - shift); };
  Word significand = shifted(top);
  if constexpr (words == 2) significand = significand << 64 | shifted(top - 1);
  bool sticky = at(top - words) << shift != 0;
  for (int i = top - words - 1; i >= 0 && !sticky; --i) sticky = a[i] != 0;
  return {significand, exponent + 64 * (size - words) - shift, sticky};
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
ISOBIT_HOST_DEVICE inline void divide(Quotient quotient, int size, Dividend dividend, Divisor d, int d_size) noexcept {
  limb const first = d[d_size - 1], second = d_size > 1 ? d[d_size - 2] : 0;
  limb_divisor const by_first(first);
  for (int j = size - 1; j >= 0; --j) {
    auto const u = dividend + j;  // d_size + 1 limbs, less than divisor * 2^64
    limb digit = ~limb{0};
    limb rest = u[d_size];
    bool fits = false;  // whether the remainder of the estimate is a single limb
    if (rest < first) {
      digit = by_first(rest, u[d_size - 1]);
      fits = true;
    } else {
      rest = u[d_size - 1] + first;  // digit = 2^64 - 1, so that u0 * 2^64 + u1 - digit * d0 = u1 + d0, as u0 = d0
      fits = rest >= first;
    }
    limb const third = d_size > 1 ? u[d_size - 2] : 0;
    while (fits && wide{digit} * second > (wide{rest} << 64 | third)) {
      --digit;
      rest += first;
      fits = rest >= first;
    }
    limb borrow = 0;
    for (int i = 0; i < d_size; ++i) {
      wide const product = wide{digit} * d[i] + borrow;
      limb const low = static_cast<limb>(product);
      borrow = static_cast<limb>(product >> 64) + (u[i] < low);
      u[i] -= low;
    }
    if (u[d_size] < borrow) {
      --digit;
      wide carry = 0;
      for (int i = 0; i < d_size; ++i) {
        carry += wide{u[i]} + d[i];
        u[i] = static_cast<limb>(carry);
        carry >>= 64;
      }
    }
    u[d_size] = 0;
    quotient[j] = digit;
  }
}

}  // namespace integer::limbs
ISOBIT_NAMESPACE_END
