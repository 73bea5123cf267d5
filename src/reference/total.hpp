#pragma once

#include <cstdint>

#include "round.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// The exact sum of addends and what else the specification of the bits (BITS.md) asks about them: the slow twin of
/// the exact accumulators, for every operation.
class total {
public:
  template <class T> void add(T x) { count(x, 1); }
  template <class T> void retract(T x) { count(x, -1); }
  template <class T> void add_product(T a, T b) { count_product(a, b, 1); }
  template <class T> void retract_product(T a, T b) { count_product(a, b, -1); }

  void merge(total const& other) {
    value_ = value_ + other.value_;
    count_more(nans_, other.nans_);
    count_more(positive_infinities_, other.positive_infinities_);
    count_more(negative_infinities_, other.negative_infinities_);
    any_ = any_ || other.any_;
    any_but_negative_zero_ = any_but_negative_zero_ || other.any_but_negative_zero_;
  }

  [[nodiscard]] dyadic const& value() const noexcept { return value_; }
  [[nodiscard]] std::int64_t nan_count() const noexcept { return nans_; }
  [[nodiscard]] std::int64_t positive_infinity_count() const noexcept { return positive_infinities_; }
  [[nodiscard]] std::int64_t negative_infinity_count() const noexcept { return negative_infinities_; }
  [[nodiscard]] bool empty() const noexcept { return !any_; }
  [[nodiscard]] bool only_negative_zeros() const noexcept { return any_ && !any_but_negative_zero_; }
  [[nodiscard]] bool is_finite() const noexcept {
    return nans_ == 0 && positive_infinities_ == 0 && negative_infinities_ == 0;
  }

  template <class T> [[nodiscard]] T round(rounding mode = rounding::nearest_even) const { return divided<T>(1, mode); }
  template <class T> [[nodiscard]] T mean(std::uint64_t count) const {
    return divided<T>(count, rounding::nearest_even);
  }
  template <class T> [[nodiscard]] T square_root() const {
    if (negative_infinities_ != 0 || (is_finite() && value_.is_negative())) return nan<T>();
    if (!is_finite() || value_.is_zero()) return round<T>();
    return round_square_root<T>(value_);
  }

  template <class T> [[nodiscard]] static T nan() { return from_bits<T>(format<T>::canonical_nan); }

private:
  template <class T> [[nodiscard]] T divided(std::uint64_t count, rounding mode) const {
    using f = format<T>;
    if (nans_ != 0 || (positive_infinities_ != 0 && negative_infinities_ != 0)) return nan<T>();
    if (positive_infinities_ != 0) return from_bits<T>(f::infinity);
    if (negative_infinities_ != 0) return negated(from_bits<T>(f::infinity));
    if (only_negative_zeros()) return from_bits<T>(f::sign_bit);
    return round_quotient<T>(value_, integer(false, count), mode);
  }

  /// A count that has reached 2^63 - 1, up or down, stays there.
  static void count_more(std::int64_t& count, std::int64_t by) {
    constexpr std::int64_t most = INT64_MAX;
    auto const at_limit = [](std::int64_t c) { return c >= most || c <= -most; };
    if (at_limit(count)) return;
    if (at_limit(by))
      count = by > 0 ? most : -most;
    else if (by > 0)
      count = count > most - by ? most : count + by;
    else
      count = count < -most - by ? -most : count + by;
  }

  void count_nonfinite(bool nan, bool negative, int by) {
    count_more(nan ? nans_ : negative ? negative_infinities_ : positive_infinities_, by);
    any_ = any_but_negative_zero_ = true;
  }

  void count_finite(dyadic const& addend, bool negative, int by) {
    value_ = by > 0 ? value_ + addend : value_ - addend;
    any_ = true;
    if (!addend.is_zero() || !negative) any_but_negative_zero_ = true;
  }

  template <class T> void count(T x, int by) {
    if (is_nonfinite(x))
      count_nonfinite(is_nan(x), isobit::is_negative(x), by);
    else
      count_finite(exactly(x), isobit::is_negative(x), by);
  }

  template <class T> void count_product(T a, T b, int by) {
    bool const negative = isobit::is_negative(a) != isobit::is_negative(b);
    auto const is_zero = [](T x) { return decompose(x).significand == 0; };
    if (is_nonfinite(a) || is_nonfinite(b))
      count_nonfinite(is_nan(a) || is_nan(b) || is_zero(a) || is_zero(b), negative, by);
    else
      count_finite(exactly(a) * exactly(b), negative, by);
  }

  dyadic value_;
  std::int64_t nans_ = 0;
  std::int64_t positive_infinities_ = 0;
  std::int64_t negative_infinities_ = 0;
  bool any_ = false;
  bool any_but_negative_zero_ = false;
};

}  // namespace reference

ISOBIT_NAMESPACE_END
