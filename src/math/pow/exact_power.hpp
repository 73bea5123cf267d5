#pragma once

#include "integer/assemble.hpp"
#include "integer/root.hpp"
#include "math/special.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math {

/// (-1)^negative * odd * 2^exponent.
struct odd_number {
  bool negative;
  std::uint64_t odd;
  int exponent;
};
/// Precondition: finite and not zero.
template <class T> ISOBIT_HOST_DEVICE odd_number odd_part(T x) noexcept {
  auto const d = decompose(x);
  int const zeros = integer::trailing_zeros(d.significand);
  return {d.negative, d.significand >> zeros, d.exponent + zeros};
}

/// The same of an integer other than zero.
ISOBIT_HOST_DEVICE inline odd_number odd_part_of(std::int64_t n) noexcept {
  auto const size = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
  int const zeros = integer::trailing_zeros(size);
  return {n < 0, size >> zeros, zeros};
}

namespace detail {

/// x^n if it has at most 64 bits, else zero.
ISOBIT_HOST_DEVICE inline std::uint64_t small_power(std::uint64_t x, std::uint64_t n) noexcept {
  if (x == 1) return 1;
  if (n > 40) return 0;  // 3^41 has 65 bits
  integer::uint128 power = 1;
  for (; n > 0; --n) {
    power *= x;
    if (power >> 64 != 0) return 0;
  }
  return static_cast<std::uint64_t>(power);
}

}  // namespace detail

/// Whether base^power = m 2^k with an integer m of at most 64 bits; then its rounding is the result. Every result that
/// is a number of T or a midpoint of two is found. Precondition: base > 0, base != 1. docs/maths/pow.md#exact
template <class T> ISOBIT_HOST_DEVICE bool exact_power(odd_number base, odd_number power, outcome<T>& result) noexcept {
  // y = n / 2^j: x must be a 2^j-th power.
  for (; power.exponent < 0; ++power.exponent) {
    auto const root = integer::square_root(base.odd);
    if (!root.exact || base.exponent % 2 != 0) return false;
    base.odd = root.value;
    base.exponent /= 2;
  }
  if (base.odd != 1 && power.negative) return false;
  // Now an integer power. From 2^12 on, only a power of two is left, and it is out of every range.
  constexpr std::uint64_t huge = std::uint64_t{1} << 12;
  bool const is_huge = power.exponent >= 12 || power.odd >= huge >> power.exponent;
  std::uint64_t const n = is_huge ? huge : power.odd << power.exponent;
  std::uint64_t const odd = detail::small_power(base.odd, n);
  if (odd == 0) return false;
  int const shift = integer::leading_zeros(odd);
  int const exponent = base.exponent * static_cast<int>(n);
  result.value = integer::assemble<T>(false, {odd << shift, (power.negative ? -exponent : exponent) - shift, false},
                                      result.direction);
  return true;
}

}  // namespace math
ISOBIT_NAMESPACE_END
