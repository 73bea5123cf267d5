#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "integer/leading.hpp"

/// Roots of integers, bit by bit: for functions whose results are algebraic numbers, and so can be found and compared
/// exactly.
ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// A finite number other than zero: significand * 2^exponent, the top bit of the significand set.
struct normalized {
  std::uint64_t significand;
  int exponent;
};
template <class T> ISOBIT_HOST_DEVICE normalized normalize(T x) noexcept {
  auto const d = decompose(x);
  int const shift = leading_zeros(d.significand);
  return {d.significand << shift, d.exponent - shift};
}

/// A root rounded down.
struct whole_root {
  std::uint64_t value;
  bool exact;
};

/// floor(sqrt(n)).
ISOBIT_HOST_DEVICE inline whole_root square_root(uint128 n) noexcept {
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    std::uint64_t const trial = root | std::uint64_t{1} << bit;
    if (uint128{trial} * trial <= n) root = trial;
  }
  return {root, uint128{root} * root == n};
}

/// The square root of a number.
ISOBIT_HOST_DEVICE inline leading_bits<std::uint64_t> square_root(leading_bits<uint128> const& x) noexcept {
  int const odd = x.exponent & 1;
  auto const [root, exact] = square_root(x.significand >> odd);
  return {root, (x.exponent + odd) / 2, x.sticky || !exact || (odd && (x.significand & 1) != 0)};
}

namespace detail {

/// The sign of root^2 * factor - limit * 2^64.
ISOBIT_HOST_DEVICE inline int compare_product(std::uint64_t root, std::uint64_t factor, uint128 limit) noexcept {
  uint128 const square = uint128{root} * root;
  uint128 const low = uint128{static_cast<std::uint64_t>(square)} * factor;
  uint128 const high = (square >> 64) * factor + (low >> 64);
  if (high != limit) return high < limit ? -1 : 1;
  return static_cast<std::uint64_t>(low) == 0 ? 0 : 1;
}

}  // namespace detail

/// The cube root of n * 2^64, rounded down.
ISOBIT_HOST_DEVICE inline whole_root cube_root(uint128 n) noexcept {
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    std::uint64_t const trial = root | std::uint64_t{1} << bit;
    if (detail::compare_product(trial, trial, n) <= 0) root = trial;
  }
  return {root, detail::compare_product(root, root, n) == 0};
}

/// The square root of n * 2^64 / divisor, rounded down, and at most 2^64 - 1. Precondition: divisor > 0.
ISOBIT_HOST_DEVICE inline whole_root square_root_of_quotient(uint128 n, std::uint64_t divisor) noexcept {
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    std::uint64_t const trial = root | std::uint64_t{1} << bit;
    if (detail::compare_product(trial, divisor, n) <= 0) root = trial;
  }
  return {root, detail::compare_product(root, divisor, n) == 0};
}

}  // namespace integer
ISOBIT_NAMESPACE_END
