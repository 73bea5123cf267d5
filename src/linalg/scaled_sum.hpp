#pragma once

#include <cstdint>

#include "integer/assemble.hpp"
#include "sum/magnitude.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The exact sum of a few products of a number and a sum of products, with integers only: alpha*sum + beta*c before
/// its one rounding.
class scaled_sum {
public:
  /// Adds factor*sum. Infinities and NaN count as IEEE's product of the two does: 0*inf is NaN.
  template <class T> void add(T factor, exact_product const& sum) noexcept {
    bool const sum_nan =
        sum.nan_count() != 0 || (sum.positive_infinity_count() != 0 && sum.negative_infinity_count() != 0);
    bool const sum_infinite = sum.positive_infinity_count() != 0 || sum.negative_infinity_count() != 0;
    auto const [factor_negative, significand, exponent] = decompose(factor);
    if (!sum_nan && !sum_infinite && !is_nonfinite(factor)) return add_finite(factor, detail::magnitude_of(sum));
    int const sign = sum_infinite ? (sum.negative_infinity_count() != 0 ? -1 : 1) : sum.sign();
    bool const zero = sign == 0 || (!is_nonfinite(factor) && significand == 0);
    if (sum_nan || is_nan(factor) || zero)
      nan_ = true;
    else
      (factor_negative != (sign < 0) ? negative_infinity_ : positive_infinity_) = true;
  }
  /// Adds a*b.
  template <class T> void add_product(T a, T b) noexcept {
    exact_product product;
    product.add_product(a, b);
    add(from_bits<T>(std::uint64_t{format<T>::bias} << format<T>::stored_bits), product);
  }

  /// Nearest even; an exact zero is +0.
  template <class T> [[nodiscard]] T round() const noexcept {
    using f = format<T>;
    if (nan_ || (positive_infinity_ && negative_infinity_)) return from_bits<T>(f::canonical_nan);
    if (positive_infinity_ || negative_infinity_)
      return from_bits<T>(f::infinity | (negative_infinity_ ? f::sign_bit : 0));
    bool negative = false;
    auto value = magnitude(negative);
    return value.is_zero() ? from_bits<T>(0) : integer::assemble<T>(negative, value.leading(), rounding::nearest_even);
  }

private:
  // From the product of the smallest doubles (three factors) to that of the largest, 2^63 times.
  static constexpr int lowest = -103, highest = 103, count = highest - lowest + 1;

  template <class T> void add_finite(T factor, detail::signed_magnitude const& sum) noexcept {
    auto const [factor_negative, significand, exponent] = decompose(factor);
    if (significand == 0) return;
    int const place = exponent >> 5, shift = exponent & 31;  // floor and remainder
    auto const shifted = static_cast<unsigned __int128>(significand) << shift;
    bool const negative = factor_negative != sum.negative;
    for (int i = 0; i < sum.value.size; ++i)
      for (int j = 0; j < 3; ++j) {
        auto const product = std::uint64_t{sum.value.digit[i]} * static_cast<std::uint32_t>(shifted >> (32 * j));
        auto* const at = digit_ + (sum.value.lowest + i + place + j - lowest);
        auto const low = static_cast<std::int64_t>(product & 0xffffffffu),
                   high = static_cast<std::int64_t>(product >> 32);
        at[0] += negative ? -low : low;
        at[1] += negative ? -high : high;
      }
  }

  [[nodiscard]] wide_integer<count> magnitude(bool& negative) const noexcept {
    wide_integer<count> value;
    std::int64_t carry = 0;
    for (int k = 0; k < count; ++k) {
      carry += digit_[k];
      value.digit[k] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    negative = carry < 0;
    for (std::uint64_t k = 0, add = 1; negative && k < count; ++k) {  // the two's complement
      add += static_cast<std::uint32_t>(~value.digit[k]);
      value.digit[k] = static_cast<std::uint32_t>(add);
      add >>= 32;
    }
    value.lowest = lowest;
    value.size = count;
    value.trim();
    return value;
  }

  std::int64_t digit_[count + 1] = {};  // each gathers a few dozen halves of products of digits
  bool nan_ = false, positive_infinity_ = false, negative_infinity_ = false;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
