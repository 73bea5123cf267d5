#pragma once

#include "cuda/columns.cuh"
#include "integer/assemble.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// What a thread needs to know of the addends but their sum: the flags of all of them, or-ed.
enum addend_flags : unsigned { nan_seen = 1, plus_infinity_seen = 2, minus_infinity_seen = 4, other_sign_seen = 8 };

/// Those of x; `other_sign_seen` where it has no sign bit. docs/maths/cuda.md#zeros
__device__ inline unsigned flags_of(double x) {
  unsigned const sign = is_negative(x) ? 0u : unsigned{other_sign_seen};
  if (!is_nonfinite(x)) return sign;
  return sign | (is_nan(x) ? nan_seen : is_negative(x) ? minus_infinity_seen : plus_infinity_seen);
}

/// Words of a column, from the first to the last.
struct word_range {
  int first, last;

  /// All there are.
  static __device__ word_range all() { return {0, columns<0, 40, 1>::words - 1}; }
  /// Those that numbers below 2^top need which are multiples of 2^lowest.
  static __device__ word_range of(int lowest, int top) {
    int const position = max(lowest, format<double>::min_exponent) - format<double>::min_exponent;
    return {position / 52, min((top - format<double>::min_exponent) / 52, all().last)};
  }
  [[nodiscard]] __device__ int count() const { return last - first + 1; }
};

/// The exact sum of one thread in a column of words, which it can round itself. All that is added must have its words
/// in the range.
class own_column : public columns<0, 40, 1> {
public:
  static constexpr int bits = 52;

  /// Of a block's memory, for all words.
  __device__ explicit own_column(std::int64_t* memory) : columns(memory), range_(word_range::all()) {}
  /// So many words from one to the next; `memory` is where the first of the range lies.
  __device__ own_column(std::int64_t* memory, int stride, word_range range)
      : columns(memory - range.first * stride, stride), range_(range) {}

  [[nodiscard]] __device__ std::int64_t& operator[](int w) const { return word(w); }

  __device__ void clear_own() {
    for (int w = range_.first; w <= range_.last; ++w) word(w) = 0;
  }

  /// Adds what is finite, and returns the flags.
  __device__ unsigned add_any(double x) {
    add(is_nonfinite(x) ? 0.0 : x);
    return flags_of(x);
  }

  /// Carries from word to word: all but the last are from 0 to 2^52 then.
  __device__ void carry() {
    std::int64_t above = 0;
    for (int w = range_.first; w < range_.last; ++w) {
      std::int64_t const all = word(w) + above;
      word(w) = all & mask;
      above = all >> bits;
    }
    word(range_.last) += above;
  }

  /// The sum and flags of nonempty addends, rounded once.
  template <class T> [[nodiscard]] __device__ T rounded(unsigned flags) const {
    using f = format<T>;
    bool const plus = flags & plus_infinity_seen, minus = flags & minus_infinity_seen;
    if ((flags & nan_seen) || (plus && minus)) return from_bits<T>(f::canonical_nan);
    if (plus || minus) return from_bits<T>(f::infinity | (minus ? f::sign_bit : 0));
    auto found = leading_words(1);
    bool const negative = found.below_zero;
    if (negative) found = leading_words(-1);
    if (found.word < 0) return from_bits<T>(flags & other_sign_seen ? 0 : f::sign_bit);
    // Three words, of which the first has a bit at least: of 128 bits no less than 77 are theirs.
    auto const all = static_cast<integer::uint128>(found.first) << 76 |
                     static_cast<integer::uint128>(found.second) << 24 | found.third >> 28;
    auto leading = integer::leading(all, bits * found.word - 76 + format<double>::min_exponent);
    leading.sticky = found.sticky || (found.third & 0xfffffff) != 0;
    return integer::assemble<T>(negative, integer::upper_half(leading), rounding::nearest_even);
  }

private:
  static constexpr std::int64_t mask = (std::int64_t{1} << bits) - 1;

  /// The highest word that is not zero, and what follows it; carries are done on the way.
  struct leading_ones {
    int word = -1;
    std::uint64_t first = 0, second = 0, third = 0;
    bool sticky = false;      ///< whether there is anything below the third
    bool below_zero = false;  ///< then the rest says nothing
  };
  __device__ leading_ones leading_words(int sign) const {
    leading_ones result;
    std::uint64_t one_below = 0, two_below = 0;
    bool below = false;
    std::int64_t carry = 0;
    for (int w = range_.first; w <= range_.last; ++w) {
      std::int64_t const all = sign * word(w) + carry;
      std::uint64_t const own = w == range_.last ? all : all & mask;
      carry = all >> bits;
      if (own != 0) result = {w, own, one_below, two_below, below, false};
      below |= two_below != 0;
      two_below = one_below;
      one_below = own;
    }
    result.below_zero = carry < 0;
    return result;
  }

  word_range range_;
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
