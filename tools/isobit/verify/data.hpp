#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <isobit/arithmetic/bits.hpp>

#include "common/random.hpp"

namespace isobit::tool {

// The numbers that verify works on. They are made of integers only, so they are the same on every machine; the
// Python oracle in tests/command/certificate.py makes the same ones.

enum class data_class {
  uniform,      ///< in [0, 1)
  signed_unit,  ///< in (-1, 1)
  wide,         ///< exponents over 200 binades (40 for float)
  any_finite,   ///< any finite bits
  cancelling,   ///< every second number undoes the one before, but for its last bits
  subnormal,
  near_overflow,
  integers,       ///< small whole numbers: exact everywhere
  halfway,        ///< 1 and halves of its last bit: ties
  huge_and_tiny,  ///< huge numbers that cancel, and the smallest subnormal
  ascending,      ///< powers of two
  outlier,        ///< one large among small ones
  negative_zeros,
  zeros,  ///< of either sign
  one_infinity,
  both_infinities,
  one_nan,
};

inline constexpr std::string_view data_class_names[] = {
    "uniform",        "signed-unit", "wide",         "any-finite",      "cancelling", "subnormal",
    "near-overflow",  "integers",    "halfway",      "huge-and-tiny",   "ascending",  "outlier",
    "negative-zeros", "zeros",       "one-infinity", "both-infinities", "one-nan"};
inline constexpr std::size_t data_class_count = std::size(data_class_names);

using common::splitmix64;

/// The number with these fields; `fraction` is cut to its width.
template <class T> T compose(bool negative, int biased_exponent, std::uint64_t fraction) {
  using f = format<T>;
  using bits_type = typename f::bits_type;
  bits_type const low = static_cast<bits_type>(fraction) & (f::implicit_bit - 1u);
  bits_type const exponent = static_cast<bits_type>(bits_type(biased_exponent) << f::stored_bits);
  return from_bits<T>(static_cast<bits_type>((negative ? f::sign_bit : 0) | exponent | low));
}

/// Number `i` of `n`; takes two random integers whatever the class, and `last` is the number before.
template <class T> T make_number(data_class kind, std::size_t i, std::size_t n, splitmix64& random, T last) {
  using f = format<T>;
  std::uint64_t const fraction = random();
  std::uint64_t const more = random();
  bool const negative = (more >> 63) != 0;
  int const below_one = f::bias - 1 - std::countr_zero(more | std::uint64_t{1} << 20);
  int const largest = f::max_biased - 1;
  int const spread = f::precision == 53 ? 200 : 40;
  bool const odd = i % 2 == 1;
  switch (kind) {
  case data_class::uniform:
    return compose<T>(false, below_one, fraction);
  case data_class::signed_unit:
    return compose<T>(negative, below_one, fraction);
  case data_class::wide:
    return compose<T>(negative, f::bias - spread / 2 + static_cast<int>(more % static_cast<unsigned>(spread)),
                      fraction);
  case data_class::any_finite:
    return compose<T>(negative, static_cast<int>(more % static_cast<unsigned>(f::max_biased)), fraction);
  case data_class::cancelling:
    if (!odd) return compose<T>(negative, f::bias + static_cast<int>(more % 30), fraction);
    return from_bits<T>(static_cast<typename f::bits_type>(bits_of(negated(last)) ^ (fraction & 3)));
  case data_class::subnormal:
    return compose<T>(negative, 0, fraction);
  case data_class::near_overflow:
    return compose<T>(negative, largest - static_cast<int>(more % 3), fraction);
  case data_class::integers:
    return compose<T>(negative, f::bias + 10, fraction & ~((f::implicit_bit - 1u) >> 10));
  case data_class::halfway:
    return i == 0 ? compose<T>(false, f::bias, fraction & 1) : compose<T>(negative, f::bias - f::precision, 0);
  case data_class::huge_and_tiny:
    if (i + 1 == n) return compose<T>(negative, 0, 1);
    return odd ? negated(last) : compose<T>(negative, largest, fraction);
  case data_class::ascending:
    return compose<T>(false, 1 + static_cast<int>(i % static_cast<unsigned>(largest)), 0);
  case data_class::outlier:
    return compose<T>(negative, i == n / 2 ? f::bias + 60 : below_one, fraction);
  case data_class::negative_zeros:
    return compose<T>(true, 0, 0);
  case data_class::zeros:
    return compose<T>(negative, 0, 0);
  case data_class::one_infinity:
    return i == n / 2 ? compose<T>(true, f::max_biased, 0) : compose<T>(negative, below_one, fraction);
  case data_class::both_infinities:
    return i == n / 2 || i == 0 ? compose<T>(i == 0, f::max_biased, 0) : compose<T>(negative, below_one, fraction);
  case data_class::one_nan:
    return compose<T>(negative, i == n / 3 ? f::max_biased : below_one, fraction | 1);
  }
  return T{};
}

template <class T> std::vector<T> make_numbers(data_class kind, std::size_t n, std::uint64_t seed) {
  splitmix64 random(seed);
  std::vector<T> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = make_number<T>(kind, i, n, random, i == 0 ? T{} : numbers[i - 1]);
  return numbers;
}

}  // namespace isobit::tool
