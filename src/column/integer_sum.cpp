#include <algorithm>
#include <limits>

#include "column/integers.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

namespace {

/// A number in two's complement, as many words as a column needs.
template <int Capacity> class fixed_point {
public:
  explicit fixed_point(int size) noexcept : size_(size) { std::fill_n(word_, size, 0); }

  /// Adds or subtracts significand * 2^position.
  void add(bool negative, uint128 significand, int position) noexcept {
    int i = position / 64;
    int const shift = position % 64;
    uint128 const low = significand << shift;
    std::uint64_t const parts[3] = {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64),
                                    shift != 0 ? static_cast<std::uint64_t>(significand >> (128 - shift)) : 0};
    std::uint64_t const flip = negative ? ~std::uint64_t{0} : 0;
    std::uint64_t carry = negative;
    for (std::uint64_t part : parts) carry = add_word(i++, part ^ flip, carry);
    // From here up the addend is all zeros or all ones, and a carry that equals the latter changes nothing.
    for (; i < size_ && carry != (flip & 1); ++i) carry = add_word(i, flip, carry);
  }

  [[nodiscard]] bool is_negative() const noexcept { return word_[size_ - 1] >> 63; }
  void negate() noexcept {
    std::uint64_t carry = 1;
    for (int i = 0; i < size_; ++i) {
      word_[i] = ~word_[i] + carry;
      carry &= word_[i] == 0;
    }
  }
  /// Whether there is anything but zero, and then its leading bits. Precondition: not negative.
  [[nodiscard]] bool leading(int exponent, leading_128& result) const noexcept {
    int top = size_ - 1;
    while (top >= 0 && word_[top] == 0) --top;
    if (top < 0) return false;
    auto const at = [&](int i) { return i >= 0 ? word_[i] : 0; };
    int const shift = std::countl_zero(word_[top]);
    uint128 const high = uint128{at(top)} << 64 | at(top - 1);
    uint128 const next = uint128{at(top - 2)} << shift;
    bool sticky = static_cast<std::uint64_t>(next) != 0;
    for (int i = top - 3; i >= 0 && !sticky; --i) sticky = word_[i] != 0;
    result = {high << shift | next >> 64, exponent + 64 * (top - 1) - shift, sticky};
    return true;
  }

private:
  std::uint64_t add_word(int i, std::uint64_t part, std::uint64_t carry) noexcept {
    uint128 const sum = uint128{word_[i]} + part + carry;
    word_[i] = static_cast<std::uint64_t>(sum);
    return static_cast<std::uint64_t>(sum >> 64);
  }

  int size_;
  std::uint64_t word_[Capacity];
};

}  // namespace

template <number_format Format> uint128 sum_in_integers(column const& numbers) noexcept {
  using f = shape<Format>;
  bool nan = false, infinity = false, negative_infinity = false, only_negative_zeros = true;
  int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
  auto const at = [&](int rank) {
    return load_bits<Format>(numbers.first + static_cast<std::size_t>(rank) * numbers.stride);
  };
  for (int rank = 0; rank < numbers.ranks; ++rank) {
    uint128 const bits = at(rank);
    uint128 const magnitude = magnitude_of<Format>(bits);
    only_negative_zeros &= bits == f::sign_bit;
    if (magnitude >= f::infinity) {
      (magnitude > f::infinity ? nan : is_negative<Format>(bits) ? negative_infinity : infinity) = true;
    } else if (magnitude != 0) {
      int const exponent = scale<Format>(magnitude).exponent;
      lowest = std::min(lowest, exponent);
      highest = std::max(highest, exponent);
    }
  }
  if (nan || (infinity && negative_infinity)) return f::canonical_nan;
  if (infinity || negative_infinity) return f::infinity | (negative_infinity ? f::sign_bit : 0);
  if (lowest > highest) return only_negative_zeros ? f::sign_bit : 0;

  // Three words for an addend wherever it begins, and one for the carries of 2^31 of them and for the sign.
  constexpr auto words_for = [](int range) { return range / 64 + 4; };
  fixed_point<words_for(f::max_exponent - f::precision - f::min_exponent)> sum(words_for(highest - lowest));
  for (int rank = 0; rank < numbers.ranks; ++rank) {
    uint128 const bits = at(rank);
    auto const [significand, exponent] = scale<Format>(magnitude_of<Format>(bits));
    if (significand != 0) sum.add(is_negative<Format>(bits), significand, exponent - lowest);
  }
  bool const negative = sum.is_negative();
  if (negative) sum.negate();
  leading_128 leading;
  return sum.leading(lowest, leading) ? rounded<Format>(negative, leading) : 0;
}

template uint128 sum_in_integers<number_format::binary32>(column const&) noexcept;
template uint128 sum_in_integers<number_format::binary64>(column const&) noexcept;
template uint128 sum_in_integers<number_format::x87>(column const&) noexcept;
template uint128 sum_in_integers<number_format::binary128>(column const&) noexcept;

}  // namespace columns
ISOBIT_NAMESPACE_END
