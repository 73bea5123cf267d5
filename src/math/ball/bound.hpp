#pragma once

#include <cstdint>

#include <isobit/version.hpp>

#include "integer/bit_count.hpp"

/// Upper bounds of errors: thirty bits are plenty, and every operation rounds up.
ISOBIT_NAMESPACE_BEGIN
namespace math {

/// mantissa * 2^exponent, where 2^30 <= mantissa <= 2^31; zero has mantissa 0. Not a bound, but no bound at all, if the
/// exponent is `unbounded`.
struct bound {
  static constexpr std::int64_t unbounded = std::int64_t{1} << 60;
  std::uint64_t mantissa = 0;
  std::int64_t exponent = 0;

  [[nodiscard]] ISOBIT_HOST_DEVICE bool is_zero() const noexcept { return mantissa == 0; }
};

/// At least mantissa * 2^exponent.
ISOBIT_HOST_DEVICE inline bound make_bound(std::uint64_t mantissa, std::int64_t exponent) noexcept {
  if (mantissa == 0) return {};
  int const excess = integer::bit_length(mantissa) - 31;
  if (excess > 0) {
    std::uint64_t const kept = mantissa >> excess;
    mantissa = kept + (kept << excess != mantissa);
  } else {
    mantissa <<= -excess;
  }
  exponent += excess;
  if (exponent > bound::unbounded) exponent = bound::unbounded;
  if (exponent < -bound::unbounded) exponent = -bound::unbounded;
  return {mantissa, exponent};
}

ISOBIT_HOST_DEVICE inline bound bound_power_of_two(std::int64_t exponent) noexcept { return make_bound(1, exponent); }

ISOBIT_HOST_DEVICE inline bound no_bound() noexcept { return {std::uint64_t{1} << 30, bound::unbounded}; }

ISOBIT_HOST_DEVICE inline bound add(bound a, bound b) noexcept {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  bool const swap = a.exponent < b.exponent;
  bound const& large = swap ? b : a;
  bound const& small = swap ? a : b;
  std::int64_t const distance = large.exponent - small.exponent;
  std::uint64_t const shifted = distance < 32 ? small.mantissa >> distance : 0;
  return make_bound(large.mantissa + shifted + 1, large.exponent);
}

ISOBIT_HOST_DEVICE inline bound multiply(bound a, bound b) noexcept {
  return make_bound(a.mantissa * b.mantissa, a.exponent + b.exponent);
}

/// At least a / b. Precondition: b is not an upper bound but a lower one, and not zero.
ISOBIT_HOST_DEVICE inline bound divide(bound a, bound b) noexcept {
  if (a.is_zero()) return a;
  return make_bound((a.mantissa << 32) / b.mantissa + 1, a.exponent - b.exponent - 32);
}

ISOBIT_HOST_DEVICE inline bound scale(bound a, std::int64_t exponent) noexcept {
  return make_bound(a.mantissa, a.exponent + exponent);
}

ISOBIT_HOST_DEVICE inline bool operator<(bound a, bound b) noexcept {
  if (a.is_zero() || b.is_zero()) return a.mantissa < b.mantissa;
  // Shifting the one with the larger exponent decides, for mantissas differ by a factor of two at most.
  if (a.exponent > b.exponent + 1) return false;
  if (b.exponent > a.exponent + 1) return true;
  std::int64_t const lowest = a.exponent < b.exponent ? a.exponent : b.exponent;
  return a.mantissa << (a.exponent - lowest) < b.mantissa << (b.exponent - lowest);
}

}  // namespace math
ISOBIT_NAMESPACE_END
