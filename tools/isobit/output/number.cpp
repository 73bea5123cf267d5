#include "number.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>

#include <isobit/arithmetic/bits.hpp>

namespace isobit::tool {
namespace {

std::string special(double x) { return is_nan(x) ? "nan" : is_negative(x) ? "-inf" : "inf"; }

}  // namespace

bool is_finite(number x) noexcept { return !is_nonfinite(x.value); }

std::string decimal(number x) {
  if (!is_finite(x)) return special(x.value);
  // Both forms have the fewest digits that read back the same; this is only where people expect an exponent.
  double const magnitude = x.value < 0 ? -x.value : x.value;
  auto const form = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16) ? std::chars_format::fixed
                                                                              : std::chars_format::scientific;
  char text[64];
  auto const [end, problem] = x.is_single ? std::to_chars(text, text + sizeof text, static_cast<float>(x.value), form)
                                          : std::to_chars(text, text + sizeof text, x.value, form);
  return {text, end};
}

std::string hexadecimal(number x) {
  if (!is_finite(x)) return special(x.value);
  auto const [negative, significand, exponent] = decompose(x.value);
  std::string text = negative ? "-0x" : "0x";
  if (significand == 0) return text + "0p+0";
  int const top = static_cast<int>(std::bit_width(significand)) - 1;
  std::uint64_t fraction = significand << (63 - top) << 1;
  text += '1';
  if (fraction != 0) text += '.';
  for (; fraction != 0; fraction <<= 4) text += "0123456789abcdef"[fraction >> 60];
  int const power = exponent + top;
  return text + 'p' + (power < 0 ? '-' : '+') + std::to_string(power < 0 ? -power : power);
}

std::string bits(number x) {
  char text[17];
  if (x.is_single)
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(bits_of(static_cast<float>(x.value))));
  else
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(bits_of(x.value)));
  return text;
}

}  // namespace isobit::tool
