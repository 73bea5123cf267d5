#include <vector>

#include "certify/certain.hpp"
#include "certify/tiers.hpp"
#include "column/integers.hpp"
#include "integer/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

namespace {

/// A product of odd numbers, of which at most so many words are kept: the value lies in [words, words + lost) *
/// 2^exponent, where lost = 2 * factors * 2^64, once something was cut off. docs/maths/columns.md#products
class leading_product {
public:
  /// `words` has room for two more than are kept.
  leading_product(std::uint64_t* words, int kept) noexcept : word_(words), kept_(kept) { word_[0] = 1; }

  void multiply(scaled const& factor) noexcept {
    int const zeros = integer::trailing_zeros(factor.significand);
    uint128 const odd = factor.significand >> zeros;
    exponent_ += factor.exponent + zeros;
    auto const low = static_cast<std::uint64_t>(odd);
    auto const high = static_cast<std::uint64_t>(odd >> 64);
    std::uint64_t previous = 0;
    uint128 carry = 0;  // below 2^64 + 2^49
    for (int i = 0; i < size_; ++i) {
      std::uint64_t const word = word_[i];
      uint128 const first = uint128{word} * low + carry;
      uint128 const both = uint128{previous} * high + static_cast<std::uint64_t>(first);
      carry = (first >> 64) + (both >> 64);
      word_[i] = static_cast<std::uint64_t>(both);
      previous = word;
    }
    uint128 const top = uint128{previous} * high + carry;
    append(static_cast<std::uint64_t>(top));
    append(static_cast<std::uint64_t>(top >> 64));
    cut();
  }

  [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }
  [[nodiscard]] integer::leading_bits<uint128> leading() const noexcept {
    auto result = integer::limbs::leading<uint128>(word_, size_, exponent_);
    result.sticky |= is_cut_;
    return result;
  }
  /// Makes it the upper end of what it may be.
  void add_lost(int factors) noexcept {
    std::uint64_t const lost = 2 * static_cast<std::uint64_t>(factors);
    if (integer::limbs::add(word_ + 1, size_ - 1, false, &lost, 1) != 0) append(1);
  }

private:
  void append(std::uint64_t word) noexcept { word_[size_++] = word; }
  void cut() noexcept {
    while (word_[size_ - 1] == 0) --size_;
    if (size_ <= kept_) return;
    int const dropped = size_ - kept_;
    for (int i = 0; i < kept_; ++i) word_[i] = word_[i + dropped];
    size_ = kept_;
    exponent_ += 64 * dropped;
    is_cut_ = true;
  }

  std::uint64_t* word_;
  int kept_;
  int size_ = 1;
  int exponent_ = 0;
  bool is_cut_ = false;
};

template <number_format Format> uint128 bits_at(column const& numbers, int rank) noexcept {
  return load_bits<Format>(numbers.first + static_cast<std::size_t>(rank) * numbers.stride);
}

/// The rounded product, if so many words decide it.
template <number_format Format>
certify::certain<uint128> round_product(column const& numbers, bool negative, std::uint64_t* words, int kept) noexcept {
  leading_product product(words, kept);
  for (int rank = 0; rank < numbers.ranks; ++rank)
    product.multiply(scale<Format>(magnitude_of<Format>(bits_at<Format>(numbers, rank))));
  uint128 const lower = rounded<Format>(negative, product.leading());
  if (!product.is_cut()) return lower;
  product.add_lost(numbers.ranks);
  return certify::if_equal(lower, rounded<Format>(negative, product.leading()));
}

}  // namespace

template <number_format Format> uint128 product_in_integers(column const& numbers) {
  using f = shape<Format>;
  bool nan = false, infinite = false, zero = false, negative = false;
  for (int rank = 0; rank < numbers.ranks; ++rank) {
    uint128 const bits = bits_at<Format>(numbers, rank);
    uint128 const magnitude = magnitude_of<Format>(bits);
    negative ^= is_negative<Format>(bits);
    nan |= magnitude > f::infinity;
    infinite |= magnitude == f::infinity;
    zero |= magnitude == 0;
  }
  if (nan || (infinite && zero)) return f::canonical_nan;
  uint128 const sign = negative ? f::sign_bit : 0;
  if (infinite) return sign | f::infinity;
  if (zero) return sign;

  constexpr int few = 4;
  return certify::tiers(
      [&] {
        std::uint64_t words[few + 2];
        return round_product<Format>(numbers, negative, words, few);
      },
      [&] {  // some number of words is enough for the whole product
        std::vector<std::uint64_t> words;
        for (int kept = 2 * few;; kept *= 2) {
          words.resize(static_cast<std::size_t>(kept) + 2);
          if (auto const result = round_product<Format>(numbers, negative, words.data(), kept)) return *result;
        }
      });
}

template uint128 product_in_integers<number_format::binary32>(column const&);
template uint128 product_in_integers<number_format::binary64>(column const&);
template uint128 product_in_integers<number_format::x87>(column const&);
template uint128 product_in_integers<number_format::binary128>(column const&);

}  // namespace columns
ISOBIT_NAMESPACE_END
