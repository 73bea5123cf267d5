#pragma once

#include "certify/certain.hpp"
#include "integer/assemble.hpp"
#include "integer/limbs.hpp"
#include "math/ball/constant_table.hpp"

/// Numbers from 0 to 2^16 in units of 2^-176: three words that stay in registers. Every operation rounds down; what
/// that adds up to is counted in docs/maths/fixed.md.
ISOBIT_NAMESPACE_BEGIN
namespace math {

namespace limbs = integer::limbs;

struct fixed {
  static constexpr int fraction_bits = 176, size = 3;
  std::uint64_t limb[size];  ///< the least significant first
};

ISOBIT_HOST_DEVICE constexpr fixed add(fixed a, fixed const& b) noexcept {
  std::uint64_t carry = 0;
  for (int i = 0; i < fixed::size; ++i) {
    auto const sum = limbs::wide{a.limb[i]} + b.limb[i] + carry;
    a.limb[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return a;
}

/// Modulo 2^16.
ISOBIT_HOST_DEVICE constexpr fixed subtract(fixed a, fixed const& b) noexcept {
  std::uint64_t borrow = 0;
  for (int i = 0; i < fixed::size; ++i) {
    auto const difference = limbs::wide{a.limb[i]} - b.limb[i] - borrow;
    a.limb[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  return a;
}

ISOBIT_HOST_DEVICE constexpr bool is_less(fixed const& a, fixed const& b) noexcept {
  return a.limb[2] != b.limb[2]   ? a.limb[2] < b.limb[2]
         : a.limb[1] != b.limb[1] ? a.limb[1] < b.limb[1]
                                  : a.limb[0] < b.limb[0];
}

/// x 2^-shift. Precondition: 0 < shift < 64.
ISOBIT_HOST_DEVICE constexpr fixed shifted_down(fixed x, int shift) noexcept {
  for (int i = 0; i < fixed::size; ++i)
    x.limb[i] = x.limb[i] >> shift | (i + 1 < fixed::size ? x.limb[i + 1] << (64 - shift) : 0);
  return x;
}

ISOBIT_HOST_DEVICE constexpr fixed multiply(fixed const& a, fixed const& b) noexcept {
  std::uint64_t product[2 * fixed::size] = {};
  for (int j = 0; j < fixed::size; ++j) {
    limbs::wide carry = 0;
    for (int i = 0; i < fixed::size; ++i) {
      carry += limbs::wide{a.limb[i]} * b.limb[j] + product[i + j];
      product[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    product[fixed::size + j] = static_cast<std::uint64_t>(carry);
  }
  constexpr int words = fixed::fraction_bits / 64, within = fixed::fraction_bits % 64;
  fixed result{};
  for (int i = 0; i < fixed::size; ++i)
    result.limb[i] = product[i + words] >> within | product[i + words + 1] << (64 - within);
  return result;
}

/// a significand of 64 bits times b, in units of 2^(exponent - 176). Precondition: the result is below 2^16.
ISOBIT_HOST_DEVICE constexpr fixed scaled(fixed const& b, std::uint64_t a, int exponent) noexcept {
  std::uint64_t product[fixed::size + 1] = {};
  limbs::wide carry = 0;
  for (int i = 0; i < fixed::size; ++i) {
    carry += limbs::wide{a} * b.limb[i];
    product[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  product[fixed::size] = static_cast<std::uint64_t>(carry);
  int const words = exponent >> 6, within = exponent & 63;  // floor and remainder
  auto const at = [&](int i) { return i >= 0 && i <= fixed::size ? product[i] : 0; };
  fixed result{};
  for (int i = 0; i < fixed::size; ++i)
    result.limb[i] = at(i - words) << within | at(i - words - 1) >> 1 >> (63 - within);
  return result;
}

/// significand 2^exponent.
ISOBIT_HOST_DEVICE constexpr fixed make_fixed(std::uint64_t significand, int exponent) noexcept {
  return scaled({{1, 0, 0}}, significand, exponent + fixed::fraction_bits);
}
ISOBIT_HOST_DEVICE constexpr fixed fixed_one() noexcept { return make_fixed(1, 0); }

/// The constant times 2^power, less than a unit too small. Precondition: the result is below 2^16, and above 2^-48.
template <int Size> ISOBIT_HOST_DEVICE fixed make_fixed(stored_constant<Size> const& constant, int power) noexcept {
  return shifted_down({{constant.limb[2], constant.limb[1], constant.limb[0]}}, 16 - constant.exponent - power);
}

/// The T that everything nearer to +-x 2^exponent than 2^error units is rounded to, if it is one number.
/// Precondition: error < 64.
template <class T>
ISOBIT_HOST_DEVICE certify::certain<T> round(bool negative, fixed const& x, int exponent, int error) noexcept {
  fixed const radius{{std::uint64_t{1} << error, 0, 0}};
  if (!is_less(radius, x)) return certify::uncertain;
  auto const rounded = [&](fixed const& end) {
    auto const leading =
        limbs::leading<std::uint64_t>(end.limb, limbs::trimmed(end.limb, fixed::size), exponent - fixed::fraction_bits);
    return integer::assemble<T>(negative, leading, rounding::nearest_even);
  };
  return certify::if_equal(rounded(subtract(x, radius)), rounded(add(x, radius)));
}

}  // namespace math
ISOBIT_NAMESPACE_END
