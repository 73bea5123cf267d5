#pragma once

#include <cstdint>

#include <isobit/arithmetic/bits.hpp>

/// Whole numbers as their residues modulo a few small numbers, and back. docs/maths/residues.md
ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Pairwise coprime, and a residue is a byte: 170 bits with all of them.
inline constexpr int most_moduli = 22;
inline constexpr int residue_moduli[most_moduli] = {256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223,
                                                    217, 211, 199, 197, 193, 191, 181, 179, 173, 167, 163};

/// Elements are whole numbers of magnitude below 2^94, seen as so many bytes of what is raised by 2^95, or, below 2^63,
/// by 2^63; sums are four bytes, raised by 2^31.
inline constexpr int element_bytes = 12, short_element_bytes = 8, sum_bytes = 4;

/// Numbers are put together again from digits of so many bits, from -2^40 to 2^40: so a sum of residues times digits is
/// a double. docs/maths/residues.md#reconstruction
inline constexpr int digit_bits = 41, most_digits = 4;

/// What the bytes of a number count modulo m, each nearest to zero.
struct byte_weights {
  std::int8_t of_byte[element_bytes];
  std::int32_t offset;        ///< takes away what the number was raised by
  std::int32_t short_offset;  ///< the same of elements that are raised by 2^63 only, and have eight bytes
};

/// One modulus m of several, whose product is M.
struct modulus {
  std::int32_t value;
  std::int32_t half;  ///< (m - 1) / 2, rounded down
  float inverse;
  byte_weights left;  ///< of elements times the inverse of M/m
  byte_weights right;
  byte_weights sum;
  double digits[most_digits];  ///< of M/m
};

/// The same for machines that multiply bytes, of four moduli at a time: M/m in digits of a byte from -128 to 127, and
/// what four of these make, a word.
inline constexpr int word_bits = 32, bytes_of_word = word_bits / 8, most_words = 6;
struct word_digits {
  static_assert(most_moduli <= 24);
  int words;
  std::int8_t bytes[most_words * bytes_of_word][24];  ///< [i][t]: digit i of M by the t-th modulus; 0 for all others
  double product_words[most_words];                   ///< of M; the last one may be large
  double shares[most_words];                          ///< 2^(32 i) / M
};

/// So many moduli, and how numbers below half of their product are found again.
struct residue_system {
  int count;
  int digits;
  modulus of[most_moduli];
  double product_digits[most_digits];  ///< of M; the last one may be large
  double shares[most_digits];          ///< 2^(41 i) / M
  double product;                      ///< M, rounded
  word_digits words;
};
/// That of the first `count` moduli. Throws `error` unless these are 2 to most_moduli. Exported for isobit::cuda, a
/// library of its own.
[[nodiscard]] ISOBIT_API residue_system const& residue_system_of(int count);

/// 1.5 * 2^23: added to a float, it leaves the nearest whole number in the last bits.
inline constexpr float whole_floats = 12582912;

// Always inlined: kernels of several instruction sets must not share a copy.

/// The low byte of v - q m, q being the float nearest to quotient / m. docs/maths/residues.md#quotients
[[gnu::always_inline]] inline std::uint8_t less_multiple(std::int32_t v, std::int32_t quotient,
                                                         modulus const& m) noexcept {
  float const raised = static_cast<float>(quotient) * m.inverse + whole_floats;
  auto const whole = static_cast<std::int32_t>(bits_of(raised) - bits_of(whole_floats));
  return static_cast<std::uint8_t>(v - whole * m.value);
}
/// A residue from 0 to m - 1, and one nearest to zero, as a signed byte. Precondition: |v| <= 2^19.
[[gnu::always_inline]] inline std::uint8_t positive_residue(std::int32_t v, modulus const& m) noexcept {
  return less_multiple(v, v - m.half, m);
}
[[gnu::always_inline]] inline std::uint8_t nearest_residue(std::int32_t v, modulus const& m) noexcept {
  return less_multiple(v, v, m);
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
