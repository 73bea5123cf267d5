#pragma once

#include <cstdint>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// A whole number that is not negative, in Count + 1 digits from 0 to 2^Bits - 1: what tables of residues are made
/// with.
template <int Bits, int Count> struct natural_digits {
  static constexpr std::int64_t base = std::int64_t{1} << Bits;
  std::int64_t digit[Count + 1] = {1};

  void multiply(std::int64_t factor) noexcept {
    std::int64_t carry = 0;
    for (auto& d : digit) {
      carry += d * factor;
      d = carry % base;
      carry /= base;
    }
  }
  /// Returns the remainder.
  std::int64_t divide(std::int64_t divisor) noexcept {
    std::int64_t rest = 0;
    for (int i = Count; i >= 0; --i) {
      rest = rest * base + digit[i];
      digit[i] = rest / divisor;
      rest %= divisor;
    }
    return rest;
  }
  /// So many digits that the last is at most half of the base.
  [[nodiscard]] int needed() const noexcept {
    int count = Count + 1;
    while (count > 1 && digit[count - 1] == 0) --count;
    return digit[count - 1] >= base / 2 ? count + 1 : count;
  }
  /// With digits of either sign, of magnitude up to half of the base, but for the last one, which takes what is left.
  void write(int count, double* out) const noexcept {
    std::int64_t carry = 0;
    for (int i = 0; i < count; ++i) {
      std::int64_t d = digit[i] + carry;
      carry = 0;
      if (i + 1 == count)
        d += i < Count ? digit[i + 1] * base : 0;
      else if (d > base / 2)
        d -= base, carry = 1;
      out[i] = static_cast<double>(d);
    }
  }
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
