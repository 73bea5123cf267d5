#pragma once

#include <algorithm>

#include "integer/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// A number that is not negative, with room for so many limbs: sum of limb[i] * 2^(64*i + exponent).
template <int Capacity> struct natural {
  static constexpr int capacity = Capacity;
  limbs::limb limb[Capacity];  // the least significant first; only the first `size` are set
  int size = 0;                // the last limb is not zero
  int exponent = 0;

  natural() = default;
  ISOBIT_HOST_DEVICE explicit natural(limbs::limb value) noexcept : size(value != 0) { limb[0] = value; }

  ISOBIT_HOST_DEVICE void trim() noexcept { size = limbs::trimmed(limb, size); }
  [[nodiscard]] ISOBIT_HOST_DEVICE bool is_zero() const noexcept { return size == 0; }

  /// Precondition: not zero.
  template <class Word = std::uint64_t> [[nodiscard]] ISOBIT_HOST_DEVICE leading_bits<Word> leading() const noexcept {
    return limbs::leading<Word>(limb, size, exponent);
  }

  /// floor(this / divisor); returns whether there was a remainder. Precondition: divisor > 0.
  ISOBIT_HOST_DEVICE bool divide(limbs::limb divisor) noexcept {
    bool const remainder = limbs::divide(limb, size, divisor) != 0;
    trim();
    return remainder;
  }

  /// Precondition: other <= this, and other.exponent >= exponent.
  ISOBIT_HOST_DEVICE void subtract(natural const& other) noexcept {
    limbs::add(limb, size, true, other.limb, other.size, other.exponent - exponent);
    trim();
  }

  /// Appends zeros below, so that a quotient keeps more bits. Precondition: size + count <= capacity.
  ISOBIT_HOST_DEVICE void extend_below(int count) noexcept {
    for (int i = size - 1; i >= 0; --i) limb[i + count] = limb[i];
    for (int i = 0; i < count; ++i) limb[i] = 0;
    size += count;
    exponent -= 64 * count;
  }
};

/// Precondition: the limbs of both together fit.
template <int Capacity>
[[nodiscard]] ISOBIT_HOST_DEVICE natural<Capacity> product(natural<Capacity> const& a,
                                                           natural<Capacity> const& b) noexcept {
  natural<Capacity> result;
  result.size = a.size + b.size;
  result.exponent = a.exponent + b.exponent;
  limbs::multiply(result.limb, a.limb, a.size, b.limb, b.size);
  result.trim();
  return result;
}

/// Precondition: neither is zero.
template <class Word = std::uint64_t, int Capacity>
[[nodiscard]] leading_bits<Word> quotient(natural<Capacity> const& a, natural<Capacity> const& b) noexcept {
  constexpr int wanted = sizeof(Word) / sizeof(limbs::limb);
  int const a_shift = leading_zeros(a.limb[a.size - 1]), b_shift = leading_zeros(b.limb[b.size - 1]);
  limbs::limb divisor[Capacity] = {}, dividend[Capacity + 1 + wanted] = {}, result[Capacity + 1 + wanted] = {};
  limbs::add(divisor, b.size, false, b.limb, b.size, b_shift);
  // With its top bit at 62 the dividend begins with less than the divisor; a limb of quotient more than are wanted has
  // bits enough.
  int const size = std::max(a.size + 1, b.size + 1 + wanted), moved = 64 * (size - a.size) + a_shift - 1;
  limbs::add(dividend, size, false, a.limb, a.size, moved);
  limbs::divide(result, size - b.size, dividend, divisor, b.size);
  int const exponent = a.exponent - moved - b.exponent + b_shift;
  auto leading = limbs::leading<Word>(result, size - b.size, exponent);
  leading.sticky |= limbs::trimmed(dividend, b.size) != 0;
  return leading;
}

}  // namespace integer
ISOBIT_NAMESPACE_END
