#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include <isobit/method/binned.hpp>

#include "total.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace reference {

/// What a `binned` state of any number of bins is, by definition and in integers. Bin i counts units of 2^(i*W).
///
/// A value is cut from its own highest bin downwards, 2^(iW) <= 2|x| < 2^((i+1)W): each bin takes the multiple nearest
/// to what is left, the larger magnitude of two, and leaves the rest. A state of K bins keeps the sums in the highest
/// bin of any value and the K - 1 below, but no bin is kept below the one that holds the last bit of the format.
template <class T> class bins {
public:
  /// Room for 2^62 values: a part is at most 2^W.
  using count = __int128;

  explicit bins(int width) : width_(width) {}

  void add(T x, std::uint64_t copies = 1) {
    if (is_nonfinite(x)) return specials_.add(x);
    auto const [negative, significand, exponent] = decompose(x);
    if (significand == 0) return;
    auto rest = static_cast<std::int64_t>(significand) * (negative ? -1 : 1);  // in units of 2^exponent
    highest_ = std::max(highest_, bin_of(x));
    for (int index = bin_of(x); rest != 0; --index) {
      int const places = index * width_ - exponent;
      std::int64_t const part = nearest_multiple(rest, places);
      count const units = places >= 0 ? part >> places : part << -places;
      sums_[index] += static_cast<count>(copies) * units;
      rest -= part;
    }
  }

  /// i with 2^(iW) <= 2|x| < 2^((i+1)W).
  [[nodiscard]] int bin_of(T x) const {
    auto const [negative, significand, exponent] = decompose(x);
    return floor_quotient(exponent + static_cast<int>(std::bit_width(significand)), width_);
  }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int top(int kept) const { return std::max(highest_, lowest() + kept - 1); }
  [[nodiscard]] count content(int index) const {
    auto const found = sums_.find(index);
    return found == sums_.end() ? 0 : found->second;
  }
  /// The same as carry * 2^(precision - 3) + units, 0 <= units < 2^(precision - 3).
  [[nodiscard]] detail::bin parts(int index) const {
    constexpr int room = format<T>::precision - 3;
    count const whole = content(index);
    count const carry = whole >> room;  // rounds down
    return {static_cast<std::int64_t>(carry), static_cast<std::int64_t>(whole - (carry << room))};
  }
  [[nodiscard]] bool is_finite() const { return specials_.is_finite(); }

  /// The exact value of the finite part of a state of so many bins.
  [[nodiscard]] dyadic value(int kept) const {
    dyadic sum;
    for (int index = top(kept); index > top(kept) - kept; --index)
      sum = sum + dyadic(wide(content(index)), index * width_);
    return sum;
  }
  [[nodiscard]] T round(int kept) const {
    return is_finite() ? reference::round<T>(value(kept)) : specials_.template round<T>();
  }

private:
  static int floor_quotient(int a, int b) { return a / b - (a % b < 0 ? 1 : 0); }
  [[nodiscard]] int lowest() const { return floor_quotient(format<T>::min_exponent, width_); }

  /// The multiple of 2^places nearest to x, the larger magnitude of two.
  static std::int64_t nearest_multiple(std::int64_t x, int places) {
    if (places <= 0) return x;
    if (places > 60) return 0;  // |x| is below 2^53
    std::int64_t const unit = std::int64_t{1} << places;
    std::int64_t const magnitude = ((x < 0 ? -x : x) + unit / 2) / unit * unit;
    return x < 0 ? -magnitude : magnitude;
  }

  static integer wide(count x) {
    bool const negative = x < 0;
    auto const magnitude = negative ? -static_cast<unsigned __int128>(x) : static_cast<unsigned __int128>(x);
    return (integer(negative, static_cast<std::uint64_t>(magnitude >> 64)) << 64) +
           integer(negative, static_cast<std::uint64_t>(magnitude));
  }

  int width_;
  int highest_ = -(1 << 20);
  std::map<int, count> sums_;
  total specials_;
};

}  // namespace reference

ISOBIT_NAMESPACE_END
