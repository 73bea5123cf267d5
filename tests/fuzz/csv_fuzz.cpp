// Tables: the scanner against a state machine that reads one character at a time, and whole tables against the same
// table cut into pieces.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "../../tools/isobit/input/csv.hpp"

namespace {

using namespace isobit::tool;

using rows = std::vector<std::vector<std::string>>;

/// Fields as they stand in the text, quotes and blanks included.
rows reference(std::string_view text, char separator) {
  rows result;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] == '\n'))) {
      ++at;
      continue;
    }
    std::vector<std::string> row;
    for (bool in_row = true; in_row;) {
      std::string field;
      // A quote opens a quoted field only at its start, and only where another one closes it.
      std::size_t quoted_end = at;
      if (at < text.size() && text[at] == '"') {
        std::size_t p = at + 1;
        while (p < text.size() && (text[p] != '"' || (p + 1 < text.size() && text[p + 1] == '"')))
          p += text[p] == '"' ? 2 : 1;
        if (p < text.size()) quoted_end = p + 1;
      }
      while (at < text.size() && (at < quoted_end || (text[at] != separator && text[at] != '\n'))) field += text[at++];
      in_row = at < text.size() && text[at] == separator;
      if (at < text.size()) ++at;
      row.push_back(field);
    }
    result.push_back(row);
  }
  return result;
}

std::string unwrapped(std::string field, bool last) {
  if (last && !field.empty() && field.back() == '\r') field.pop_back();
  std::size_t close = field.npos;
  if (field.size() >= 2 && field[0] == '"') {
    close = 1;
    while (close < field.size() && (field[close] != '"' || (close + 1 < field.size() && field[close + 1] == '"')))
      close += field[close] == '"' ? 2 : 1;
  }
  if (close != field.npos && close + 1 == field.size()) field = field.substr(1, field.size() - 2);
  std::size_t const first = field.find_first_not_of(" \t");
  return first == field.npos ? "" : field.substr(first, field.find_last_not_of(" \t") - first + 1);
}

void check_fields(std::string_view text, char separator) {
  csv_scanner scanner(text, separator);
  for (auto const& row : reference(text, separator)) {
    if (!scanner.start_row()) std::abort();
    for (std::size_t i = 0; i < row.size(); ++i) {
      auto const field = scanner.next();
      if (field.text != unwrapped(row[i], i + 1 == row.size()) || field.ends_row != (i + 1 == row.size())) std::abort();
    }
  }
  if (scanner.start_row()) std::abort();
}

/// The numbers of two columns, and a mark for every bad row.
std::vector<std::uint64_t> numbers(std::string_view text, char separator, std::vector<std::size_t> const& columns) {
  std::vector<std::uint64_t> result;
  parse_csv<double>(
      text, separator, columns,
      [&](double const* values) {
        for (std::size_t c = 0; c < columns.size(); ++c)
          result.push_back(std::isnan(values[c]) ? 1 : std::bit_cast<std::uint64_t>(values[c]));
      },
      [&](std::string_view token, number_status status) {
        if (token.data() < text.data() || token.data() + token.size() > text.data() + text.size()) std::abort();
        result.push_back(0xbad0 + static_cast<unsigned>(status));
      });
  return result;
}

void check_pieces(std::string_view text, char separator, std::size_t step) {
  if (cut_csv(text, separator).open_quote != text.npos) return;  // the reader refuses it
  std::vector<std::size_t> const columns = {1, 0};
  auto const expected = numbers(text, separator, columns);
  std::vector<std::uint64_t> actual;
  std::size_t wanted = step;
  while (!text.empty()) {
    std::string_view const piece = text.substr(0, wanted);
    std::size_t const size = piece.size() == text.size() ? piece.size() : cut_csv(piece, separator).size;
    wanted += step;
    if (size == 0) continue;
    auto const part = numbers(piece.substr(0, size), separator, columns);
    actual.insert(actual.end(), part.begin(), part.end());
    text.remove_prefix(size);
    wanted = step;
  }
  if (actual != expected) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  std::size_t const step = 1 + data[0] % 16;
  char const separator = ",;\t "[data[0] / 16 % 4];
  // A copy without a zero behind it: reading past the end is then seen.
  std::vector<char> const bytes(data + 1, data + size);
  std::string_view const text(bytes.data(), bytes.size());
  if (separator != blank_separator) check_fields(text, separator);
  check_pieces(text, separator, step);
  static_cast<void>(first_row(text, separator));
  return 0;
}
