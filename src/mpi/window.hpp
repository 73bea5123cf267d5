#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <isobit/sum/exact.hpp>

#include "sum/magnitude.hpp"
#include "sum/short_sum.hpp"
#include "integer/assemble.hpp"

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

  void add(std::uint64_t const (&number)[Words]) noexcept {
    unsigned __int128 carry = 0;
    for (int i = 0; i < Words; ++i) {
      carry += word[i];
      carry += number[i];
      word[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }

  /// word += number << (32 * digits).
  void add_shifted(std::uint64_t const (&number)[Words], unsigned digits) noexcept {
    int const whole = static_cast<int>(digits / 2);
    bool const half = digits % 2 != 0;
    unsigned __int128 carry = 0;
    for (int i = whole; i < Words; ++i) {
      std::uint64_t const lower = i > whole ? number[i - whole - 1] : 0;
      carry += word[i];
      carry += half ? number[i - whole] << 32 | lower >> 32 : number[i - whole];
      word[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }

  void negate() noexcept {
    unsigned __int128 carry = 1;
    for (std::uint64_t& one : word) {
      carry += ~one;
      one = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }

  void merge(window const& other) noexcept {
    auto const mine = window_header::of(header), theirs = window_header::of(other.header);
    auto both = mine;
    both.merge(theirs);
    header = both.word();
    if (!theirs.has_digits() || !fits(both)) return;
    if (mine.has_digits() && mine.low != both.low) {
      window moved;
      moved.add_shifted(word, mine.low - both.low);
      std::copy_n(moved.word, Words, word);
    }
    if (theirs.low == both.low)
      add(other.word);
    else
      add_shifted(other.word, theirs.low - both.low);
  }

  template <int L, int H> static window of(basic_exact<L, H> const& state) noexcept {
    window result;
    window_header header;
    header.seen = seen_by(state);
    auto const [negative, value] = isobit::detail::magnitude_of(state);
    if (!value.is_zero()) {
      int zeros = 0;
      while (value.digit[zeros] == 0) ++zeros;
      header.low = static_cast<unsigned>(value.lowest + zeros) + window_header::bias;
      header.high = static_cast<unsigned>(value.lowest + value.size - 1) + window_header::bias;
      if (fits(header)) {
        for (int i = zeros; i < value.size; ++i)
          result.word[(i - zeros) / 2] |= std::uint64_t{value.digit[i]} << ((i - zeros) % 2 * 32);
        if (negative) result.negate();
      }
    }
    result.header = header.word();
    return result;
  }

  static window of(summation::integer_sum const& sum) noexcept {
    using u128 = unsigned __int128;
    auto magnitude = sum.value < 0 ? -static_cast<u128>(sum.value) : static_cast<u128>(sum.value);
    auto const lower = static_cast<std::uint64_t>(magnitude);
    int const zeros =
        lower != 0 ? std::countr_zero(lower) : 64 + std::countr_zero(static_cast<std::uint64_t>(magnitude >> 64));
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
    int const top = result.highest_word();
    header.high = header.low + static_cast<unsigned>(2 * top) + (result.word[top] >> 32 != 0);
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
    int const top = magnitude.highest_word();
    // Zeros, infinities and NaN have rules of their own.
    if (top < 0 || (fields.seen & ~(window_header::negative_zero | window_header::others)) != 0)
      return state<exact_product>().template round<T>();
    int const zeros = std::countl_zero(magnitude.word[top]);
    std::uint64_t const below = top > 0 ? magnitude.word[top - 1] : 0;
    bool sticky = below << zeros != 0;
    for (int i = 0; i < top - 1; ++i) sticky |= magnitude.word[i] != 0;
    leading_bits const leading = {
        magnitude.word[top] << zeros | (zeros == 0 ? 0 : below >> (64 - zeros)),
        32 * (static_cast<int>(fields.low) - static_cast<int>(window_header::bias)) + 64 * top - zeros, sticky};
    return assemble<T>(negative, leading, rounding::nearest_even);
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
  [[nodiscard]] int highest_word() const noexcept {
    int top = Words - 1;
    while (top >= 0 && word[top] == 0) --top;
    return top;
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
