#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class T> struct number_in_text {
  T value;
  std::errc problem;  ///< invalid_argument: no number; result_out_of_range: finite as written, infinite as a T
};

/// Whether a valid number that does not fit its type is too large; otherwise it is too small. Only the position of
/// the first non-zero digit and the exponent matter, since the value is far from 1 either way.
inline bool is_large(std::string_view digits, bool hexadecimal) noexcept {
  char const exponent_letter = hexadecimal ? 'p' : 'e';
  long position = 0;  // of the leading non-zero digit, relative to the point
  bool seen_point = false, seen_digit = false;
  std::size_t i = 0;
  for (; i < digits.size() && (digits[i] | 0x20) != exponent_letter; ++i) {
    if (digits[i] == '.') {
      seen_point = true;
    } else {
      seen_digit = seen_digit || digits[i] != '0';
      if (seen_digit && !seen_point) ++position;
      if (!seen_digit && seen_point) --position;
    }
  }
  int exponent = 0;
  if (i < digits.size()) {
    ++i;
    if (i < digits.size() && digits[i] == '+') ++i;
    auto const [end, problem] = std::from_chars(digits.data() + i, digits.data() + digits.size(), exponent);
    if (problem == std::errc::result_out_of_range) return digits[i] != '-';
  }
  return position * (hexadecimal ? 4 : 1) > -static_cast<long>(exponent);
}

/// The number that is the whole of `token`, correctly rounded to T: a decimal, a hexadecimal float (0x1.8p+1), inf,
/// infinity or nan, in either case and with an optional sign. What is too small for T rounds to zero, as IEEE says.
/// To be called where the machine rounds to nearest.
///
/// std::from_chars reads over 1 GB/s here, so it needs no fast path in front of it.
template <class T> number_in_text<T> read_number(std::string_view token) noexcept {
  constexpr number_in_text<T> malformed{T(0), std::errc::invalid_argument};
  char const* first = token.data();
  char const* const last = first + token.size();
  bool const negative = first != last && *first == '-';
  if (first != last && (*first == '+' || *first == '-')) ++first;
  if (first == last || *first == '+' || *first == '-') return malformed;
  auto format = std::chars_format::general;
  if (last - first > 2 && first[0] == '0' && (first[1] | 0x20) == 'x') {
    first += 2;
    if (*first == '-' || (*first | 0x20) == 'i' || (*first | 0x20) == 'n') return malformed;
    if (token.find("+-") != token.npos) return malformed;  // libstdc++ takes 0x1p+-1
    format = std::chars_format::hex;
  }
  T magnitude{};
  auto const [end, problem] = std::from_chars(first, last, magnitude, format);
  if (problem == std::errc::invalid_argument || end != last) return malformed;
  if (problem == std::errc::result_out_of_range) {
    std::string_view const digits(first, static_cast<std::size_t>(last - first));
    if (is_large(digits, format == std::chars_format::hex)) return {T(0), problem};
    magnitude = T(0);
  }
  return {negative ? -magnitude : magnitude, std::errc{}};
}

}  // namespace detail
ISOBIT_NAMESPACE_END
