#pragma once

#include <algorithm>
#include <cstdint>

#include <isobit/sum/exact.hpp>

#include "integer/assemble.hpp"
#include "sum/magnitude.hpp"
#include "sum/short_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// What a rank knows beside the number: the digits that its number and all merged into it span, what was seen, and
/// whether a rank failed. Merging takes the wider span, so all ranks find the same one whatever the order.
struct window_header {
  static constexpr unsigned bias = 128;
  static constexpr unsigned none_low = 255, none_high = 0;
  enum seen_bits : unsigned { negative_zero = 1, others = 2, nan = 4, positive_infinity = 8, negative_infinity = 16 };

  unsigned low = none_low;    // the lowest digit in use, biased
  unsigned high = none_high;  // and the highest
  unsigned seen = 0;
  std::uint32_t failed = 0;  // the lowest rank that failed, plus 1

  static window_header of(std::uint64_t word) noexcept {
    return {static_cast<unsigned>(word & 255), static_cast<unsigned>(word >> 8 & 255),
            static_cast<unsigned>(word >> 16 & 255), static_cast<std::uint32_t>(word >> 32)};
  }
  [[nodiscard]] std::uint64_t word() const noexcept {
    return low | high << 8 | seen << 16 | std::uint64_t{failed} << 32;
  }
  [[nodiscard]] bool has_digits() const noexcept { return low <= high; }
  void merge(window_header const& other) noexcept {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    seen |= other.seen;
    // 0, for none, is the largest here.
    failed = std::min(failed - 1, other.failed - 1) + 1;
  }
};

