#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "integer/assemble.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// An integer of any size: sign and magnitude.
class big_integer {
public:
  big_integer() = default;
  explicit big_integer(std::uint64_t value) {
    if (value != 0) digits_.push_back(value);
  }

  [[nodiscard]] bool is_zero() const noexcept { return digits_.empty(); }

  /// This times (-1)^negative * factor * 2^shift.
  [[nodiscard]] big_integer times(bool negative, std::uint64_t factor, int shift) const {
    big_integer result;
    if (is_zero() || factor == 0) return result;
    auto const zeros = static_cast<std::size_t>(shift / 64);
    int const bits = shift % 64;
    u128 const low = static_cast<u128>(factor) << bits;
    result.negative_ = negative_ != negative;
    result.digits_.assign(zeros + digits_.size() + 2, 0);
    for (int half = 0; half < 2; ++half) {
      auto const digit = static_cast<std::uint64_t>(half == 0 ? low : low >> 64);
      std::uint64_t carry = 0;
      std::size_t at = zeros + static_cast<std::size_t>(half);
      for (std::uint64_t const d : digits_) {
        u128 const sum = static_cast<u128>(d) * digit + result.digits_[at] + carry;
        result.digits_[at++] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
      }
      if (at < result.digits_.size()) result.digits_[at] = carry;
    }
    result.trim();
    return result;
  }

  [[nodiscard]] friend big_integer operator+(big_integer const& a, big_integer const& b) {
    bool const swapped = smaller(a, b);
    big_integer result = swapped ? b : a;
    big_integer const& other = swapped ? a : b;
    bool const subtract = a.negative_ != b.negative_;
    result.digits_.push_back(0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < result.digits_.size() && (i < other.digits_.size() || carry != 0); ++i) {
      u128 const addend = static_cast<u128>(i < other.digits_.size() ? other.digits_[i] : 0) + carry;
      u128 const sum = subtract ? result.digits_[i] - addend : result.digits_[i] + addend;
      result.digits_[i] = static_cast<std::uint64_t>(sum);
      carry = (sum >> 64) != 0;
    }
    result.trim();
    return result;
  }

  /// This times 2^exponent, rounded to nearest even; zero is +0.
  template <class Real> [[nodiscard]] Real round(std::int64_t exponent) const {
    if (is_zero()) return from_bits<Real>(0);
    std::size_t const top = digits_.size() - 1;
    int const shift = std::countl_zero(digits_[top]);
    std::uint64_t const next = top > 0 ? digits_[top - 1] : 0;
    std::uint64_t const significand = shift == 0 ? digits_[top] : digits_[top] << shift | next >> (64 - shift);
    bool sticky = (next << shift) != 0;
    for (std::size_t i = 0; i + 1 < top && !sticky; ++i) sticky = digits_[i] != 0;
    // Beyond these every number overflows or vanishes.
    auto const place = std::clamp<std::int64_t>(exponent + 64 * static_cast<std::int64_t>(top) - shift, -8192, 8192);
    return integer::assemble<Real>(negative_, {significand, static_cast<int>(place), sticky}, rounding::nearest_even);
  }

private:
  using u128 = unsigned __int128;

  [[nodiscard]] static bool smaller(big_integer const& a, big_integer const& b) noexcept {
    if (a.digits_.size() != b.digits_.size()) return a.digits_.size() < b.digits_.size();
    return std::lexicographical_compare(a.digits_.rbegin(), a.digits_.rend(), b.digits_.rbegin(), b.digits_.rend());
  }
  void trim() noexcept {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    if (digits_.empty()) negative_ = false;
  }

  bool negative_ = false;
  std::vector<std::uint64_t> digits_;  // least significant first, none leading that is zero
};

}  // namespace linalg
ISOBIT_NAMESPACE_END
