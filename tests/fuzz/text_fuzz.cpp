// Numbers in text: the fast parser against strtod, and whole texts against the same text cut into pieces.

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "../../tools/isobit/input/text.hpp"

namespace {

using namespace isobit::tool;

/// What a token is, or nothing where it is bad.
struct entry {
  bool good;
  std::uint64_t bits;
  bool operator==(entry const&) const = default;
};

entry entry_of(double value) { return {true, std::isnan(value) ? 0 : std::bit_cast<std::uint64_t>(value)}; }

/// Slow and obvious: split at blanks, and let the C library read. It also takes what is not a number here.
std::vector<entry> reference(std::string const& text) {
  std::vector<entry> entries;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text[at] == '#') {
      while (at < text.size() && text[at] != '\n') ++at;
    } else {
      std::size_t end = at;
      while (end < text.size() && !is_blank(text[end])) ++end;
      std::string const token = text.substr(at, end - at);
      char* stop = nullptr;
      double const value = std::strtod(token.c_str(), &stop);
      bool const whole = stop == token.c_str() + token.size() && token.find('\0') == token.npos;
      bool const written_infinite = token.find_first_of("iI") != token.npos;
      entries.push_back(whole && (!std::isinf(value) || written_infinite) ? entry_of(value) : entry{false, 0});
      at = end;
    }
  }
  return entries;
}

void parse_into(std::string_view text, std::vector<entry>& entries) {
  parse_text<double>(
      text, [&](double value) { entries.push_back(entry_of(value)); },
      [&](std::string_view, number_status) {
        entries.push_back({false, 0});
      });
}

/// The same text as the reader sees it when it comes in pieces of a few bytes.
std::vector<entry> in_pieces(std::string_view text, std::size_t step) {
  std::vector<entry> entries;
  std::size_t wanted = step;
  bool in_comment = false;
  while (!text.empty()) {
    std::string_view const piece = text.substr(0, wanted);
    bool const at_end = piece.size() == text.size();
    if (in_comment) {
      auto const newline = piece.find('\n');
      in_comment = newline == piece.npos;
      text.remove_prefix(in_comment ? piece.size() : newline + 1);
      continue;
    }
    auto const cut = at_end ? text_cut{piece.size(), false} : cut_text(piece);
    if (cut.size == 0) {
      wanted += step;
      continue;
    }
    parse_into(piece.substr(0, cut.size), entries);
    in_comment = cut.in_comment;
    text.remove_prefix(cut.size);
    wanted = step;
  }
  return entries;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  std::size_t const step = 1 + data[0] % 16;
  std::string const text(reinterpret_cast<char const*>(data + 1), size - 1);
  std::vector<entry> entries;
  parse_into(text, entries);
  if (entries != reference(text) || entries != in_pieces(text, step)) std::abort();
  return 0;
}
