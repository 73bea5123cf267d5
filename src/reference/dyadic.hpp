#pragma once

#include <isobit/arithmetic/bits.hpp>

#include "integer.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// The number significand * 2^exponent, exactly. Every finite floating-point number is one, and so is every sum and
/// every product of them.
class dyadic {
public:
  dyadic() = default;
  dyadic(integer significand, int exponent = 0) : significand_(std::move(significand)), exponent_(exponent) {}

  [[nodiscard]] integer const& significand() const noexcept { return significand_; }
  [[nodiscard]] int exponent() const noexcept { return exponent_; }
  [[nodiscard]] bool is_zero() const noexcept { return significand_.is_zero(); }
  [[nodiscard]] bool is_negative() const noexcept { return significand_.is_negative(); }

  /// The significand this number has with the smaller exponent `exponent`.
  [[nodiscard]] integer significand_at(int exponent) const {
    return significand_ << static_cast<std::size_t>(exponent_ - exponent);
  }

  [[nodiscard]] dyadic operator-() const { return {-significand_, exponent_}; }
  [[nodiscard]] friend dyadic magnitude(dyadic const& x) { return {magnitude(x.significand_), x.exponent_}; }
  [[nodiscard]] friend dyadic operator+(dyadic const& a, dyadic const& b) {
    int const exponent = common_exponent(a, b);
    return {a.significand_at(exponent) + b.significand_at(exponent), exponent};
  }
  [[nodiscard]] friend dyadic operator-(dyadic const& a, dyadic const& b) { return a + -b; }
  [[nodiscard]] friend dyadic operator*(dyadic const& a, dyadic const& b) {
    return {a.significand_ * b.significand_, a.exponent_ + b.exponent_};
  }
  [[nodiscard]] friend std::strong_ordering operator<=>(dyadic const& a, dyadic const& b) {
    if (a.is_zero() || b.is_zero() || a.is_negative() != b.is_negative()) return a.significand_ <=> b.significand_;
    // Only to save time: the place of the top bit decides nearly always.
    if (auto const tops = a.top() <=> b.top(); tops != 0) return a.is_negative() ? b.top() <=> a.top() : tops;
    int const exponent = common_exponent(a, b);
    return a.significand_at(exponent) <=> b.significand_at(exponent);
  }
  [[nodiscard]] friend bool operator==(dyadic const& a, dyadic const& b) { return (a <=> b) == 0; }

private:
  [[nodiscard]] int top() const noexcept { return exponent_ + significand_.bit_length(); }
  static int common_exponent(dyadic const& a, dyadic const& b) { return std::min(a.exponent_, b.exponent_); }

  integer significand_;
  int exponent_ = 0;
};

/// The value of a finite floating-point number.
template <class T> [[nodiscard]] dyadic exactly(T x) {
  auto const [negative, significand, exponent] = decompose(x);
  return {integer(negative, significand), exponent};
}

}  // namespace reference

ISOBIT_NAMESPACE_END
