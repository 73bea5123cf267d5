#pragma once

#include <cstdint>
#include <initializer_list>

#include "../../common/random.hpp"
#include "number.hpp"

/// What the ranks reduce: numbers drawn from (seed, rank, column), so that every rank knows those of all.
namespace conformance {

/// A prime, so that no block of a library's own falls on it.
inline constexpr int columns = 509;

inline std::uint64_t mixed(std::initializer_list<std::uint64_t> words) {
  using common::splitmix64;
  std::uint64_t state = splitmix64::step;
  for (auto const word : words) state = splitmix64::mixed(state + word + splitmix64::step);
  return state;
}

class inputs {
public:
  /// `tame`: small integers, whose sums and products are exact in any order.
  inputs(std::uint64_t seed, bool tame) : seed_(seed), tame_(tame) {}

  /// The bits of one part of a rank's number.
  [[nodiscard]] wide at(element type, operation what, int rank, int column, std::size_t part) const {
    number_format const f = type.format;
    std::uint64_t const key = mixed({seed_, static_cast<std::uint64_t>(type.index()),
                                     static_cast<std::uint64_t>(column), static_cast<std::uint64_t>(part)});
    std::uint64_t const own = mixed({key, static_cast<std::uint64_t>(rank)});
    if (tame_ && type.is_complex && what == operation::product)  // 1 + 2i, whose powers are not real
      return bits_of(f, power_of_two(f, false, static_cast<int>(part)));
    if (tame_) return bits_of(f, small_integer(f, what, own));
    if (type.is_complex && what == operation::product) return bits_of(f, around_one(f, own, 2));
    return bits_of(f, wild(f, key, own, rank, column));
  }

private:
  static wide fraction(number_format f, std::uint64_t key) {
    wide const random = static_cast<wide>(mixed({key, 1})) << 64 | mixed({key, 2});
    return random & ((wide{1} << (precision_of(f) - 1)) - 1);
  }
  static bool odd(std::uint64_t key) { return (mixed({key, 3}) & 1) != 0; }
  static int below(std::uint64_t key, int limit) {
    return static_cast<int>(mixed({key, 4}) % static_cast<unsigned>(limit));
  }
  static fields around_one(number_format f, std::uint64_t key, int spread) {
    return {odd(key), bias_of(f) - spread + below(key, 2 * spread + 1), fraction(f, key)};
  }
  static fields power_of_two(number_format f, bool negative, int exponent) {
    return {negative, bias_of(f) + exponent, 0};
  }
  static fields small_integer(number_format f, operation what, std::uint64_t key) {
    if (what == operation::product) return power_of_two(f, odd(key), below(key, 2));
    int const magnitude = below(key, 7);  // 2^k + 2^(k-1)
    return {odd(key), bias_of(f) + magnitude, magnitude == 0 ? 0 : wide{1} << (precision_of(f) - 2)};
  }

  // A class of trouble a column.
  static fields wild(number_format f, std::uint64_t key, std::uint64_t own, int rank, int column) {
    int const precision = precision_of(f);
    int const top = top_field_of(f);
    std::uint64_t const pair = mixed({key, static_cast<std::uint64_t>(rank / 2), 7});
    fields const anywhere{odd(own), 1 + below(own, top - 5), fraction(f, own)};
    int const chosen = below(key, 8);
    switch (column % 14) {
    case 0:
      return around_one(f, own, 2);
    case 1: {  // pairs cancel, but for a small rest
      fields x = around_one(f, pair, 30);
      if (rank % 4 == 2) x = power_of_two(f, odd(own), -precision - below(own, 20));
      x.negative = x.negative != (rank % 2 == 1);
      return x;
    }
    case 2:
      return anywhere;
    case 3: {  // ties, and what breaks them
      if (rank == 0) return {odd(own), bias_of(f), fraction(f, own)};
      return power_of_two(f, odd(own), -precision * (1 + below(own, 4) / 3) + below(key, 2));
    }
    case 4:
      return {odd(own), 0, fraction(f, own)};
    case 5:
      return {column % 3 != 0 || odd(own), 0, 0};
    case 6:
      return rank == chosen ? infinity(f, odd(key)) : anywhere;
    case 7:
      if (rank == chosen && odd(key)) return {odd(own), top, wide{1} << (precision - 2) | (fraction(f, own) >> 3)};
      return rank <= chosen ? infinity(f, odd(own)) : anywhere;
    case 8:
      return {odd(own), top - 1, fraction(f, own)};
    case 9:
      return {odd(own), 1 + below(own, 3), fraction(f, own)};
    case 10:
      return {odd(own), bias_of(f) + below(own, 6), fraction(f, own) & ~((wide{1} << (precision - 6)) - 1)};
    case 11: {  // pairs cancel wholly, anywhere; the first rank's number is left where their number is odd
      fields x{odd(pair), 1 + below(pair, top - 5), fraction(f, pair)};
      x.negative = x.negative != (rank % 2 == 1);
      return x;
    }
    case 12:
      return around_one(f, own, precision);
    default:
      return power_of_two(f, odd(own), below(own, 2 * precision) - precision);
    }
  }

  std::uint64_t seed_;
  bool tame_;
};

}  // namespace conformance
