#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// An integer of any size, sign and magnitude, by the methods taught at school in base 2^32. Slow and obvious: it
/// shares no code and no idea with the accumulators it is compared with.
class integer {
public:
  integer() = default;
  integer(bool negative, std::uint64_t magnitude) : negative_(negative) {
    for (; magnitude != 0; magnitude >>= 32) digits_.push_back(static_cast<std::uint32_t>(magnitude));
    normalise();
  }
  integer(std::int64_t value)
      : integer(value < 0, value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)) {}

  [[nodiscard]] bool is_zero() const noexcept { return digits_.empty(); }
  [[nodiscard]] bool is_negative() const noexcept { return negative_; }
  /// Magnitude, least significant digit first, without leading zeros.
  [[nodiscard]] std::vector<std::uint32_t> const& digits() const noexcept { return digits_; }

  /// The number of bits of the magnitude, 0 for zero.
  [[nodiscard]] int bit_length() const noexcept {
    return digits_.empty() ? 0 : static_cast<int>(32 * digits_.size()) - std::countl_zero(digits_.back());
  }

  [[nodiscard]] integer operator-() const {
    integer result = *this;
    result.negative_ = !negative_;
    result.normalise();
    return result;
  }

  [[nodiscard]] friend integer magnitude(integer x) {
    x.negative_ = false;
    return x;
  }

  [[nodiscard]] friend integer operator<<(integer const& x, std::size_t bits) {
    std::size_t const zeros = bits / 32;
    std::vector<std::uint32_t> shifted(zeros + x.digits_.size() + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = zeros; i < shifted.size(); ++i) {
      carry |= std::uint64_t{x.digit(i - zeros)} << (bits % 32);
      shifted[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return signed_as(x.negative_, std::move(shifted));
  }

  [[nodiscard]] friend integer operator+(integer const& a, integer const& b) {
    if (a.negative_ == b.negative_) return signed_as(a.negative_, sum_of_magnitudes(a, b));
    bool const a_is_larger = compare_magnitudes(a, b) >= 0;
    integer const& larger = a_is_larger ? a : b;
    return signed_as(larger.negative_, difference_of_magnitudes(larger, a_is_larger ? b : a));
  }
  [[nodiscard]] friend integer operator-(integer const& a, integer const& b) { return a + -b; }

  [[nodiscard]] friend integer operator*(integer const& a, integer const& b) {
    std::vector<std::uint32_t> product(a.digits_.size() + b.digits_.size(), 0);
    for (std::size_t i = 0; i < a.digits_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.digits_.size(); ++j) {
        carry += std::uint64_t{a.digits_[i]} * b.digits_[j] + product[i + j];
        product[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      product[i + b.digits_.size()] = static_cast<std::uint32_t>(carry);
    }
    return signed_as(a.negative_ != b.negative_, std::move(product));
  }

  [[nodiscard]] friend std::strong_ordering operator<=>(integer const& a, integer const& b) {
    if (a.negative_ != b.negative_) return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
    return a.negative_ ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
  }
  [[nodiscard]] friend bool operator==(integer const& a, integer const& b) = default;

private:
  static integer signed_as(bool negative, std::vector<std::uint32_t> digits) {
    integer result;
    result.negative_ = negative;
    result.digits_ = std::move(digits);
    result.normalise();
    return result;
  }

  static std::strong_ordering compare_magnitudes(integer const& a, integer const& b) {
    if (a.digits_.size() != b.digits_.size()) return a.digits_.size() <=> b.digits_.size();
    return std::lexicographical_compare_three_way(a.digits_.rbegin(), a.digits_.rend(), b.digits_.rbegin(),
                                                  b.digits_.rend());
  }

  static std::vector<std::uint32_t> sum_of_magnitudes(integer const& a, integer const& b) {
    std::vector<std::uint32_t> sum(std::max(a.digits_.size(), b.digits_.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      carry += std::uint64_t{a.digit(i)} + b.digit(i);
      sum[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return sum;
  }

  static std::vector<std::uint32_t> difference_of_magnitudes(integer const& larger, integer const& smaller) {
    std::vector<std::uint32_t> difference(larger.digits_.size());
    std::uint32_t borrow = 0;
    for (std::size_t i = 0; i < larger.digits_.size(); ++i) {
      std::uint64_t const taken = std::uint64_t{smaller.digit(i)} + borrow;
      borrow = larger.digits_[i] < taken ? 1 : 0;
      difference[i] = static_cast<std::uint32_t>(larger.digits_[i] - taken);
    }
    return difference;
  }

  [[nodiscard]] std::uint32_t digit(std::size_t i) const noexcept { return i < digits_.size() ? digits_[i] : 0; }

  void normalise() {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    if (digits_.empty()) negative_ = false;
  }

  bool negative_ = false;
  std::vector<std::uint32_t> digits_;
};

}  // namespace reference

ISOBIT_NAMESPACE_END
