#pragma once

#include <cstdint>

#include "integer/assemble.hpp"
#include "integer/fixed_point.hpp"
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
    if (!sum_nan && !sum_infinite && !is_nonfinite(factor))
      return add_finite(factor, isobit::detail::magnitude_of(sum));
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
    auto total = total_;
    bool const negative = total.take_sign();
    if (total.is_zero()) return from_bits<T>(0);
    return integer::assemble<T>(negative, total.leading<std::uint64_t>(lowest), rounding::nearest_even);
  }

private:
  // From the product of the smallest doubles (three factors) to that of the largest, 2^63 times.
  static constexpr int lowest = 32 * -103, highest = 32 * 104;

  template <class T> void add_finite(T factor, isobit::detail::signed_magnitude const& sum) noexcept {
    auto const [factor_negative, significand, exponent] = decompose(factor);
    auto const scaled = product(sum.value, isobit::detail::magnitude_integer(significand));
    total_.add(factor_negative != sum.negative, scaled.limb, scaled.size, scaled.exponent + exponent - lowest);
  }

  integer::fixed_point<(highest - lowest) / 64 + 1> total_;
  bool nan_ = false, positive_infinity_ = false, negative_infinity_ = false;
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
