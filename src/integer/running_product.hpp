#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "integer/assemble.hpp"
#include "integer/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// A rounded product: value * 2^scale, 1 <= value < 2.
template <class T> struct scaled_value {
  T value;
  std::int64_t scale;
};

/// The product of any number of positive integers times powers of two, to so many limbs, rounded down. After `cuts`
/// roundings the product lies in [p, p + 4*cuts) units of the last limb. docs/maths/products.md
class running_product {
public:
  explicit running_product(int limbs) : limbs_(limbs), product_{1}, scratch_(2 * static_cast<std::size_t>(limbs) + 1) {}

  /// Times factor[0 .. size) * 2^exponent. Precondition: the top limb is not zero.
  void multiply(limbs::limb const* factor, int size, std::int64_t exponent) {
    int const skipped = std::max(size - limbs_ - 1, 0);
    bool cut = false;
    for (int i = 0; i < skipped; ++i) cut |= factor[i] != 0;
    cuts_ += cut;
    factor += skipped, size -= skipped;

    int const held = static_cast<int>(product_.size());
    limbs::multiply(scratch_.data(), product_.data(), held, factor, size);
    exponent_ += exponent + 64 * std::int64_t{skipped};
    keep(limbs::trimmed(scratch_.data(), held + size));
  }

  /// The product rounded to nearest-even; false where it is not certain that this is the product's rounding.
  template <class T> [[nodiscard]] bool round(scaled_value<T>& result) const {
    result = rounded<T>(product_);
    if (cuts_ == 0) return true;
    std::vector<limbs::limb> above = product_;
    above.push_back(0);
    limbs::limb const error[] = {4 * cuts_};
    limbs::add(above.data(), static_cast<int>(above.size()), false, error, 1);
    scaled_value<T> const highest = rounded<T>(above);
    return bits_of(highest.value) == bits_of(result.value) && highest.scale == result.scale;
  }

private:
  /// The top limbs of the scratch, moved so that the highest bit is set once any are cut off.
  void keep(int size) {
    int const spare = size <= limbs_ ? 0 : leading_zeros(scratch_[static_cast<std::size_t>(size - 1)]);
    int const moved = size <= limbs_ ? 0 : 64 * (size - limbs_) - spare;
    product_.assign(static_cast<std::size_t>(std::min(size, limbs_)), 0);
    limbs::add(product_.data(), static_cast<int>(product_.size()), false, scratch_.data(), size, -moved);
    exponent_ += moved;
    for (int i = 0; 64 * i < moved; ++i) {
      limbs::limb const below = scratch_[static_cast<std::size_t>(i)];
      bool const whole = moved - 64 * i >= 64;
      if ((whole ? below : below << (64 - (moved - 64 * i))) == 0) continue;
      ++cuts_;
      break;
    }
  }

  template <class T> [[nodiscard]] scaled_value<T> rounded(std::vector<limbs::limb> const& number) const {
    auto leading =
        limbs::leading<std::uint64_t>(number.data(), limbs::trimmed(number.data(), static_cast<int>(number.size())), 0);
    std::int64_t const scale = exponent_ + leading.exponent + 63;
    leading.exponent = -63;  // from 1 up to 2, which it may be rounded to
    T const value = assemble<T>(false, leading, rounding::nearest_even);
    constexpr auto one = static_cast<typename format<T>::bits_type>(format<T>::bias) << format<T>::stored_bits;
    bool const carried = bits_of(value) == one + format<T>::implicit_bit;
    return carried ? scaled_value<T>{from_bits<T>(one), scale + 1} : scaled_value<T>{value, scale};
  }

  int limbs_;
  std::int64_t exponent_ = 0;
  std::uint64_t cuts_ = 0;
  std::vector<limbs::limb> product_;  // the least significant first; not zero
  std::vector<limbs::limb> scratch_;
};

}  // namespace integer
ISOBIT_NAMESPACE_END
