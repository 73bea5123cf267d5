#pragma once

#include <algorithm>

#include "integer/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// A sum in two's complement, with room for so many limbs.
template <int Capacity> class fixed_point {
public:
  ISOBIT_HOST_DEVICE explicit fixed_point(int size = Capacity) noexcept : size_(size) { std::fill_n(limb_, size, 0); }

  /// Adds (-1)^negative * number * 2^position. Precondition: position >= 0, and the sum fits, sign included.
  ISOBIT_HOST_DEVICE void add(bool negative, limbs::limb const* number, int number_size, int position) noexcept {
    limbs::add(limb_, size_, negative, number, number_size, position);
  }
  ISOBIT_HOST_DEVICE void add(bool negative, uint128 number, int position) noexcept {
    int const whole = position / 64, shift = position % 64;
    uint128 const low = number << shift;
    limbs::limb const parts[] = {static_cast<limbs::limb>(low), static_cast<limbs::limb>(low >> 64),
                                 static_cast<limbs::limb>(number >> 1 >> (127 - shift))};
    limbs::add(limb_ + whole, size_ - whole, negative, parts, 3);
  }

  /// Makes it its magnitude; returns whether it was negative.
  ISOBIT_HOST_DEVICE bool take_sign() noexcept {
    bool const negative = limb_[size_ - 1] >> 63 != 0;
    if (negative) limbs::negate(limb_, size_);
    return negative;
  }
  [[nodiscard]] ISOBIT_HOST_DEVICE bool is_zero() const noexcept { return limbs::trimmed(limb_, size_) == 0; }
  /// This times 2^exponent. Precondition: a magnitude other than zero.
  template <class Word> [[nodiscard]] ISOBIT_HOST_DEVICE leading_bits<Word> leading(int exponent) const noexcept {
    return limbs::leading<Word>(limb_, limbs::trimmed(limb_, size_), exponent);
  }

private:
  int size_;
  limbs::limb limb_[Capacity];
};

}  // namespace integer
ISOBIT_NAMESPACE_END
