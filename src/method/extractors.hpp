#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include <isobit/error.hpp>

#include "arithmetic/power_of_two.hpp"

/// What the sweeps round against: powers of two, chosen with integers only. docs/maths/prerounded.md#extractors
ISOBIT_NAMESPACE_BEGIN
namespace prerounded {

template <class T> inline constexpr int smallest_normal_exponent = 1 - format<T>::bias;

/// The power of two 2^exponent; the smallest normal number where it would be smaller. There the grid is that of the
/// format, so the level takes all that is left. docs/maths/prerounded.md#tiny
template <class T> constexpr T extractor(int exponent) noexcept {
  return power_of_two<T>(std::max(exponent, smallest_normal_exponent<T>));
}

/// One and a half times that: numbers of both signs then meet the same grid. docs/maths/prerounded.md#centred
template <class T> constexpr T centred_extractor(int exponent) noexcept {
  return three_halves<T>(std::max(exponent, smallest_normal_exponent<T>));
}

/// The least c with |x| <= 2^c; below every extractor's reach for zero. Precondition: x is finite.
template <class T> constexpr int ceiling_exponent(T x) noexcept {
  auto const [negative, significand, exponent] = decompose(x);
  return significand == 0 ? format<T>::min_exponent : exponent + static_cast<int>(std::bit_width(significand - 1));
}

/// n eps < 0.1 is asked for: n < 2^stored_bits / 10, which is not an integer.
template <class T> inline constexpr std::uint64_t most_elements = format<T>::implicit_bit / 10;

template <class T> void check_count(char const* who, std::uint64_t count) {
  if (count > most_elements<T>)
    throw error(status::invalid_argument, "isobit::" + std::string(who) + ": " + std::to_string(count) +
                                              " elements are too many for the format's precision, at most " +
                                              std::to_string(most_elements<T>) +
                                              " can be prerounded; use isobit::binned or isobit::exact");
}

/// log2 of alpha_n, the least power of two with alpha (1 - 2 n eps) >= n. docs/maths/prerounded.md#alpha
template <class T> constexpr int log2_alpha(std::uint64_t count) noexcept {
  std::uint64_t const n = std::max<std::uint64_t>(count, 1);
  int const a = static_cast<int>(std::bit_width(n - 1));
  bool const enough = ((std::uint64_t{1} << a) - n) << (format<T>::stored_bits - a - 1) >= n;
  return enough ? a : a + 1;
}

/// Whether a double sweep's first extractor is a number. Precondition: largest is finite.
template <class T> constexpr bool has_extractor(std::uint64_t count, T largest) noexcept {
  return log2_alpha<T>(count) + ceiling_exponent(largest) <= format<T>::bias;
}

/// The ladder N^1 = 2^E_max, N^(f+1) = alpha eps N^f, that the single sweep takes its extractors from.
/// docs/maths/prerounded.md#ladder
template <class T> class ladder {
public:
  explicit constexpr ladder(std::uint64_t count) noexcept
      : alpha_(log2_alpha<T>(count)), step_(format<T>::stored_bits - alpha_) {}

  [[nodiscard]] constexpr int exponent(int place) const noexcept { return format<T>::bias - (place - 1) * step_; }
  /// The first place whose extractor is no larger than the smallest normal number: the ladder ends there.
  [[nodiscard]] constexpr int last() const noexcept {
    return 1 + (format<T>::bias - smallest_normal_exponent<T> + step_ - 1) / step_;
  }
  /// The place of the smallest extractor that supports a finite x; 1 or less where only a zeroth level is left or none.
  [[nodiscard]] constexpr int supporting(T x) const noexcept {
    int const room = format<T>::bias - alpha_ - ceiling_exponent(x);
    return room < 0 ? 0 : std::min(last(), 1 + room / step_);
  }
  /// The largest magnitude that a place supports.
  [[nodiscard]] constexpr T limit(int place) const noexcept { return power_of_two<T>(exponent(place) - alpha_); }

private:
  int alpha_;
  int step_;
};

}  // namespace prerounded
ISOBIT_NAMESPACE_END
