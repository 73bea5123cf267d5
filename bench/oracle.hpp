#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bench {

/// An exact sum of finite numbers and products, written apart from the library and as plainly as possible: one long
/// fixed-point number in 32-bit digits. Up to 2^30 addends.
class oracle {
public:
  void add(double x) {
    int exponent;
    std::int64_t const significand = split(x, exponent);
    add_scaled(static_cast<std::uint64_t>(std::abs(significand)), significand < 0, exponent);
  }
  void add_product(double x, double y) {
    int exponent_x, exponent_y;
    std::int64_t const a = split(x, exponent_x), b = split(y, exponent_y);
    wide const product = static_cast<wide>(std::abs(a)) * static_cast<std::uint64_t>(std::abs(b));
    bool const negative = (a < 0) != (b < 0);
    add_scaled(static_cast<std::uint64_t>(product), negative, exponent_x + exponent_y);
    add_scaled(static_cast<std::uint64_t>(product >> 64), negative, exponent_x + exponent_y + 64);
  }

  /// Nearest, ties to even; an exact zero is +0.
  template <class T> T round() const {
    constexpr int precision = std::numeric_limits<T>::digits;
    constexpr int lowest_bit = std::numeric_limits<T>::min_exponent - precision;
    std::int64_t digits[count];
    bool const negative = magnitude(digits);
    int top = count - 1;
    while (top >= 0 && digits[top] == 0) --top;
    if (top < 0) return 0;
    int const top_bit = 32 * top + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(digits[top]))) - 1;
    int last = top_bit - precision + 1;  // position of the result's last bit
    if (last + lowest < lowest_bit) last = lowest_bit - lowest;
    std::uint64_t significand = 0;
    for (int bit = top_bit; bit >= last; --bit) significand = 2 * significand + bit_at(digits, bit);
    bool sticky = false;
    for (int bit = last - 2; bit >= 0 && !sticky; --bit) sticky = bit_at(digits, bit) != 0;
    if (bit_at(digits, last - 1) != 0 && (sticky || (significand & 1) != 0)) ++significand;
    T const result = static_cast<T>(std::ldexp(static_cast<double>(significand), last + lowest));
    return negative ? -result : result;
  }

private:
  __extension__ using wide = unsigned __int128;
  static constexpr int lowest = -2176;  // weight of the first bit
  static constexpr int count = 140;

  static std::int64_t split(double x, int& exponent) {
    auto const bits = std::bit_cast<std::uint64_t>(x);
    int const biased = static_cast<int>(bits >> 52 & 0x7ff);
    auto const fraction = static_cast<std::int64_t>(bits & 0xfffffffffffffu);
    std::int64_t const significand = biased == 0 ? fraction : fraction | std::int64_t{1} << 52;
    exponent = (biased == 0 ? 1 : biased) - 1075;
    return bits >> 63 != 0 ? -significand : significand;
  }
  void add_scaled(std::uint64_t significand, bool negative, int exponent) {
    if (significand == 0) return;
    wide const shifted = static_cast<wide>(significand) << ((exponent - lowest) & 31);
    std::int64_t* const digit = digits_ + (exponent - lowest) / 32;
    for (int k = 0; k < 3; ++k) {
      auto const part = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> (32 * k)));
      digit[k] += negative ? -part : part;
    }
  }
  static void propagate(std::int64_t (&digits)[count]) {
    for (int k = 0; k + 1 < count; ++k) {
      digits[k + 1] += digits[k] >> 32;
      digits[k] &= 0xffffffff;
    }
  }
  bool magnitude(std::int64_t (&digits)[count]) const {
    for (int k = 0; k < count; ++k) digits[k] = digits_[k];
    propagate(digits);
    if (digits[count - 1] >= 0) return false;
    for (auto& digit : digits) digit = -digit;
    propagate(digits);
    return true;
  }
  static std::uint64_t bit_at(std::int64_t const (&digits)[count], int bit) {
    return bit < 0 ? 0 : static_cast<std::uint64_t>(digits[bit / 32]) >> (bit % 32) & 1;
  }

  std::int64_t digits_[count] = {};
};

}  // namespace bench