/// An exact sum on the wire: 64 * Words bits of it in two's complement, the lowest of weight 2^(32 * low), as 64-bit
/// words that MPI converts between machines of different endianness. One digit is left for the carries of up to
/// 2^31 ranks. A sum that spans more digits does not fit; its header then says so on every rank, and the ranks exchange
/// whole accumulators. docs/maths/mpi.md#window
template <int Words> struct window {
  static constexpr int words = Words;
  static constexpr unsigned most_digits = 2 * Words - 1;

  std::uint64_t header = window_header().word();
  std::uint64_t word[Words] = {};

  static bool fits(window_header const& header) noexcept {
    return !header.has_digits() || header.high - header.low < most_digits;
  }
  [[nodiscard]] bool fits() const noexcept { return fits(window_header::of(header)); }

  /// word += number << (32 * digits).
  void add(std::uint64_t const (&number)[Words], unsigned digits) noexcept {
    if (digits == 0)  // as a rule
      integer::limbs::add(word, Words, false, number, Words);
    else
      integer::limbs::add(word, Words, false, number, Words, static_cast<int>(32 * digits));
  }

  void negate() noexcept { integer::limbs::negate(word, Words); }

  void merge(window const& other) noexcept {
    auto const mine = window_header::of(header), theirs = window_header::of(other.header);
    auto both = mine;
    both.merge(theirs);
    header = both.word();
    if (!theirs.has_digits() || !fits(both)) return;
    if (mine.has_digits() && mine.low != both.low) {
      window moved;
      moved.add(word, mine.low - both.low);
      std::copy_n(moved.word, Words, word);
    }
    add(other.word, theirs.low - both.low);
  }

  template <int L, int H> static window of(basic_exact<L, H> const& state) noexcept {
    window result;
    window_header header;
    header.seen = seen_by(state);
    auto const [negative, value] = isobit::detail::magnitude_of(state);
    if (!value.is_zero()) {
      header.low = static_cast<unsigned>(value.exponent / 32) + window_header::bias;
      header.high = header.low + highest_digit(value.limb, value.size);
      if (fits(header)) {
        std::copy_n(value.limb, value.size, result.word);
        if (negative) result.negate();
      }
    }
    result.header = header.word();
    return result;
  }

  static window of(summation::integer_sum const& sum) noexcept {
    int const zeros = integer::trailing_zeros(static_cast<integer::uint128>(sum.value));
    auto const value = sum.value >> zeros, sign = value >> 127;
    auto const bits = static_cast<integer::uint128>(value);
    int const exponent = sum.exponent + zeros;
    int const digit = exponent >> 5;  // rounds down
    auto const shift = exponent & 31;
    auto const top = 127 - integer::leading_zeros(value < 0 ? -bits : bits) + shift;
    window result;
    result.word[0] = static_cast<std::uint64_t>(bits << shift);
    result.word[1] = static_cast<std::uint64_t>(bits << shift >> 64);
    result.word[2] = static_cast<std::uint64_t>(shift == 0 ? sign : value >> (128 - shift));
    std::fill(result.word + 3, result.word + Words, static_cast<std::uint64_t>(sign));
    window_header header;
    header.seen = window_header::others;
    header.low = static_cast<unsigned>(digit) + window_header::bias;
    header.high = header.low + static_cast<unsigned>(top) / 32;
    result.header = header.word();
    return result;
  }

  /// How many 64-bit words from the header on say everything, as long as nothing was merged: the carries of merging may
  /// go beyond the highest digit.
  [[nodiscard]] int used() const noexcept { return 1 + digit_words(window_header::of(header)); }
  /// The other words of a window of which only these came.
  void extend() noexcept {
    int const count = digit_words(window_header::of(header));
    bool const negative = count > 0 && word[count - 1] >> 63 != 0;
    std::fill(word + count, word + Words, negative ? ~std::uint64_t{0} : 0);
  }

  /// The bits of the normal double that a sum is, or 0 where it is none.
  [[nodiscard]] static std::uint64_t double_of(summation::integer_sum const& sum) noexcept {
    bool const negative = sum.value < 0;
    auto bits = static_cast<integer::uint128>(sum.value);
    if (negative) bits = -bits;
    int const zeros = integer::trailing_zeros(bits);
    int const length = 128 - integer::leading_zeros(bits) - zeros;
    int const top = sum.exponent + zeros + length - 1;
    if (length > 53 || top < -1022 || top > 1023) return 0;
    auto const fraction = static_cast<std::uint64_t>(bits >> zeros) << (53 - length);
    // The fraction's leading bit adds 1 to the exponent.
    return (std::uint64_t{negative} << 63) + (static_cast<std::uint64_t>(top + 1022) << 52) + fraction;
  }
  /// The bits of the normal double that says all of this, or 0 where none does. A header's are never those of one where
  /// there are few ranks. docs/maths/mpi.md#two-ranks
  [[nodiscard]] std::uint64_t as_double() const noexcept {
    auto const fields = window_header::of(header);
    if (fields.seen != window_header::others || fields.failed != 0 || !fields.has_digits()) return 0;
    if (fields.high - fields.low > 2) return 0;
    auto const bits = integer::uint128{word[1]} << 64 | word[0];
    if (bits == 0) return 0;
    int const low = 32 * (static_cast<int>(fields.low) - static_cast<int>(window_header::bias));
    std::uint64_t const number = double_of({static_cast<__int128>(bits), low});
    int const top = static_cast<int>(number >> 52 & 0x7ff) - 1023;
    // The receiver must find the same digits.
    bool const same =
        integer::trailing_zeros(bits) < 32 && (top - low) / 32 == static_cast<int>(fields.high - fields.low);
    return same ? number : 0;
  }
  [[nodiscard]] static bool is_double(std::uint64_t first_word) noexcept { return (first_word >> 52 & 0x7ff) != 0; }
  static window of_double(std::uint64_t bits) noexcept {
    constexpr std::uint64_t leading = std::uint64_t{1} << 52;
    __int128 const significand = (bits & (leading - 1)) + leading;
    return of(summation::integer_sum{bits >> 63 != 0 ? -significand : significand,
                                     static_cast<int>(bits >> 52 & 0x7ff) - 1075});
  }

  /// The number rounded once to nearest-even. Precondition: it fits.
  template <class T> [[nodiscard]] T round() const {
    auto const fields = window_header::of(header);
    magnitude const number(word);
    int const size = integer::limbs::trimmed(number, Words);
    // Zeros, infinities and NaN have rules of their own.
    if (size == 0 || (fields.seen & ~(window_header::negative_zero | window_header::others)) != 0)
      return state<exact_product>().template round<T>();
    int const exponent = 32 * (static_cast<int>(fields.low) - static_cast<int>(window_header::bias));
    auto const leading = integer::limbs::leading<std::uint64_t>(number, size, exponent);
    return integer::assemble<T>(number.negative, leading, rounding::nearest_even);
  }

  /// The state this is the window of, but for how often NaN and infinities were seen. Precondition: it fits.
  template <class State> [[nodiscard]] State state() const noexcept {
    auto const header_fields = window_header::of(header);
    State result;
    add_seen(result, header_fields.seen);
    if (!header_fields.has_digits()) return result;
    magnitude const number(word);
    int const low = static_cast<int>(header_fields.low) - static_cast<int>(window_header::bias);
    for (int i = 0; i < 2 * Words; ++i) {
      auto const digit = static_cast<std::int64_t>(number[i / 2] >> (i % 2 * 32) & 0xffffffffu);
      if (digit != 0) result.add_digit(number.negative ? -digit : digit, low + i);
    }
    return result;
  }

private:
  /// The words of the magnitude, read where they are: a copy of words just written would wait for them.
  struct magnitude {
    std::uint64_t const* word;
    bool negative;
    int lowest = 0;  // where the carry of the negation ends

    explicit magnitude(std::uint64_t const (&from)[Words]) noexcept : word(from), negative(from[Words - 1] >> 63 != 0) {
      while (negative && word[lowest] == 0) ++lowest;
    }
    std::uint64_t operator[](int i) const noexcept {
      if (!negative) return word[i];
      return i > lowest ? ~word[i] : -word[i];  // below it, 0 either way
    }
  };

  /// The words that the digits of a header and a sign take; none where they do not fit.
  static int digit_words(window_header const& header) noexcept {
    return header.has_digits() && fits(header) ? static_cast<int>(header.high - header.low + 1) / 2 + 1 : 0;
  }
  /// The highest digit that is not zero. Precondition: the last word is not.
  static unsigned highest_digit(std::uint64_t const* from, int count) noexcept {
    return static_cast<unsigned>(2 * (count - 1)) + (from[count - 1] >> 32 != 0);
  }

  template <class State> static unsigned seen_by(State const& state) noexcept {
    using h = window_header;
    return (state.empty()                 ? 0u
            : state.only_negative_zeros() ? h::negative_zero
                                          : h::others) |
           (state.nan_count() != 0 ? h::nan : 0u) | (state.positive_infinity_count() != 0 ? h::positive_infinity : 0u) |
           (state.negative_infinity_count() != 0 ? h::negative_infinity : 0u);
  }
  template <class State> static void add_seen(State& state, unsigned seen) noexcept {
    using h = window_header;
    if ((seen & (h::negative_zero | h::others)) != 0) state.note_addends((seen & h::others) == 0);
    state.note_nonfinite((seen & h::nan) != 0, (seen & h::positive_infinity) != 0, (seen & h::negative_infinity) != 0);
  }
};

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
