#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

/// The floating-point numbers of MPI programs as integers: what they are made of and what they mean.
namespace conformance {

using wide = unsigned __int128;

enum class number_format { binary32, binary64, x87, binary128 };

constexpr int precision_of(number_format f) {
  return f == number_format::binary32 ? 24 : f == number_format::binary64 ? 53 : f == number_format::x87 ? 64 : 113;
}
constexpr int exponent_bits_of(number_format f) {
  return f == number_format::binary32 ? 8 : f == number_format::binary64 ? 11 : 15;
}
constexpr std::size_t size_of(number_format f) {
  return f == number_format::binary32 ? 4 : f == number_format::binary64 ? 8 : 16;
}
/// The bytes that count: an x87 number is followed by six of padding.
constexpr std::size_t used_size_of(number_format f) { return f == number_format::x87 ? 10 : size_of(f); }
/// The exponent field of infinities and NaNs.
constexpr int top_field_of(number_format f) { return (1 << exponent_bits_of(f)) - 1; }
constexpr int bias_of(number_format f) { return top_field_of(f) >> 1; }
/// Every number is a multiple of 2^lowest.
constexpr int lowest_exponent_of(number_format f) { return 2 - bias_of(f) - precision_of(f); }

/// The fields of a number: its sign, its biased exponent, and its significand without the leading bit.
struct fields {
  bool negative = false;
  int exponent = 0;
  wide fraction = 0;
};

/// The bits as one integer, as they lie in memory.
inline wide bits_of(number_format f, fields const& x) {
  int const stored = precision_of(f) - 1;
  wide const sign = x.negative ? 1 : 0;
  auto const exponent = static_cast<wide>(x.exponent);
  if (f != number_format::x87) return sign << (stored + exponent_bits_of(f)) | exponent << stored | x.fraction;
  wide const leading = x.exponent != 0 ? 1 : 0;
  return sign << 79 | exponent << 64 | leading << 63 | x.fraction;
}

inline fields fields_of(number_format f, wide bits) {
  int const stored = precision_of(f) - 1;
  int const first = f == number_format::x87 ? 64 : stored;
  int const exponent = static_cast<int>(bits >> first) & top_field_of(f);
  bool const negative = (bits >> (first + exponent_bits_of(f)) & 1) != 0;
  return {negative, exponent, bits & ((wide{1} << stored) - 1)};
}

inline bool is_nan(number_format f, fields const& x) { return x.exponent == top_field_of(f) && x.fraction != 0; }
inline bool is_infinite(number_format f, fields const& x) { return x.exponent == top_field_of(f) && x.fraction == 0; }
inline bool is_zero(fields const& x) { return x.exponent == 0 && x.fraction == 0; }
inline fields infinity(number_format f, bool negative) { return {negative, top_field_of(f), 0}; }
inline fields canonical_nan(number_format f) { return {false, top_field_of(f), wide{1} << (precision_of(f) - 2)}; }

inline wide load(number_format f, void const* from) {
  wide bits = 0;
  std::memcpy(&bits, from, used_size_of(f));
  return bits;
}

inline void store(number_format f, wide bits, void* to) {
  std::memset(to, 0, size_of(f));
  std::memcpy(to, &bits, used_size_of(f));
}

inline std::string hexadecimal(number_format f, wide bits) {
  std::string text = "0x";
  for (int digit = static_cast<int>(2 * used_size_of(f)) - 1; digit >= 0; --digit)
    text += "0123456789abcdef"[static_cast<unsigned>(bits >> (4 * digit)) & 15];
  return text;
}

/// What a buffer consists of.
struct element {
  number_format format = number_format::binary64;
  bool is_complex = false;

  [[nodiscard]] std::size_t parts() const { return is_complex ? 2 : 1; }
  [[nodiscard]] std::size_t size() const { return size_of(format) * parts(); }
  [[nodiscard]] int index() const { return static_cast<int>(format) * 2 + (is_complex ? 1 : 0); }
};

enum class operation { sum, product };

}  // namespace conformance
