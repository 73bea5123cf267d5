#include "linalg/residues/moduli.hpp"

#include <array>
#include <string>

#include <isobit/error.hpp>

#include "arithmetic/power_of_two.hpp"
#include "linalg/residues/natural_digits.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

using digits_of_natural = natural_digits<digit_bits, most_digits>;
constexpr std::int64_t digit_base = digits_of_natural::base;

/// Takes the lowest byte off a number, as a digit of either sign.
std::int64_t take_byte(digits_of_natural& number) {
  std::int64_t const digit = number.divide(256);
  if (digit < 128) return digit;
  for (auto& d : number.digit) {
    if (++d < digit_base) break;
    d = 0;
  }
  return digit - 256;
}
std::int64_t take_word(digits_of_natural& number) {
  std::int64_t word = 0;
  for (int i = 0; i < bytes_of_word; ++i) word += take_byte(number) * (std::int64_t{1} << 8 * i);
  return word;
}

double to_double(digits_of_natural const& number) {
  double value = 0;
  for (int i = most_digits; i >= 0; --i) value = value * static_cast<double>(digit_base) + double(number.digit[i]);
  return value;
}

std::int64_t inverse_modulo(std::int64_t x, std::int64_t m) {
  std::int64_t inverse = 1;
  while (x * inverse % m != 1) ++inverse;
  return inverse;
}

std::int64_t power_of_two_modulo(int exponent, std::int64_t m) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) power = power * 2 % m;
  return power;
}

/// The number nearest to zero that is x modulo m; from -128 to 127.
std::int64_t nearest_to_zero(std::int64_t x, std::int64_t m) {
  std::int64_t const rest = (x % m + m) % m;
  return 2 * rest >= m ? rest - m : rest;
}

byte_weights weights_of(int bytes, std::int64_t factor, std::int64_t m) {
  byte_weights weights = {};
  for (int i = 0; i < bytes; ++i)
    weights.of_byte[i] = static_cast<std::int8_t>(nearest_to_zero(factor * power_of_two_modulo(8 * i, m), m));
  auto const less_what_raised = [&](int all_bytes) {
    return static_cast<std::int32_t>(nearest_to_zero(-factor * power_of_two_modulo(8 * all_bytes - 1, m), m));
  };
  weights.offset = less_what_raised(bytes);
  weights.short_offset = less_what_raised(short_element_bytes);
  return weights;
}

residue_system make_system(int count) {
  digits_of_natural product;
  double rounded = 1;
  for (int i = 0; i < count; ++i) product.multiply(residue_moduli[i]), rounded *= residue_moduli[i];
  residue_system system = {};
  system.count = count;
  system.product = rounded;
  // So many digits that the last one of M/m is not large either: it is at most M/163.
  digits_of_natural largest = product;
  largest.divide(residue_moduli[count - 1]);
  double const value = to_double(largest);
  system.digits = 1;
  while (value >= power_of_two<double>(digit_bits * system.digits - 1)) ++system.digits;
  product.write(system.digits, system.product_digits);
  for (int i = 0; i < system.digits; ++i) system.shares[i] = power_of_two<double>(digit_bits * i) / rounded;
  word_digits& words = system.words;
  words.words = 1;
  while (value >= power_of_two<double>(word_bits * words.words - 2)) ++words.words;
  digits_of_natural rest = product;
  for (int i = 0; i < words.words; ++i) {
    bool const is_last = i + 1 == words.words;
    words.product_words[i] = is_last ? to_double(rest) : static_cast<double>(take_word(rest));
    words.shares[i] = power_of_two<double>(word_bits * i) / system.product;
  }
  for (int i = 0; i < count; ++i) {
    std::int64_t const m = residue_moduli[i];
    digits_of_natural part = product;
    part.divide(m);
    digits_of_natural quotient = part;
    std::int64_t const factor = inverse_modulo(quotient.divide(m), m);
    modulus& one = system.of[i];
    one.value = residue_moduli[i];
    one.half = (residue_moduli[i] - 1) / 2;
    one.inverse = 1 / static_cast<float>(m);
    one.left = weights_of(element_bytes, factor, m);
    one.right = weights_of(element_bytes, 1, m);
    one.sum = weights_of(sum_bytes, 1, m);
    part.write(system.digits, one.digits);
    for (int d = 0; d < words.words * bytes_of_word; ++d) words.bytes[d][i] = static_cast<std::int8_t>(take_byte(part));
  }
  return system;
}

}  // namespace

residue_system const& residue_system_of(int count) {
  if (count < 2 || count > most_moduli)
    throw error(status::invalid_argument, "isobit: there is no system of " + std::to_string(count) +
                                              " moduli, but of 2 to " + std::to_string(most_moduli));
  static auto const systems = [] {
    std::array<residue_system, most_moduli + 1> all = {};
    for (int i = 2; i <= most_moduli; ++i) all[static_cast<std::size_t>(i)] = make_system(i);
    return all;
  }();
  return systems[static_cast<std::size_t>(count)];
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
