#pragma once

#include <algorithm>
#include <bit>
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
    auto const bits = static_cast<integer::uint128>(sum.value);
    auto magnitude = sum.value < 0 ? -bits : bits;
    int const zeros = integer::trailing_zeros(magnitude);
    magnitude >>= zeros;
    int const exponent = sum.exponent + zeros;
    int const digit = exponent >> 5;  // rounds down
    auto const shift = static_cast<unsigned>(exponent & 31);
    window result;
    result.word[0] = static_cast<std::uint64_t>(magnitude << shift);
    result.word[1] = static_cast<std::uint64_t>(magnitude << shift >> 64);
    result.word[2] = static_cast<std::uint64_t>(shift == 0 ? 0 : magnitude >> (128 - shift));
    window_header header;
    header.seen = window_header::others;
    header.low = static_cast<unsigned>(digit) + window_header::bias;
    header.high = header.low + highest_digit(result.word, result.used());
    result.header = header.word();
    if (sum.value < 0) result.negate();
    return result;
  }

  /// The number rounded once to nearest-even. Precondition: it fits.
  template <class T> [[nodiscard]] T round() const {
    auto const fields = window_header::of(header);
    window magnitude = *this;
    bool const negative = word[Words - 1] >> 63 != 0;
    if (negative) magnitude.negate();
    int const size = magnitude.used();
    // Zeros, infinities and NaN have rules of their own.
    if (size == 0 || (fields.seen & ~(window_header::negative_zero | window_header::others)) != 0)
      return state<exact_product>().template round<T>();
    int const exponent = 32 * (static_cast<int>(fields.low) - static_cast<int>(window_header::bias));
    auto const leading = integer::limbs::leading<std::uint64_t>(magnitude.word, size, exponent);
    return integer::assemble<T>(negative, leading, rounding::nearest_even);
  }

  /// The state this is the window of, but for how often NaN and infinities were seen. Precondition: it fits.
  template <class State> [[nodiscard]] State state() const noexcept {
    auto const header_fields = window_header::of(header);
    State result;
    add_seen(result, header_fields.seen);
    if (!header_fields.has_digits()) return result;
    window magnitude = *this;
    bool const negative = word[Words - 1] >> 63 != 0;
    if (negative) magnitude.negate();
    int const low = static_cast<int>(header_fields.low) - static_cast<int>(window_header::bias);
    for (int i = 0; i < 2 * Words; ++i) {
      auto const digit = static_cast<std::int64_t>(magnitude.word[i / 2] >> (i % 2 * 32) & 0xffffffffu);
      if (digit != 0) result.add_digit(negative ? -digit : digit, low + i);
    }
    return result;
  }

private:
  /// The highest digit that is not zero. Precondition: the last word is not.
  static unsigned highest_digit(std::uint64_t const* from, int count) noexcept {
    return static_cast<unsigned>(2 * (count - 1)) + (from[count - 1] >> 32 != 0);
  }
  /// The words up to the highest one that is not zero.
  [[nodiscard]] int used() const noexcept { return integer::limbs::trimmed(word, Words); }

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
