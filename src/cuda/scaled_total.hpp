#pragma once

#include <isobit/arithmetic/bits.hpp>
#include <isobit/cuda/device_state.hpp>

#include "cuda/magnitude.hpp"
#include "integer/assemble.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// An exact sum of which multiples are wanted, by one thread. Large: in shared memory.
struct scalable_sum {
  device_magnitude finite;
  bool nan, positive, negative;  ///< what is not finite about it

  /// The digits in the range may be other than zero; they are changed.
  template <class State> ISOBIT_HOST_DEVICE void take(device_state<State>& sum, digit_range range) {
    positive = sum.positive_infinities != 0, negative = sum.negative_infinities != 0;
    nan = sum.nans != 0 || (positive && negative);
    find_magnitude<State>(sum.digit, range, finite);
  }
};

/// alpha*sum + beta*y before its one rounding, in integers, as `linalg::scaled_sum` on the CPU; in shared memory, for
/// one thread.
class scaled_total {
public:
  ISOBIT_HOST_DEVICE void clear() {
    for (auto& one : limb_) one = 0;
    nan_ = positive_infinity_ = negative_infinity_ = false;
  }

  /// Adds factor*sum. 0*inf is NaN.
  template <class T> ISOBIT_HOST_DEVICE void add(T factor, scalable_sum const& sum) {
    auto const& [minus, value] = sum.finite;
    if (sum.nan || sum.positive || sum.negative || is_nonfinite(factor)) {
      bool const zero = !sum.positive && !sum.negative && value.is_zero();
      add_nonfinite(sum.nan || is_nan(factor) || zero || is_zero(factor),
                    (sum.negative || (!sum.positive && minus)) != is_negative(factor));
      return;
    }
    auto const [factor_negative, significand, exponent] = decompose(factor);
    std::uint64_t const by = significand;
    integer::limbs::multiply(scaled_, value.limb, value.size, &by, 1);
    add_limbs(factor_negative != minus, value.size + 1, value.exponent + exponent);
  }

  template <class T> ISOBIT_HOST_DEVICE void add_product(T a, T b) {
    auto const x = decompose(a), y = decompose(b);
    bool const negative = x.negative != y.negative;
    if (is_nonfinite(a) || is_nonfinite(b))
      return add_nonfinite(is_nan(a) || is_nan(b) || is_zero(a) || is_zero(b), negative);
    auto const product = static_cast<unsigned __int128>(x.significand) * y.significand;
    scaled_[0] = static_cast<std::uint64_t>(product);
    scaled_[1] = static_cast<std::uint64_t>(product >> 64);
    add_limbs(negative, 2, x.exponent + y.exponent);
  }

  /// An exact zero is +0.
  template <class T> ISOBIT_HOST_DEVICE T round() {
    using f = format<T>;
    if (nan_ || (positive_infinity_ && negative_infinity_)) return from_bits<T>(f::canonical_nan);
    if (positive_infinity_ || negative_infinity_)
      return from_bits<T>(f::infinity | (negative_infinity_ ? f::sign_bit : 0));
    bool const negative = limb_[count - 1] >> 63 != 0;
    if (negative) integer::limbs::negate(limb_, count);
    int const size = integer::limbs::trimmed(limb_, count);
    if (size == 0) return from_bits<T>(0);
    return integer::assemble<T>(negative, integer::limbs::leading<std::uint64_t>(limb_, size, lowest),
                                rounding::nearest_even);
  }

private:
  // From the product of the smallest doubles (three factors) to that of the largest, 2^63 times.
  static constexpr int lowest = 32 * -103, highest = 32 * 104, count = (highest - lowest) / 64 + 1;

  ISOBIT_HOST_DEVICE void add_nonfinite(bool nan, bool negative) {
    (nan ? nan_ : negative ? negative_infinity_ : positive_infinity_) = true;
  }
  ISOBIT_HOST_DEVICE void add_limbs(bool negative, int size, int exponent) {
    size = integer::limbs::trimmed(scaled_, size);
    if (size == 0) return;
    integer::limbs::add(limb_, count, negative, scaled_, size, exponent - lowest);
  }

  std::uint64_t limb_[count], scaled_[81];
  bool nan_, positive_infinity_, negative_infinity_;
};

/// What one thread needs for a result of so many parts.
template <int Parts> struct scaled_parts {
  scalable_sum sum;
  scaled_total total[Parts];
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
