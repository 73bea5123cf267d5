#pragma once

#include <algorithm>
#include <vector>

#include "integer/assemble.hpp"
#include "integer/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace integer {

/// An integer of any size: sign and magnitude.
class big_integer {
public:
  big_integer() = default;
  explicit big_integer(std::uint64_t value) {
    if (value != 0) limbs_.push_back(value);
  }

  [[nodiscard]] bool is_zero() const noexcept { return limbs_.empty(); }

  /// This times (-1)^negative * factor * 2^shift.
  [[nodiscard]] big_integer times(bool negative, std::uint64_t factor, int shift) const {
    big_integer result;
    if (is_zero() || factor == 0) return result;
    auto const zeros = static_cast<std::size_t>(shift / 64);
    uint128 const shifted = uint128{factor} << shift % 64;
    limbs::limb const parts[] = {factor << shift % 64, static_cast<limbs::limb>(shifted >> 64)};
    result.negative_ = negative_ != negative;
    result.limbs_.resize(zeros + limbs_.size() + 2);
    limbs::multiply(result.limbs_.data() + zeros, limbs_.data(), size(), parts, 2);
    result.trim();
    return result;
  }

  [[nodiscard]] friend big_integer operator+(big_integer const& a, big_integer const& b) {
    bool const swapped = smaller(a, b);
    big_integer result = swapped ? b : a;
    big_integer const& other = swapped ? a : b;
    result.limbs_.push_back(0);
    limbs::add(result.limbs_.data(), result.size(), a.negative_ != b.negative_, other.limbs_.data(), other.size());
    result.trim();
    return result;
  }

  /// This times 2^exponent, rounded to nearest even; zero is +0.
  template <class Real> [[nodiscard]] Real round(std::int64_t exponent) const {
    if (is_zero()) return from_bits<Real>(0);
    auto leading = limbs::leading<std::uint64_t>(limbs_.data(), size(), 0);
    // Beyond these every number overflows or vanishes.
    leading.exponent = static_cast<int>(std::clamp<std::int64_t>(exponent + leading.exponent, -8192, 8192));
    return assemble<Real>(negative_, leading, rounding::nearest_even);
  }

private:
  [[nodiscard]] int size() const noexcept { return static_cast<int>(limbs_.size()); }
  [[nodiscard]] static bool smaller(big_integer const& a, big_integer const& b) noexcept {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size();
    return std::lexicographical_compare(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(), b.limbs_.rend());
  }
  void trim() noexcept {
    limbs_.resize(static_cast<std::size_t>(limbs::trimmed(limbs_.data(), size())));
    if (limbs_.empty()) negative_ = false;
  }

  bool negative_ = false;
  std::vector<limbs::limb> limbs_;  // least significant first, none leading that is zero
};

}  // namespace integer
ISOBIT_NAMESPACE_END
