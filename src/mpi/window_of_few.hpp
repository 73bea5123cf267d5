#pragma once

#include <cstring>

#include <isobit/view/vector_view.hpp>

#include "mpi/merge_windows.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// Above this many numbers an accumulator takes no longer.
inline constexpr std::size_t few_doubles = 32;

/// The digits of a sum of few doubles, from the lowest that any of them has on: an accumulator as short as they allow.
class few_digits {
public:
  /// Adds them all. Returns false where they are too many, too far apart, not finite, or cancel: then there is no
  /// window.
  bool add(vector_view<double const> const& values) noexcept {
    std::size_t const count = values.count();
    if (count > few_doubles) return false;
    std::uint64_t bits[few_doubles];
    int least = format<double>::max_biased, most = 0;
    for (std::size_t i = 0; i < count; ++i) {
      bits[i] = bits_at(values, i);
      int const biased = exponent_of(bits[i]);
      most = std::max(most, biased);
      if (bits[i] << 1 != 0) least = std::min(least, biased);
    }
    if (most == format<double>::max_biased || least > most) return false;
    lowest_ = digit_of(least);
    // A number reaches into its third digit, carries with it; the next one has the sign.
    if (digit_of(most) + 3 - lowest_ >= size) return false;
    for (std::size_t i = 0; i < count; ++i) add(bits[i]);
    carry();
    return find_ends();
  }

  /// The window that an accumulator with these numbers has.
  [[nodiscard]] sum_window to_window() const noexcept {
    window_header header;
    header.seen = window_header::others;
    header.low = static_cast<unsigned>(lowest_ + low_) + window_header::bias;
    header.high = static_cast<unsigned>(lowest_ + high_) + window_header::bias;
    auto const at = [&](int i) { return static_cast<std::uint64_t>(digit_[std::min(i, size - 1)]); };
    sum_window result;
    result.header = header.word();
    for (int i = 0; i < sum_window::words; ++i) result.word[i] = at(low_ + 2 * i) | at(low_ + 2 * i + 1) << 32;
    return result;
  }

private:
  static constexpr int size = 16;  // a window of seven words, and two to spare

  static std::uint64_t bits_at(vector_view<double const> const& values, std::size_t i) noexcept {
    std::uint64_t bits;
    auto const* const first = reinterpret_cast<char const*>(values.data);
    std::memcpy(&bits, first + static_cast<std::ptrdiff_t>(i * sizeof bits) * values.stride, sizeof bits);
    return bits;
  }
  static int exponent_of(std::uint64_t bits) noexcept {
    return static_cast<int>(bits >> format<double>::stored_bits) & format<double>::max_biased;
  }
  /// That of the last bit of numbers with this exponent field; subnormal ones have that of the next.
  static int place_of(int biased) noexcept { return std::max(biased, 1) - 1 + format<double>::min_exponent; }
  static int digit_of(int biased) noexcept { return place_of(biased) >> 5; }  // rounds down

  void add(std::uint64_t bits) noexcept {
    int const biased = exponent_of(bits), place = place_of(biased);
    std::uint64_t const leading = biased == 0 ? 0 : format<double>::implicit_bit;
    std::uint64_t const significand = (bits & (format<double>::implicit_bit - 1)) | leading;
    if (significand == 0) return;
    auto const moved = integer::uint128{significand} << (place & 31);
    std::int64_t const sign = -static_cast<std::int64_t>(bits >> 63);
    std::int64_t* const at = digit_ + ((place >> 5) - lowest_);
    for (int k = 0; k < 3; ++k)
      at[k] += (static_cast<std::int64_t>(static_cast<std::uint32_t>(moved >> 32 * k)) ^ sign) - sign;
  }
  /// Digits of 32 bits in two's complement, the highest the sign's alone.
  void carry() noexcept {
    std::int64_t over = 0;
    for (std::int64_t& digit : digit_) {
      over += digit;
      digit = over & 0xffffffff;
      over >>= 32;
    }
  }
  /// The ends of the magnitude. docs/maths/mpi.md#few-numbers
  bool find_ends() noexcept {
    low_ = 0, high_ = size - 1;
    while (low_ < size && digit_[low_] == 0) ++low_;
    if (low_ == size) return false;
    std::int64_t const sign = digit_[size - 1];
    while (high_ > low_ && digit_[high_] == sign) --high_;
    return high_ - low_ < static_cast<int>(sum_window::most_digits);
  }

  std::int64_t digit_[size] = {};
  int lowest_ = 0, low_ = 0, high_ = 0;
};

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
