#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "number.hpp"

namespace isobit::tool {

/// What separates numbers in text.
inline bool is_blank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Reads numbers separated by blanks and newlines; a token that starts with # makes the rest of its line a comment.
/// Calls good(value) for every number and bad(token, status) for every other token; both in order.
template <class T, class Good, class Bad, class Parse = number_parser<T>>
void parse_text(std::string_view text, Good good, Bad bad, Parse parse = {}) {
  char const* at = text.data();
  char const* const end = at + text.size();
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (at == end) return;
    char const* const first = at;
    if (*at == '#') {
      void const* const newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
      if (newline == nullptr) return;
      at = static_cast<char const*>(newline);
      continue;
    }
    while (at != end && !is_blank(*at)) ++at;
    std::string_view const token(first, static_cast<std::size_t>(at - first));
    auto const [value, status] = parse(token);
    if (status == number_status::good) [[likely]]
      good(value);
    else
      bad(token, status);
  }
}

/// How a long text may be cut: `size` bytes can be parsed now, and what follows them begins inside a comment or not.
struct text_cut {
  std::size_t size;
  bool in_comment;
};

/// The longest prefix that ends no token and no comment half-way. A size of 0 means: more text is needed.
/// Without a newline a comment is given up half-way, since the rest of it needs no parsing.
inline text_cut cut_text(std::string_view text) noexcept {
  if (auto const newline = text.rfind('\n'); newline != text.npos) return {newline + 1, false};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '#' && (i == 0 || is_blank(text[i - 1]))) return {text.size(), true};
  std::size_t size = text.size();
  while (size != 0 && !is_blank(text[size - 1])) --size;
  return {size, false};
}

}  // namespace isobit::tool
