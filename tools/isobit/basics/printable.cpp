#include "printable.hpp"

namespace isobit::tool {
namespace {

/// How many bytes the character at the beginning has; 0 where it is none.
std::size_t utf8_length(std::string_view text) {
  auto const byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  unsigned const first = byte(0);
  if (first < 0x80) return 1;
  std::size_t const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  bool const too_long = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  bool const no_character = (first == 0xed && byte(1) >= 0xa0) || (first == 0xf4 && byte(1) >= 0x90);
  return too_long || no_character ? 0 : length;
}

}  // namespace

std::string clean_utf8(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    std::size_t const length = utf8_length(text);
    clean += length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

std::string printable(std::string_view text) {
  std::string clean = clean_utf8(text);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    auto const c = static_cast<unsigned char>(clean[i]);
    // U+0080 to U+009F are control characters, too.
    bool const high = c == 0xc2 && i + 1 < clean.size() && static_cast<unsigned char>(clean[i + 1]) < 0xa0;
    if (high) clean.replace(i, 2, "?");
    if (c < 0x20 || c == 0x7f) clean[i] = '?';
  }
  return clean;
}

std::string shown(std::string_view token) {
  constexpr std::size_t most = 40;
  return "'" + printable(token.substr(0, most)) + (token.size() > most ? "...'" : "'");
}

}  // namespace isobit::tool
